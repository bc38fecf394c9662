package tree

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// program changes a page at random, as scripts do, always by new Raws on the path of a change.
type program struct {
	*rand.Rand
	next Key
}

func (p *program) leaf() *Raw {
	r := &Raw{Key: p.next, Kind: Text, Tag: "#text", Name: p.word()}
	p.next++
	return r
}

func (p *program) word() string {
	words := []string{"Item", " item", "Item ", "buy now", ".", " ", "Name", "long " + fmt.Sprint(p.IntN(5)), "1. "}
	return words[p.IntN(len(words))]
}

func (p *program) element(depth int) *Raw {
	kinds := []string{"div", "span", "p paragraph", "ul list", "li listitem", "a link", "button button", "label", "input textbox", "input checkbox",
		"h2 heading", "td cell", "tr row", "table table", "select combobox", "option option", "img img", "section region", "br"}
	r := el(kinds[p.IntN(len(kinds))], "")
	r.Key = p.next
	p.next++
	p.dress(r)
	for range p.IntN(4) {
		if depth == 0 || p.IntN(2) == 0 {
			r.Kids = append(r.Kids, p.leaf())
		} else {
			r.Kids = append(r.Kids, p.element(depth-1))
		}
	}
	return r
}

// dress gives an element another name, flags and attributes.
func (p *program) dress(r *Raw) {
	r.Flags &= Block
	if p.IntN(4) == 0 {
		r.Flags |= []Flags{Listener, CursorPointer, Hidden, Offscreen, NoPointer, Masked, Disabled, Offscreen | Listener, EditHost}[p.IntN(9)]
	}
	r.Name = ""
	if p.IntN(2) == 0 {
		r.Name = p.word()
	}
	if p.IntN(4) == 0 {
		r.Attrs = &Attrs{Checked: Toggle(p.IntN(4)), HasValue: true, Value: p.word(), Level: p.IntN(3)}
	}
}

// step changes one node somewhere.
func (p *program) step(root *Raw) *Raw {
	var all []*Raw
	for r := range raws(root) {
		all = append(all, r)
	}
	target := all[p.IntN(len(all))]
	return replaced(root, target.Key, func(r *Raw) {
		kids := append([]*Raw(nil), r.Kids...)
		switch at := p.IntN(len(kids) + 1); {
		case r.Kind == Text:
			r.Name = p.word()
		case p.IntN(4) == 0:
			p.dress(r)
		case at == len(kids):
			kids = append(kids, p.element(2))
		case p.IntN(2) == 0:
			kids = append(kids[:at], kids[at+1:]...)
		default:
			kids[0], kids[at] = kids[at], kids[0]
		}
		r.Kids = kids
	})
}

// TestBuildGivesWhatAFreshBuildGives runs random programs: after every step the tree is that of a
// Builder without memory, and building again gives the very same nodes.
func TestBuildGivesWhatAFreshBuildGives(t *testing.T) {
	for seed := range uint64(40) {
		p := &program{rand.New(rand.NewPCG(seed, 1)), 3}
		root := &Raw{Key: 1, Tag: "html", Kids: []*Raw{{Key: 2, Tag: "body", Flags: Block, Kids: []*Raw{p.element(4), p.element(4)}}}}
		b := NewBuilder()
		for step := range 60 {
			frame := Frame{ID: "main", Root: root}
			one := func(FrameID, string) Doc { return 1 }
			got := b.Build([]Frame{frame}, one)
			if b.Build([]Frame{frame}, one).Root != got.Root {
				t.Fatalf("seed %d step %d: the same capture twice gives two roots", seed, step)
			}
			frame.Root = unbuilt(root)
			assertSame(t, got.Root, NewBuilder().Build([]Frame{frame}, one).Root, fmt.Sprintf("seed %d step %d", seed, step))
			assertIDsAreUnique(t, got)
			root = p.step(root)
		}
	}
}

func assertSame(t *testing.T, got, want *Node, where string) {
	t.Helper()
	if got.ID != want.ID || !got.Equal(want) || len(got.Children) != len(want.Children) {
		t.Fatalf("%s: the node is\n%x %s (%d)\nwant\n%x %s (%d)", where, got.ID, got.render(), len(got.Children), want.ID, want.render(), len(want.Children))
	}
	for i := range got.Children {
		assertSame(t, got.Children[i], want.Children[i], where)
	}
}

func assertIDsAreUnique(t *testing.T, tree *Tree) {
	t.Helper()
	seen := map[ID]bool{}
	tree.Walk(func(e Entry) bool {
		if seen[e.Node.ID] {
			t.Fatalf("two nodes have the id %x", e.Node.ID)
		}
		seen[e.Node.ID] = true
		return true
	})
}

// TestViewerGivesWhatAFreshViewerGives is the same for views.
func TestViewerGivesWhatAFreshViewerGives(t *testing.T) {
	views := []View{{InteractiveOnly: true}, {MaxDepth: 2}, {MaxDepth: 3, InteractiveOnly: true}, {AllRefs: true}, {Scope: NewID(1, 3)}, {Scope: NewID(1, 3), MaxDepth: 1, InteractiveOnly: true}}
	refOf := func(id ID) Ref { return Ref(id) }
	for seed := range uint64(20) {
		p := &program{rand.New(rand.NewPCG(seed, 2)), 3}
		root := &Raw{Key: 1, Tag: "html", Kids: []*Raw{{Key: 2, Tag: "body", Flags: Block, Kids: []*Raw{p.element(4), p.element(4)}}}}
		b := NewBuilder()
		viewers := make([]*Viewer, len(views))
		for i, view := range views {
			viewers[i] = NewViewer(view, refOf)
		}
		for range 40 {
			tree := b.Build([]Frame{{ID: "main", Root: root}}, func(FrameID, string) Doc { return 1 })
			tree.Root.Seal()
			for i, view := range views {
				got, want := viewers[i].Apply(tree), NewViewer(view, refOf).Apply(tree)
				if got.Text() != want.Text() || got.Root.Digest() != want.Root.Digest() {
					t.Fatalf("seed %d, %+v: the view is\n%s\nwant\n%s", seed, view, got.Text(), want.Text())
				}
				if viewers[i].Apply(tree).Root != got.Root {
					t.Fatalf("seed %d, %+v: the same tree twice gives two roots", seed, view)
				}
			}
			root = p.step(root)
		}
	}
}
