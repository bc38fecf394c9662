package refstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// tab is a store with a page of one frame.
type tab struct {
	*refstore.Store
	t       *testing.T
	loader  string
	unheard bool
}

func newTab(t *testing.T, opts refstore.Options) *tab {
	return &tab{refstore.New(refstore.NewRefs(), "ep", "t1", opts), t, "L1", false}
}

// show commits lines as the whole tree and returns the revision.
func (p *tab) show(lines ...*tree.Node) *refstore.Revision {
	rev, _ := p.commit(lines...)
	return rev
}

func (p *tab) commit(lines ...*tree.Node) (*refstore.Revision, bool) {
	fork := p.Fork()
	doc := fork.Doc("main", p.loader)
	return fork.Commit(&tree.Tree{
		Root: &tree.Node{Children: in(doc, lines)}, Docs: map[tree.FrameID]tree.Doc{"main": doc}, Unheard: p.unheard,
	})
}

// in moves nodes whose ids are bare keys into a document.
func in(doc tree.Doc, nodes []*tree.Node) []*tree.Node {
	for _, n := range nodes {
		if n.ID.Doc() == 0 {
			n.ID = tree.NewID(doc, tree.Key(n.ID))
		}
		in(doc, n.Children)
	}
	return nodes
}

func button(key int, name string, kids ...*tree.Node) *tree.Node {
	return &tree.Node{ID: tree.ID(key), Role: "button", Name: name, Actionable: true, Children: kids}
}

func list(key int, name string, kids ...*tree.Node) *tree.Node {
	return &tree.Node{ID: tree.ID(key), Role: "list", Name: name, Children: kids}
}

func text(key int, s string) *tree.Node {
	return &tree.Node{ID: tree.ID(key), Role: "text", Name: s}
}

// refs returns the refs of a tree by name.
func refs(rev *refstore.Revision) map[string]string {
	all := map[string]string{}
	var walk func(*tree.Node)
	walk = func(n *tree.Node) {
		if n.Ref != 0 {
			all[n.Name] = n.Ref.String()
		}
		for _, kid := range n.Children {
			walk(kid)
		}
	}
	walk(rev.Tree.Root)
	return all
}

func (p *tab) why(ref tree.Ref) string {
	_, err := p.Resolve(ref)
	return string(fault.ReasonOf(err)) + " " + meta(p.t, err)["why"]
}

// meta returns the variables of an error.
func meta(t *testing.T, err error) map[string]string {
	t.Helper()
	var e *fault.Error
	require.ErrorAs(t, err, &e)
	return e.Meta
}

func TestRefsAreGivenInDocumentOrderToActionableNodes(t *testing.T) {
	p := newTab(t, refstore.Options{})
	rev := p.show(button(1, "A"), list(2, "L", text(3, "x"), button(4, "B")), button(5, "C"))
	require.Equal(t, map[string]string{"A": "e1", "B": "e2", "C": "e3"}, refs(rev))
}

func TestANodeKeepsItsRefWhenOthersComeBeforeIt(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "A"), button(2, "B"))
	rev := p.show(button(9, "New"), button(2, "B"), button(1, "Renamed"))
	require.Equal(t, map[string]string{"New": "e3", "B": "e2", "Renamed": "e1"}, refs(rev))
}

func TestANodeThatIsHiddenAndShownAgainKeepsItsRef(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Menu"), button(2, "Item"))
	p.show(button(1, "Menu"))
	require.Equal(t, "STALE_REF node_gone", p.why(2))
	rev := p.show(button(1, "Menu"), button(2, "Item"))
	require.Equal(t, map[string]string{"Menu": "e1", "Item": "e2"}, refs(rev))
	_, err := p.Resolve(2)
	require.NoError(t, err)
}

func TestACommitThatChangesNothingMakesNoRevision(t *testing.T) {
	p := newTab(t, refstore.Options{})
	first := p.show(button(1, "A"), list(2, "L", text(3, "x")))
	again, changed := p.commit(button(1, "A"), list(2, "L", text(3, "x")))
	require.False(t, changed)
	require.Same(t, first, again)
}

func TestEqualSubtreesAreSharedByPointerAlthoughTheCaptureIsAllNew(t *testing.T) {
	p := newTab(t, refstore.Options{})
	page := func(s string) []*tree.Node {
		return []*tree.Node{list(1, "L", button(2, "A"), text(3, "x")), list(4, "M", text(5, s))}
	}
	a := p.show(page("before")...)
	b := p.show(page("after")...)
	require.Same(t, a.Tree.Root.Children[0], b.Tree.Root.Children[0])
	require.NotSame(t, a.Tree.Root.Children[1], b.Tree.Root.Children[1])
}

func TestADroppedForkLeavesNoTrace(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "A"))
	p.Fork().Doc("main", "L2")
	rev, changed := p.commit(button(1, "A"))
	require.False(t, changed)
	require.Equal(t, uint64(1), rev.Generation)
	require.Equal(t, map[string]string{"A": "e1", "B": "e2"}, refs(p.show(button(1, "A"), button(2, "B"))))
}

func TestANewDocumentMakesAllRefsStaleForEver(t *testing.T) {
	p := newTab(t, refstore.Options{})
	first := p.show(button(1, "A"))
	p.loader = "L2"
	rev := p.show(button(1, "A"))
	require.Equal(t, map[string]string{"A": "e2"}, refs(rev))
	require.Empty(t, rev.Rebound)
	require.Equal(t, first.Generation+1, rev.Generation)
	require.Equal(t, "STALE_REF document_replaced", p.why(1))
	p.loader = "L1"
	require.Equal(t, map[string]string{"A": "e3"}, refs(p.show(button(1, "A"))))
	require.Equal(t, "STALE_REF document_replaced", p.why(1))
}

func TestAStaleRefNamesElementsWithTheSameRoleAndName(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Save"), button(2, "Save"), button(3, "Other"))
	p.show(button(2, "Save"), button(3, "Other"), button(4, "Save"))
	_, err := p.Resolve(1)
	require.Equal(t, "e2, e4", meta(t, err)["candidates"])
}

func TestARefThatWasNeverGivenOutIsNotFound(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "A"))
	require.Equal(t, "REF_NOT_FOUND never_issued", p.why(0))
	require.Equal(t, "REF_NOT_FOUND never_issued", p.why(2))
}

func TestARefOfAnotherTabIsStaleAndTheTabIsNamed(t *testing.T) {
	all := refstore.NewRefs()
	a := &tab{refstore.New(all, "ep", "t1", refstore.Options{}), t, "L", false}
	b := &tab{refstore.New(all, "ep", "t2", refstore.Options{}), t, "L", false}
	a.show(button(1, "A"))
	require.Equal(t, map[string]string{"B": "e2"}, refs(b.show(button(1, "B"))))
	require.Equal(t, "STALE_REF other_tab", a.why(2))
	require.Equal(t, "STALE_REF other_tab", b.why(1))
	require.Equal(t, map[string]string{"A": "e1", "C": "e3"}, refs(a.show(button(1, "A"), button(2, "C"))))
}

func TestRefsOfElementsGoneLongAgoAreForgottenButNeverGivenOutAgain(t *testing.T) {
	p := newTab(t, refstore.Options{MaxRetired: 2})
	p.show(button(1, "A"), button(2, "B"), button(3, "C"))
	p.show()
	require.Equal(t, "STALE_REF forgotten", p.why(1))
	require.Equal(t, "STALE_REF node_gone", p.why(3))
	require.Equal(t, map[string]string{"A": "e4", "C": "e3"}, refs(p.show(button(1, "A"), button(3, "C"))))
}

func TestElementsThatComeAndGoAllTheTimeMakeNobodyElseForgotten(t *testing.T) {
	p := newTab(t, refstore.Options{MaxRetired: 4})
	p.show(button(1, "Menu"), button(2, "Blinks"), button(3, "Blinks too"))
	for range 50 {
		p.show(button(2, "Blinks"))
		p.show(button(3, "Blinks too"))
	}
	require.Equal(t, "STALE_REF node_gone", p.why(1))
	all := map[string]string{"Menu": "e1", "Blinks": "e2", "Blinks too": "e3"}
	require.Equal(t, all, refs(p.show(button(1, "Menu"), button(2, "Blinks"), button(3, "Blinks too"))))
}

func TestARenamedElementIsRefusedForAPlanMadeBefore(t *testing.T) {
	p := newTab(t, refstore.Options{})
	old := p.show(button(1, "Delete Ann"))
	now := p.show(button(1, "Delete Bob"))
	err := p.CheckUnchanged(1, old.Number)
	require.True(t, fault.Is(err, fault.RefChanged), "%v", err)
	require.Equal(t, "Delete Ann", meta(t, err)["then_name"])
	require.Equal(t, "Delete Bob", meta(t, err)["now_name"])
	require.NoError(t, p.CheckUnchanged(1, now.Number))
	require.True(t, fault.Is(p.CheckUnchanged(1, 99), fault.RevisionInFuture))
}

func TestANameThatChangesTooOftenIsNotRememberedForEver(t *testing.T) {
	p := newTab(t, refstore.Options{})
	for i := range 100 {
		p.show(button(1, string(rune('a'+i%26))+"x"))
	}
	require.True(t, fault.Is(p.CheckUnchanged(1, 1), fault.RevisionCompacted))
	require.True(t, fault.Is(p.CheckUnchanged(1, 99), fault.RefChanged))
}

func TestANodeWithoutARefGetsOneOnRequestAndKeepsIt(t *testing.T) {
	p := newTab(t, refstore.Options{})
	rev := p.show(text(1, "x"), button(2, "A"))
	id := rev.Tree.Root.Children[0].ID
	ref, ok := p.RefFor(id)
	require.True(t, ok)
	require.Equal(t, "e2", ref.String())
	again, _ := p.RefFor(id)
	require.Equal(t, ref, again)
	got, err := p.Resolve(ref)
	require.NoError(t, err)
	require.Equal(t, id, got.ID)
	require.Equal(t, tree.FrameID("main"), got.Frame)
	require.Equal(t, "L1", got.LoaderID)
	_, ok = p.RefFor(tree.NewID(7, 7))
	require.False(t, ok)
	require.Empty(t, p.Current().Tree.Root.Children[0].Ref, "the tree shows refs of actionable nodes only")
}

func TestAnIdentityThatOccursAgainIsLeftOut(t *testing.T) {
	p := newTab(t, refstore.Options{})
	rev := p.show(button(1, "A"), list(2, "L", button(1, "A"), text(3, "x")))
	require.Len(t, rev.Tree.Root.Children[1].Children, 1)
	require.Equal(t, 4, rev.Tree.Root.Size())
}

func TestTheBellRingsAtEachRevision(t *testing.T) {
	p := newTab(t, refstore.Options{})
	bell := p.Changed()
	p.show(button(1, "A"))
	<-bell
	bell = p.Changed()
	p.show(button(1, "A"))
	select {
	case <-bell:
		t.Fatal("rang although nothing changed")
	default:
	}
}

func TestGenerationsAreThoseTheProducerCountsWhereItSaysSo(t *testing.T) {
	p := newTab(t, refstore.Options{})
	fork := p.Fork()
	fork.Doc("main", "L3")
	fork.Generation(3)
	rev, _ := fork.Commit(&tree.Tree{Root: &tree.Node{}, Docs: map[tree.FrameID]tree.Doc{"main": fork.Doc("main", "L3")}})
	require.Equal(t, uint64(3), rev.Generation)
	require.Equal(t, uint64(4), p.show(button(1, "A")).Generation)
}

func TestAFrameThatComesAndGoesAllTheTimeMakesNoOtherForgotten(t *testing.T) {
	p := newTab(t, refstore.Options{})
	show := func(frames ...tree.FrameID) map[string]string {
		fork := p.Fork()
		main := fork.Doc("main", p.loader)
		root, docs := &tree.Node{}, map[tree.FrameID]tree.Doc{"main": main}
		for _, frame := range frames {
			docs[frame] = fork.Doc(frame, "L of "+string(frame))
			root.Children = append(root.Children, in(docs[frame], []*tree.Node{button(1, "in "+string(frame))})...)
		}
		rev, _ := fork.Commit(&tree.Tree{Root: root, Docs: docs})
		return refs(rev)
	}
	all := show("menu", "blinks")
	for range 1100 {
		show("blinks")
		show()
	}
	require.Equal(t, all, show("menu", "blinks"))
}
