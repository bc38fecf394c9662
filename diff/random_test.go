package diff_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/observer-svc/observer-svc/tree"
)

// world makes random trees of one tab and random later versions of them.
type world struct {
	*rand.Rand
	next uint64
	refs tree.Ref
}

func newWorld(seed uint64) *world { return &world{Rand: rand.New(rand.NewPCG(seed, 1))} }

var roles = []string{"list", "listitem", "button", "text", "link", "row", "cell"}

func (w *world) node() *tree.Node {
	w.next++
	n := &tree.Node{ID: tree.NewID(1, tree.Key(w.next)), Role: roles[w.IntN(len(roles))], Name: w.word()}
	if n.Role == "button" || n.Role == "link" {
		w.refs++
		n.Actionable, n.Ref = true, w.refs
	}
	return n
}

func (w *world) word() string { return fmt.Sprint("w", w.IntN(6)) }

// grow returns a random subtree of about n nodes.
func (w *world) grow(n int) *tree.Node {
	top := w.node()
	for n--; n > 0; {
		part := 1 + w.IntN(n)
		top.Children = append(top.Children, w.grow(part))
		n -= part
	}
	return top
}

func (w *world) tree(n int) *tree.Tree {
	root := w.grow(n + 1)
	root.ID, root.Role, root.Name, root.Ref, root.Actionable = 0, "", "", 0, false
	root.Seal()
	return &tree.Tree{Root: root}
}

// draft is a node that can be edited.
type draft struct {
	node tree.Node
	kids []*draft
}

func open(n *tree.Node) *draft {
	d := &draft{node: tree.Node{ID: n.ID, Ref: n.Ref, Actionable: n.Actionable, Role: n.Role, Name: n.Name, Value: n.Value, HasValue: n.HasValue, States: n.States}}
	for _, kid := range n.Children {
		d.kids = append(d.kids, open(kid))
	}
	return d
}

// close builds the tree, sharing by pointer with old what is equal.
func (d *draft) close(old map[tree.ID]*tree.Node) *tree.Node {
	n := d.node
	for _, kid := range d.kids {
		n.Children = append(n.Children, kid.close(old))
	}
	if was := old[n.ID]; was != nil && was.Equal(&n) && len(was.Children) == len(n.Children) {
		equal := true
		for i := range n.Children {
			equal = equal && was.Children[i] == n.Children[i]
		}
		if equal {
			return was
		}
	}
	return &n
}

func (d *draft) all(f func(parent *draft, place int)) {
	for i := range d.kids {
		f(d, i)
		d.kids[i].all(f)
	}
}

func index(n *tree.Node, into map[tree.ID]*tree.Node) map[tree.ID]*tree.Node {
	into[n.ID] = n
	for _, kid := range n.Children {
		index(kid, into)
	}
	return into
}

// later returns t after some random edits. With share, what is equal is the same pointer.
func (w *world) later(t *tree.Tree, edits int, share bool) *tree.Tree {
	root := open(t.Root)
	for range edits {
		w.edit(root)
	}
	old := map[tree.ID]*tree.Node{}
	if share {
		old = index(t.Root, old)
	}
	n := root.close(old)
	n.Seal()
	return &tree.Tree{Root: n}
}

// pick returns a random node that is not the root with its parent.
func (w *world) pick(root *draft) (parent *draft, place int) {
	seen := 0
	root.all(func(p *draft, i int) {
		seen++
		if w.IntN(seen) == 0 {
			parent, place = p, i
		}
	})
	return parent, place
}

func (d *draft) take(place int) *draft {
	kid := d.kids[place]
	d.kids = append(append([]*draft(nil), d.kids[:place]...), d.kids[place+1:]...)
	return kid
}

func (d *draft) put(place int, kid *draft) {
	d.kids = append(append(append([]*draft(nil), d.kids[:place]...), kid), d.kids[place:]...)
}

// somewhere puts a draft under a random node.
func (w *world) somewhere(root, kid *draft) {
	parent := root
	if p, i := w.pick(root); p != nil && w.IntN(4) > 0 {
		parent = p.kids[i]
	}
	parent.put(w.IntN(len(parent.kids)+1), kid)
}

func (w *world) edit(root *draft) {
	parent, place := w.pick(root)
	if parent == nil {
		w.somewhere(root, open(w.grow(1+w.IntN(4))))
		return
	}
	kid := parent.kids[place]
	switch w.IntN(9) {
	case 0:
		parent.take(place)
	case 1:
		w.somewhere(root, open(w.grow(1+w.IntN(4))))
	case 2:
		kid.node.Name = w.word()
	case 3:
		kid.node.States.Checked = tree.Toggle(w.IntN(3))
	case 4:
		w.somewhere(root, parent.take(place))
	case 5:
		parent.put(w.IntN(len(parent.kids)), parent.take(place))
	case 6: // a wrapper appears around a node
		around := open(w.node())
		around.kids = []*draft{kid}
		parent.kids[place] = around
	case 7: // a wrapper goes, its children stay
		parent.take(place)
		for i, below := range kid.kids {
			parent.put(place+i, below)
		}
	case 8: // a framework renders a subtree again
		w.renew(kid)
	}
}

// renew gives a subtree new identities, and in some places new content.
func (w *world) renew(d *draft) {
	w.next++
	d.node.ID = tree.NewID(1, tree.Key(w.next))
	if w.IntN(10) == 0 {
		d.node.Name = w.word()
	}
	for _, kid := range d.kids {
		w.renew(kid)
	}
}

func ids(n *tree.Node) []tree.ID {
	all := []tree.ID{n.ID}
	for _, kid := range n.Children {
		all = append(all, ids(kid)...)
	}
	return all
}
