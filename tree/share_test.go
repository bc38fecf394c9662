package tree

import (
	"fmt"
	"strings"
	"testing"
)

// replaced returns a copy of a raw tree in which the nodes on the path to a key are new, as a
// capture has it when that node changed, and the node itself is changed.
func replaced(r *Raw, key Key, change func(*Raw)) *Raw {
	if r.Key == key {
		c := *r
		c.built = nil
		change(&c)
		return &c
	}
	for i, kid := range r.Kids {
		if changed := replaced(kid, key, change); changed != kid {
			c := *r
			c.built = nil
			c.Kids = append([]*Raw(nil), r.Kids...)
			c.Kids[i] = changed
			return &c
		}
	}
	return r
}

// find returns the first raw node with a name.
func findRaw(root *Raw, name string) *Raw {
	for r := range raws(root) {
		if r.Name == name {
			return r
		}
	}
	panic("no raw node " + name)
}

// nodes returns all nodes of a tree.
func nodes(t *Tree) map[*Node]bool {
	all := map[*Node]bool{}
	t.Walk(func(e Entry) bool { all[e.Node] = true; return true })
	return all
}

func TestBuildSharesWhatDidNotChange(t *testing.T) {
	root := number(body("top", el("div", "", "a", el("div", "", "b")), el("ul list", "", el("li listitem", "", "one", button("First")), el("li listitem", "", "two", button("Second"))),
		el("div", "", el("span", "", "inline "), "text"), el("table table", "T", el("tr row", "", el("td cell", "x", "x"), el("td cell", "y", "y")))))
	b, docs := NewBuilder(), documents()
	frame := document(root)
	before := b.Build([]Frame{frame}, docs)
	again := b.Build([]Frame{frame}, docs)
	if before.Root != again.Root {
		t.Error("the same capture twice gives two roots")
	}
	frame.Root = replaced(root, findRaw(root, "one").Key, func(r *Raw) { r.Name = "uno" })
	after := b.Build([]Frame{frame}, docs)
	old := nodes(before)
	var fresh []string
	after.Walk(func(e Entry) bool {
		if !old[e.Node] {
			fresh = append(fresh, e.Node.Line())
		}
		return true
	})
	if got := strings.Join(fresh, "\n"); got != "list\nlistitem: \"uno\"" {
		t.Errorf("new nodes are\n%s\nwant the list and the item only", got)
	}
}

func TestBuildStitchesFramesAndNoticesTheirChanges(t *testing.T) {
	owner := el("iframe Iframe", "Payment", FrameOwner)
	inner := el("iframe", "", FrameOwner)
	frames := func(status string) []Frame {
		return []Frame{inFrame("kid", "main", owner, body(el("input textbox", "Card number"), inner)),
			{ID: "deep", LoaderID: "l", Parent: "kid", Owner: inner.Key, Root: number(body(status))}}
	}
	root := number(body(el("div", "", el("section region", "Pay", owner)), button("Back")))
	b, docs := NewBuilder(), documents()
	main := Frame{ID: "main", LoaderID: "l", Root: root}
	rest := frames("unpaid")
	rest[1].Owner = inner.Key
	t1 := b.Build(append([]Frame{main}, rest...), docs)
	t1.Root.Seal()
	wantText(t, t1.Text(), `
		- region "Pay"
		  - iframe "Payment"
		    - textbox "Card number"
		    - iframe
		      - text: "unpaid"
		- button "Back"
		`)
	rest[1].Root = number(body("paid"))
	t2 := b.Build(append([]Frame{main}, rest...), docs)
	t2.Root.Seal()
	wantText(t, t2.Text(), `
		- region "Pay"
		  - iframe "Payment"
		    - textbox "Card number"
		    - iframe
		      - text: "paid"
		- button "Back"
		`)
	if t1.Root.Children[1] != t2.Root.Children[1] {
		t.Error("the button beside the changed frame is a new node")
	}
	if t1.Root.Children[0].Children[0].Children[0] != t2.Root.Children[0].Children[0].Children[0] {
		t.Error("the text box beside the changed frame is a new node")
	}
	rest[1].Root, rest[1].Problem = nil, "too deep"
	t3 := b.Build(append([]Frame{main}, rest...), docs)
	t3.Root.Seal()
	wantText(t, t3.Text(), `
		- region "Pay"
		  - iframe "Payment"
		    - textbox "Card number"
		    - iframe [unreadable="too deep"]
		- button "Back"
		`)
	t4 := b.Build([]Frame{main}, docs)
	t4.Root.Seal()
	wantText(t, t4.Text(), `
		- region "Pay"
		  - iframe "Payment"
		- button "Back"
		`)
}

func TestAHiddenFrameIsNotShown(t *testing.T) {
	owner := el("iframe", "Ad", FrameOwner|Hidden)
	main := document(body(owner, "text"))
	wantText(t, built(main, inFrame("ad", "main", owner, body("invisible"))).Text(), "- text: \"text\"\n")
}

func TestADocumentThatCouldNotBeReadSaysWhy(t *testing.T) {
	tree := built(Frame{ID: "main", Problem: "crashed"})
	wantText(t, tree.Text(), "… the document could not be read: \"crashed\"\n")
	if part := Slice(tree, 0, Budget{Bytes: 200}); part.Text != tree.Text() || !part.Done {
		t.Errorf("a part of it is %+v", part)
	}
}

func TestBuildSurvivesFramesThatClaimToBeInsideThemselves(t *testing.T) {
	owner := el("iframe", "", FrameOwner)
	root := number(body(owner))
	frames := []Frame{{ID: "main", Root: root}, {ID: "a", Parent: "main", Owner: owner.Key, Root: number(body("x"))},
		{ID: "b", Parent: "c", Root: number(body("y"))}, {ID: "c", Parent: "b", Root: number(body("z"))}}
	wantText(t, built(frames...).Text(), "- iframe [ref=e1]\n  - text: \"x\"\n")
}

func TestBuildIsTheSameWithAndWithoutMemory(t *testing.T) {
	b, docs := NewBuilder(), documents()
	frame := document(largePage(50))
	for i := range 50 {
		name := fmt.Sprintf("Edit %d", i)
		target := findRaw(frame.Root, name)
		frame.Root = replaced(frame.Root, target.Key, func(r *Raw) { r.Name = fmt.Sprint("Changed ", i); r.Kids = nil })
		got := b.Build([]Frame{frame}, docs)
		got.Root.Seal()
		fresh := NewBuilder().Build([]Frame{{ID: "main", LoaderID: "l1", Root: unbuilt(frame.Root)}}, documents())
		fresh.Root.Seal()
		if got.Root.Digest() != fresh.Root.Digest() {
			t.Fatalf("after change %d the tree differs from one that is built anew", i)
		}
	}
}

// unbuilt returns a deep copy without memory.
func unbuilt(r *Raw) *Raw {
	c := *r
	c.built = nil
	c.Kids = make([]*Raw, len(r.Kids))
	for i, kid := range r.Kids {
		c.Kids[i] = unbuilt(kid)
	}
	return &c
}

// largePage is a table of rows with ten elements each, like a data table of an application.
func largePage(rows int) *Raw {
	var trs []*Raw
	for i := range rows {
		trs = append(trs, el("tr row", fmt.Sprintf("Pick %d Name %d 1234 some words Edit %d", i, i, i),
			el("td cell", fmt.Sprint("Pick ", i), checkbox(fmt.Sprint("Pick ", i))),
			el("td cell", fmt.Sprint("Name ", i), el("a link", fmt.Sprint("Name ", i), Attrs{URL: fmt.Sprint("/t?r=", i)}, fmt.Sprint("Name ", i))),
			el("td cell", "1234", "1234"),
			el("td cell", "some words", el("span", "", "some words")),
			el("td cell", fmt.Sprint("Edit ", i), button(fmt.Sprint("Edit ", i)))))
	}
	return body(el("h1 heading", "Rows", Attrs{Level: 1}, "Rows"), el("table table", "Rows", el("tbody rowgroup", "", trs)))
}

func TestBuildTakesDeepAndWidePages(t *testing.T) {
	const deep, wide = 20_000, 10_000
	root := el("button button", "Bottom button", "Bottom button")
	for i := range deep {
		if i%2 == 0 {
			root = el("div", "", root)
		} else {
			root = el("div", "", "own text", root)
		}
	}
	tree := built(document(body(root)))
	if got := tree.Root.Size() - 1; got != deep/2+1 {
		t.Errorf("the deep page has %d lines, want %d", got, deep/2+1)
	}
	spans := make([]*Raw, wide)
	for i := range spans {
		spans[i] = el("span", "", "word ")
	}
	tree = built(document(body(el("div", "", spans))))
	text := tree.Text()
	if strings.Count(text, "word") != wide {
		t.Errorf("%d of %d words are shown", strings.Count(text, "word"), wide)
	}
	for line := range strings.Lines(text) {
		if len(line) > maxText+20 {
			t.Fatalf("a line has %d bytes", len(line))
		}
	}
}

func TestBuildKeepsALongTextWholeAndEachPartUnderAnIdOfItsOwn(t *testing.T) {
	var words strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&words, "w%d ", i)
	}
	link := el("a link", words.String(), Attrs{URL: "#"}, words.String())
	tree := built(document(body(el("p paragraph", "", words.String()), link)))
	ids := map[ID]bool{}
	var read []string
	tree.Walk(func(e Entry) bool {
		if ids[e.Node.ID] {
			t.Errorf("two lines have the id %x", e.Node.ID)
		}
		ids[e.Node.ID] = true
		read = append(read, e.Node.Said())
		return true
	})
	whole := strings.TrimSpace(words.String())
	if got := strings.Join(read, " "); got != whole+" "+whole {
		t.Error("the parts are not the text, once in the paragraph and once in the link")
	}
	if n := tree.Root.Children[1]; n.Name != "" || n.Ref == 0 {
		t.Errorf("the link is %.80s, want a ref and no name", n.Line())
	}
}

func TestNoLineOfAnEndlessTextIsLongAndWhatIsLeftOutIsSaid(t *testing.T) {
	const size = 6 << 20
	tree := built(document(body(strings.Repeat("x", size))))
	shown, last := 0, ""
	tree.Walk(func(e Entry) bool {
		last = e.Node.Name
		shown += strings.Count(last, "x")
		if len(last) > maxText+40 {
			t.Errorf("a line has %d bytes", len(last))
		}
		return true
	})
	if want := "… (" + plural(size-shown, "more byte") + ")"; !strings.HasSuffix(last, want) {
		t.Errorf("the text ends with %q, want %q", last[max(0, len(last)-40):], want)
	}
}

func TestALongTextIsNotCutInsideACharacter(t *testing.T) {
	text := strings.Repeat("e\u0301", 2000)
	tree := built(document(body(text)))
	var whole strings.Builder
	tree.Walk(func(e Entry) bool {
		if strings.HasPrefix(e.Node.Name, "\u0301") || len(e.Node.Name) > maxText {
			t.Errorf("a line of %d bytes begins with %.6q", len(e.Node.Name), e.Node.Name)
		}
		whole.WriteString(e.Node.Name)
		return true
	})
	if whole.String() != text {
		t.Error("the parts are not the text")
	}
}

func TestATextHasTheIdOfItsFirstWord(t *testing.T) {
	first := &Raw{Kind: Text, Tag: "#text", Name: " ", Key: 50}
	second := &Raw{Kind: Text, Tag: "#text", Name: " ", Key: 51}
	word := &Raw{Kind: Text, Tag: "#text", Name: "word", Key: 52}
	tree := built(document(body(el("span", "", first), el("span", "", second), el("span", "", word))))
	if key := tree.Root.Children[0].ID.Key(); key != word.Key {
		t.Errorf("the text has the key %d, want %d", key, word.Key)
	}
}
