package refstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// rows returns a list of records, each with a button of the same name, whose keys begin at from.
func rows(from int, names ...string) *tree.Node {
	l := list(from, "Tasks")
	for i, name := range names {
		k := from + 10*i
		l.Children = append(l.Children, &tree.Node{
			ID: tree.ID(k + 1), Role: "listitem", Name: name,
			Children: []*tree.Node{text(k+2, name), button(k+3, "Edit"), button(k+4, "Delete")},
		})
	}
	return l
}

func TestAListThatIsRenderedAgainKeepsItsRefs(t *testing.T) {
	p := newTab(t, refstore.Options{})
	before := p.show(rows(1000, "Ann", "Bob", "Cid"))
	after := p.show(rows(2000, "Ann", "Bob", "Cid"))
	require.Len(t, after.Rebound, 6)
	require.Equal(t, before.Tree.Root.Digest(), after.Tree.Root.Digest(), "the text is the same")
	got, err := p.Resolve(1)
	require.NoError(t, err)
	require.True(t, got.Rebound)
	require.Equal(t, tree.Key(2003), got.Key)
	require.Equal(t, refstore.Rebound{
		Ref: 1, Old: tree.NewID(1, 1003), New: tree.NewID(1, 2003), Role: "button", Name: "Edit",
	}, after.Rebound[0])
}

func TestARecordThatReadsDifferentlyIsNotAdopted(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(rows(1000, "Ann", "Bob", "Cid"))
	after := p.show(rows(2000, "Ann", "Eve", "Cid"))
	require.Len(t, after.Rebound, 4)
	require.Equal(t, "STALE_REF node_gone", p.why(3))
	require.Equal(t, "STALE_REF node_gone", p.why(4))
}

func TestAdoptionFollowsTheRecordWhenARenderedAgainListIsSorted(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(rows(1000, "Ann", "Bob"))
	p.show(rows(2000, "Bob", "Ann"))
	ann, err := p.Resolve(1)
	require.NoError(t, err)
	require.Equal(t, tree.Key(2013), ann.Key, "e1 is still the Edit of Ann, now in the second row")
}

func TestWhatIsNotUniqueIsNeverAdopted(t *testing.T) {
	gone := func(why string, before, after []*tree.Node, ref tree.Ref) {
		t.Run(why, func(t *testing.T) {
			p := newTab(t, refstore.Options{})
			p.show(before...)
			rev := p.show(after...)
			require.Empty(t, rev.Rebound)
			require.Equal(t, "STALE_REF node_gone", p.why(ref))
		})
	}
	gone("two equal ones before",
		[]*tree.Node{rows(1000, "Ann", "Ann")}, []*tree.Node{rows(2000, "Ann")}, 1)
	gone("two equal ones after",
		[]*tree.Node{rows(1000, "Ann")}, []*tree.Node{rows(2000, "Ann", "Ann")}, 1)
	gone("an equal one that stays",
		[]*tree.Node{button(1, "Go"), button(2, "Go")}, []*tree.Node{button(3, "Go"), button(2, "Go")}, 1)
	gone("one that stays gets the name",
		[]*tree.Node{button(1, "Go"), button(2, "Stop")}, []*tree.Node{button(3, "Go"), button(2, "Go")}, 1)
	gone("one that stays had the name",
		[]*tree.Node{button(1, "Go"), button(2, "Go")}, []*tree.Node{button(3, "Go"), button(2, "Stop")}, 1)
	gone("unnamed without a named ancestor",
		[]*tree.Node{list(9, "", button(1, ""))}, []*tree.Node{list(9, "", button(2, ""))}, 1)
	gone("unnamed below a name that is not unique",
		[]*tree.Node{list(8, "L", button(1, "")), list(9, "L")}, []*tree.Node{list(8, "L", button(2, "")), list(9, "L")}, 1)
	gone("another ancestor",
		[]*tree.Node{list(8, "L", button(1, "Go"))}, []*tree.Node{list(9, "M", button(2, "Go"))}, 1)
	gone("an ancestor that was renamed",
		[]*tree.Node{list(8, "L", button(1, "Go"))}, []*tree.Node{list(8, "M", button(2, "Go"))}, 1)
	gone("a frame",
		[]*tree.Node{{ID: 1, Role: "iframe", Name: "Pay", Actionable: true}},
		[]*tree.Node{{ID: 2, Role: "iframe", Name: "Pay", Actionable: true}}, 1)
	gone("a page that came to life",
		[]*tree.Node{button(1, "Go")},
		[]*tree.Node{{ID: 2, Role: "button", Name: "Go", Actionable: true, Listening: true}}, 1)
}

func TestAnUnnamedElementIsAdoptedBelowAUniqueName(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(list(9, "L", button(1, "")))
	rev := p.show(list(9, "L", button(2, "")))
	require.Len(t, rev.Rebound, 1)
}

func TestOnlyWhatGoesAndComesInOneCommitIsAdopted(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Go"))
	p.show()
	rev := p.show(button(2, "Go"))
	require.Empty(t, rev.Rebound)
	require.Equal(t, map[string]string{"Go": "e2"}, refs(rev))
}

func TestAnElementThatComesBackAfterItsRefWasTakenOverGetsANewOne(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Go"))
	p.show(button(2, "Go"))
	rev := p.show(button(2, "Go"), button(1, "Stop"))
	require.Equal(t, map[string]string{"Go": "e1", "Stop": "e2"}, refs(rev))
}

func TestARefGivenOnRequestIsAdoptedToo(t *testing.T) {
	p := newTab(t, refstore.Options{})
	rev := p.show(list(1, "L", text(2, "x")))
	ref, _ := p.RefFor(rev.Tree.Root.Children[0].Children[0].ID)
	rev = p.show(list(3, "L", text(4, "x")))
	require.Len(t, rev.Rebound, 1)
	got, err := p.Resolve(ref)
	require.NoError(t, err)
	require.Equal(t, tree.Key(4), got.Key)
}

// items returns a list of records without names, each with a text and a button of the same name.
func items(from int, texts ...string) *tree.Node {
	l := list(from, "")
	for i, s := range texts {
		l.Children = append(l.Children, &tree.Node{
			ID: tree.ID(from + 2*i + 1), Role: "listitem", Value: s, HasValue: true,
			Children: []*tree.Node{button(from+2*i+2, "Delete")},
		})
	}
	return l
}

func TestWhatOnlyTheTextsOfItsAncestorsTellApartIsAdoptedByThem(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(items(1000, "Ann", "Bob", "Cid"))
	rev := p.show(items(2000, "Cid", "Ann", "Eve"))
	require.Len(t, rev.Rebound, 2)
	ann, err := p.Resolve(1)
	require.NoError(t, err)
	require.Equal(t, tree.Key(2004), ann.Key)
	require.Equal(t, "STALE_REF node_gone", p.why(2), "nobody deletes Eve with a plan made for Bob")
}

func TestWhatTheNamesTellApartIsAdoptedAlthoughATextDiffers(t *testing.T) {
	p := newTab(t, refstore.Options{})
	page := func(from int, text string) *tree.Node {
		l := items(from, "Ann", text)
		l.Children[1].Children[0].Name = "Delete the second"
		return l
	}
	p.show(page(1000, "Bob"))
	require.Len(t, p.show(page(2000, "Bob (updated)")).Rebound, 2)
}

// alive is a button that listens.
func alive(key int) *tree.Node {
	return &tree.Node{ID: tree.ID(key), Role: "button", Name: "Go", Actionable: true, Listening: true}
}

func TestListenersThatComeLaterCountForTheNextAdoption(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Go"))
	_, changed := p.commit(alive(1))
	require.False(t, changed, "listeners are no part of the tree")
	rev := p.show(alive(2))
	require.Len(t, rev.Rebound, 1)
}

func TestAnAdoptionIsUndoneWhenTheElementTurnsOutToListenWhereTheOldOneDidNot(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(button(1, "Go"))
	p.unheard = true
	require.Len(t, p.show(button(2, "Go")).Rebound, 1)
	require.Len(t, p.show(button(3, "Go")).Rebound, 1, "not heard either")
	p.unheard = false
	rev := p.show(alive(3))
	require.Equal(t, map[string]string{"Go": "e2"}, refs(rev))
	require.Equal(t, "STALE_REF node_gone", p.why(1))
	_, ok := p.Last(1)
	require.False(t, ok, "the element of the ref is gone, whoever has its place")
}

func TestAnAdoptionStandsWhenTheElementTurnsOutToBeAlike(t *testing.T) {
	for name, row := range map[string]func(int) *tree.Node{
		"neither listens": func(key int) *tree.Node { return button(key, "Go") },
		"both listen":     alive,
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, refstore.Options{})
			p.show(row(1))
			p.unheard = true
			require.Len(t, p.show(button(2, "Go")).Rebound, 1)
			p.unheard = false
			require.Equal(t, map[string]string{"Go": "e1"}, refs(p.show(row(2))))
			require.Equal(t, map[string]string{"Go": "e1"}, refs(p.show(alive(2))), "what listens later is the same element")
		})
	}
}

func TestReboundsOfSeveralRevisionsAreOneStep(t *testing.T) {
	p := newTab(t, refstore.Options{})
	first := p.show(button(1, "Go"))
	p.show(button(2, "Go"))
	p.show(button(3, "Go"))
	revs, err := p.Since(first.Number)
	require.NoError(t, err)
	require.Equal(t, []refstore.Rebound{
		{Ref: 1, Old: tree.NewID(1, 1), New: tree.NewID(1, 3), Role: "button", Name: "Go"},
	}, refstore.Rebounds(revs[1:]))
}

func TestTheButtonOfTheOnlyRecordIsNotAdoptedByThatOfAnother(t *testing.T) {
	row := func(role string, from int, name string, cells ...*tree.Node) *tree.Node {
		l := list(from, "Tasks")
		l.Children = []*tree.Node{{ID: tree.ID(from + 1), Role: role, Children: append(cells, button(from+9, name))}}
		return l
	}
	cell := func(key int, name string) *tree.Node { return &tree.Node{ID: tree.ID(key), Role: "cell", Name: name} }
	link := func(key int, name string) *tree.Node {
		return &tree.Node{ID: tree.ID(key), Role: "link", Name: name, Actionable: true}
	}
	for why, c := range map[string]struct {
		before, after *tree.Node
		adopted       bool
	}{
		"another text":            {row("listitem", 1000, "Delete", text(1002, "Ann")), row("listitem", 2000, "Delete", text(2002, "Bob")), false},
		"the same text":           {row("listitem", 1000, "Delete", text(1002, "Ann")), row("listitem", 2000, "Delete", text(2002, "Ann")), true},
		"more text":               {row("listitem", 1000, "Delete", text(1002, "Ann")), row("listitem", 2000, "Delete", text(2002, "Ann (updated)")), true},
		"another cell":            {row("row", 1000, "Delete", cell(1002, "1"), cell(1003, "Ann")), row("row", 2000, "Delete", cell(2002, "1"), cell(2003, "Bob")), false},
		"another link":            {row("row", 1000, "Delete", link(1002, "Ann")), row("row", 2000, "Delete", link(2002, "Bob")), false},
		"a number in the name":    {row("row", 1000, "Delete 17", cell(1003, "late")), row("row", 2000, "Delete 17", cell(2003, "paid")), true},
		"the record in the name":  {row("row", 1000, "Delete Ann", cell(1003, "Ann is late")), row("row", 2000, "Delete Ann", cell(2003, "Ann has paid")), true},
		"a text beside no record": {row("paragraph", 1000, "Reset", text(1002, "Count: 1")), row("paragraph", 2000, "Reset", text(2002, "Count: 2")), true},
	} {
		t.Run(why, func(t *testing.T) {
			p := newTab(t, refstore.Options{})
			p.show(c.before)
			after := p.show(c.after)
			found := false
			for _, r := range after.Rebound {
				found = found || r.Role == "button"
			}
			require.Equal(t, c.adopted, found)
		})
	}
}
