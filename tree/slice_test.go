package tree

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// withoutMarkers removes the lines that stand for no node.
func withoutMarkers(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, markerSign) {
			out.WriteString(line)
		}
	}
	return out.String()
}

func TestPartsInARowAreTheWholeText(t *testing.T) {
	tree := built(document(largePage(300)))
	counter := NewCounter()
	for _, budget := range []Budget{{Bytes: 200}, {Bytes: 3000}, {Tokens: 50, Counter: counter}, {Tokens: 4000, Counter: counter}, {}} {
		t.Run(fmt.Sprintf("%d bytes %d tokens", budget.Bytes, budget.Tokens), func(t *testing.T) {
			var whole strings.Builder
			seen, at := 0, 0
			for done := false; !done; {
				part := Slice(tree, at, budget)
				if used := budget.used(part.Text); budget.limit() > 0 && used > budget.limit() {
					t.Fatalf("the part at %d takes %d of %d", at, used, budget.limit())
				}
				if len(part.Entries) == 0 {
					t.Fatalf("the part at %d has no nodes", at)
				}
				assertEntries(t, part)
				seen += len(part.Entries)
				if part.Omitted != tree.Root.Size()-1-seen || part.Next != seen {
					t.Fatalf("%d nodes follow, next is %d, after %d of %d", part.Omitted, part.Next, seen, tree.Root.Size()-1)
				}
				whole.WriteString(withoutMarkers(part.Text))
				at, done = part.Next, part.Done
			}
			if whole.String() != tree.Text() {
				t.Error("the parts are not the text")
			}
		})
	}
}

// used returns what a text really takes.
func (b Budget) used(text string) int {
	if b.Tokens == 0 {
		return len(text)
	}
	codec, err := b.Counter.load()
	if err != nil {
		panic(err)
	}
	n, err := codec.Count(text)
	if err != nil {
		panic(err)
	}
	return n
}

// assertEntries checks that the lines of a part are those of its nodes.
func assertEntries(t *testing.T, part Part) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(part.Text, "\n"), "\n")
	if len(lines) != part.Lines {
		t.Fatalf("the part says it has %d lines, it has %d", part.Lines, len(lines))
	}
	for _, e := range part.Entries {
		if want := strings.Repeat("  ", e.Depth) + "- " + e.Node.Line(); lines[e.Line] != want {
			t.Fatalf("line %d is %q, want %q", e.Line, lines[e.Line], want)
		}
	}
}

func TestSliceSaysWhatIsMissing(t *testing.T) {
	tree := built(document(largePage(3)))
	first := Slice(tree, 0, Budget{Bytes: 240})
	wantText(t, first.Text, `
		- heading "Rows" [level=1]
		- table "Rows"
		  - row
		    - checkbox "Pick 0" [ref=e1]
		    - link "Name 0" [ref=e2] [url=/t?r=0]
		    - cell "1234"
		    - cell "some words"
		… 13 more nodes; read on with the cursor of this answer
		`)
	rest := Slice(tree, first.Next, Budget{Bytes: 2000})
	wantText(t, rest.Text[:strings.Index(rest.Text, "  - row")], `
		… 7 nodes before, in table "Rows"
		    - button "Edit 0" [ref=e3]
		`)
	if !rest.Done {
		t.Error("the rest is not the rest")
	}
}

func TestSliceNeverCutsANodeAndSaysWhatItTakes(t *testing.T) {
	tree := built(document(body(el("a link", strings.Repeat("long ", 100), Attrs{URL: "#"}), "tail")))
	part := Slice(tree, 0, Budget{Bytes: 200})
	if len(part.Entries) != 0 || part.Done || part.Next != 0 || part.Need <= 200 {
		t.Fatalf("a node that does not fit gives %+v", part)
	}
	if again := Slice(tree, part.Next, Budget{Bytes: part.Need}); len(again.Entries) == 0 {
		t.Errorf("with the %d bytes that were said to be needed: %+v", part.Need, again)
	}
	if !strings.Contains(part.Text, "read on with a larger budget") {
		t.Errorf("the part does not say what to do: %q", part.Text)
	}
}

func TestTheBudgetThatIsSaidToBeNeededIsEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var parts []*Raw
	for i := range 60 {
		name := strings.Repeat("long name ", r.IntN(60)) + fmt.Sprint(i)
		parts = append(parts, el("section region", "Region "+name, el("a link", name, Attrs{URL: "#"}), "text "+name))
	}
	tree := built(document(body(parts)))
	counter := NewCounter()
	for _, unit := range []func(int) Budget{
		func(n int) Budget { return Budget{Bytes: 200 + n} },
		func(n int) Budget { return Budget{Tokens: 50 + n, Counter: counter} },
	} {
		var whole strings.Builder
		for at, done := 0, false; !done; {
			budget := unit(r.IntN(100))
			part := Slice(tree, at, budget)
			if part.Need > 0 {
				budget = unit(part.Need - unit(0).limit())
				part = Slice(tree, at, budget)
			}
			if len(part.Entries) == 0 || budget.used(part.Text) > budget.limit() {
				t.Fatalf("with a budget of %d at %d: %d nodes, %d used\n%s", budget.limit(), at, len(part.Entries), budget.used(part.Text), part.Text)
			}
			assertEntries(t, part)
			whole.WriteString(withoutMarkers(part.Text))
			at, done = part.Next, part.Done
		}
		if whole.String() != tree.Text() {
			t.Error("the parts are not the text")
		}
	}
}

func TestChunksAreTheTextAsItIs(t *testing.T) {
	tree := NewViewer(View{MaxDepth: 2}, nil).Apply(built(document(largePage(100))))
	var whole strings.Builder
	line := 0
	for at, done := 0, false; !done; {
		part := Chunk(tree, at, 500)
		assertEntries(t, part)
		line += part.Lines
		whole.WriteString(part.Text)
		at, done = part.Next, part.Done
	}
	if whole.String() != tree.Text() || strings.Count(whole.String(), "\n") != line {
		t.Error("the chunks are not the text with its markers")
	}
}

func TestPartsOfAnEmptyTree(t *testing.T) {
	tree := built(document(body()))
	if part := Slice(tree, 0, Budget{Bytes: 200}); !part.Done || part.Text != "" {
		t.Errorf("an empty page gives %+v", part)
	}
	found, _ := Find(built(document(body("text"))), Query{Text: "zebra"})
	if part := Slice(found, 0, Budget{Bytes: 200}); !part.Done || part.Text != found.Text() || part.Lines != 1 {
		t.Errorf("a view that left out everything gives %+v", part)
	}
}

func TestCountsOfLinesAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	counter := NewCounter()
	for range 60 {
		var parts []*Raw
		for range 20 {
			parts = append(parts, el("p paragraph", "", randomString(r)+" 日本語 words"), el("a link", randomString(r), Attrs{URL: "/" + randomString(r)}), el("section region", randomString(r), el("ul list", "", el("li listitem", "", "x"+randomString(r)))))
		}
		text := built(document(body(parts))).Text()
		sum := 0
		for line := range strings.Lines(text) {
			sum += counter.Count(line)
		}
		if whole := (Budget{Tokens: 1, Counter: counter}).used(text); sum < whole {
			t.Fatalf("the lines have %d tokens, the text has %d", sum, whole)
		}
	}
}

func TestCountingALongLineTakesTimeInProportion(t *testing.T) {
	counter := NewCounter()
	long := strings.Repeat("a", 1_000_000)
	if n := counter.Count(long); n > len(long) || n == 0 {
		t.Errorf("a million letters are %d tokens", n)
	}
}

func TestATableOfTenThousandRowsIsReadToTheLastRow(t *testing.T) {
	const rows = 10_000
	tree := built(document(largePage(rows)))
	budget := Budget{Tokens: 4000, Counter: NewCounter()}
	var whole strings.Builder
	parts := 0
	for at, done := 0, false; !done; parts++ {
		part := Slice(tree, at, budget)
		whole.WriteString(withoutMarkers(part.Text))
		at, done = part.Next, part.Done
	}
	if whole.String() != tree.Text() {
		t.Error("the parts are not the text")
	}
	table := tree.Root.Children[1]
	last := table.Children[rows-1]
	scoped := NewViewer(View{Scope: last.ID}, nil).Apply(tree)
	if part := Slice(scoped, 0, budget); !part.Done || !strings.Contains(part.Text, fmt.Sprint("Edit ", rows-1)) {
		t.Errorf("the last row by itself is %q", part.Text)
	}
	t.Logf("%d bytes in %d parts", whole.Len(), parts)
}
