package refstore

import "github.com/observer-svc/observer-svc/tree"

// change is one commit under way. It is used under the store's lock.
type change struct {
	store   *Store
	fork    *Fork
	number  uint64
	visits  []visit          // nodes that are new or may have changed, in document order
	present map[tree.ID]bool // all identities met in the new tree
	suspect [][]*tree.Node   // children of old nodes that may be gone
	gone    []tree.ID        // elements that are gone, in the old document order
	moved   []move           // elements whose parent or way changed though their node did not
	rebound []Rebound
	held    int  // bytes of the old nodes that the new tree does not hold
	differs bool // whether the new tree shows anything that the current one does not
}

// visit is a node of the new tree that is not simply the one of the current tree.
type visit struct {
	node   *tree.Node
	old    *tree.Node // the node of the same element in the current tree; nil for a new element
	parent int        // the place of the parent in visits; -1 for the root
	place  int        // the place among the parent's children
	at     element    // what the element will be
	ref    tree.Ref
	kids   []*tree.Node // the children where they differ from node.Children; nil where they do not
}

type move struct {
	id tree.ID
	to element
}

// scan finds what is new in a tree without looking into what it shares with the current one.
func (c *change) scan(root *tree.Node) {
	c.makeRoom(root)
	c.look(root, element{}, -1, 0)
	for _, kids := range c.suspect {
		c.missing(kids)
	}
}

// makeRoom makes room for what a first commit finds; a later one finds what changed, which is little.
func (c *change) makeRoom(root *tree.Node) {
	n := 0
	if len(c.store.live) == 0 {
		n = root.Size()
		c.store.live = make(map[tree.ID]element, n)
	}
	c.present, c.visits = make(map[tree.ID]bool, n), make([]visit, 0, n)
}

// look visits n, which stands at a place among the children of visit number up. The element e holds
// the identity of the parent and the parent's way. An identity that was met before is left out:
// two lines cannot be one element.
func (c *change) look(n *tree.Node, e element, up, place int) {
	if c.present[n.ID] {
		c.visits[up].swap(place, nil)
		return
	}
	c.present[n.ID] = true
	was, known := c.store.live[n.ID]
	now := element{n, e.parent, c.store.below(e.way, n)}
	if known && was.node == n {
		c.relocate(was, now, e)
		return
	}
	i := len(c.visits)
	c.visits = append(c.visits, visit{node: n, old: was.node, parent: up, place: place, at: now})
	under := element{parent: n.ID, way: now.way}
	if !known {
		for k, kid := range n.Children {
			c.look(kid, under, i, k)
		}
		return
	}
	c.compare(was, now, under, i)
}

// compare looks at the children of a node that was there before.
func (c *change) compare(was, now, under element, i int) {
	olds, kids := was.node.Children, now.node.Children
	head, tail := shared(olds, kids)
	if was.way != now.way {
		for _, kid := range kids[:head] {
			c.repath(kid, under)
		}
	}
	for k := head; k < len(kids)-tail; k++ {
		c.look(kids[k], under, i, k)
	}
	if was.way != now.way {
		for _, kid := range kids[len(kids)-tail:] {
			c.repath(kid, under)
		}
	}
	if middle := olds[head : len(olds)-tail]; len(middle) > 0 {
		c.suspect = append(c.suspect, middle)
	}
}

// shared returns how many children two nodes share by pointer at the beginning and at the end.
func shared(a, b []*tree.Node) (head, tail int) {
	n := min(len(a), len(b))
	for head < n && a[head] == b[head] {
		head++
	}
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// relocate notes that an unchanged node has another parent or way. e is as for look.
func (c *change) relocate(was, now, e element) {
	switch {
	case was.way != now.way:
		c.repath(now.node, e)
	case was.parent != now.parent:
		c.moved = append(c.moved, move{now.node.ID, now})
	}
}

// repath notes the new ways of a whole subtree that is otherwise unchanged. e holds the identity and
// the way of the parent.
func (c *change) repath(n *tree.Node, e element) {
	now := element{n, e.parent, c.store.below(e.way, n)}
	c.moved = append(c.moved, move{n.ID, now})
	for _, kid := range n.Children {
		c.repath(kid, element{parent: n.ID, way: now.way})
	}
}

// missing finds the elements among old nodes and below them that the new tree does not have.
func (c *change) missing(olds []*tree.Node) {
	for _, n := range olds {
		if c.present[n.ID] {
			continue
		}
		c.gone = append(c.gone, n.ID)
		c.missing(n.Children)
	}
}

// swap puts another node in the place of a child; nil leaves the child out.
func (v *visit) swap(place int, n *tree.Node) {
	if v.kids == nil {
		v.kids = append([]*tree.Node(nil), v.node.Children...)
	}
	v.kids[place] = n
}
