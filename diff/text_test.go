package diff_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/tree"
)

// outline makes a tree of lines "key name" indented by two spaces a level.
func outline(text string) *tree.Tree {
	root := &tree.Node{}
	way := []*tree.Node{root}
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		words := strings.Fields(line)
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		n := &tree.Node{ID: tree.NewID(1, key(words[0])), Role: "item", Name: strings.Join(words[1:], " ")}
		up := way[depth]
		up.Children = append(up.Children, n)
		way = append(way[:depth+1], n)
	}
	root.Seal()
	return &tree.Tree{Root: root}
}

func key(word string) tree.Key {
	var k tree.Key
	for _, c := range word {
		k = k*256 + tree.Key(c)
	}
	return k
}

func changes(a, b *tree.Tree, context int) string {
	return diff.Text(a, b, diff.Between(a, b), context)
}

// text renders a tree as the text of a delta does.
func text(n *tree.Node, depth int) string {
	var s strings.Builder
	for _, kid := range n.Children {
		s.WriteString(strings.Repeat("  ", depth) + "- " + kid.Line() + "\n" + text(kid, depth+1))
	}
	return s.String()
}

func TestTextShowsAChangedLineWithItsAncestorsAndContext(t *testing.T) {
	a := outline(`
a banner
b main
  c list
    d one
    e two
    f three
    g four
    h five
    i six
  j footer`)
	b := outline(`
a banner
b main
  c list
    d one
    e two
    f three
    g four!
    h five
    i six
  j footer`)
	require.Equal(t, `  - item "main"
    - item "list"
      …
      - item "three"
-     - item "four"
+     - item "four!"
      - item "five"
1 added, 1 removed
`, changes(a, b, 1))
}

func TestTextGivesAnAncestorOnlyOnce(t *testing.T) {
	a := outline("a list\n  b 1\n  c 2\n  d 3\n  e 4\n  f 5\n  g 6")
	b := outline("a list\n  b 1!\n  c 2\n  d 3\n  e 4\n  f 5\n  g 6!")
	require.Equal(t, `  - item "list"
-   - item "1"
+   - item "1!"
    - item "2"
    …
    - item "5"
-   - item "6"
+   - item "6!"
2 added, 2 removed
`, changes(a, b, 1))
}

func TestTextShowsASingleLineInsteadOfAGap(t *testing.T) {
	a := outline("a list\n  b 1\n  c 2\n  d 3\n  e 4\n  f 5")
	b := outline("a list\n  b 1!\n  c 2\n  d 3\n  e 4\n  f 5!")
	require.NotContains(t, changes(a, b, 1), "…")
}

func TestTextShowsWhatMovedWhereItWasAndWhereItIs(t *testing.T) {
	a := outline("a x\n  b row\n    c cell\nd y\n  e z")
	b := outline("a x\nd y\n  e z\n  b row\n    c cell")
	require.Equal(t, `  - item "x"
-   - item "row"
-     … 1 line below it
  - item "y"
    - item "z"
+   - item "row"
+     … 1 line below it
1 added, 1 removed
`, changes(a, b, 3))
}

func TestTextOfAnAddedAndARemovedSubtreeHasAllItsLines(t *testing.T) {
	a := outline("a x\nb old\n  c inner")
	b := outline("a x\nd new\n  e first\n  f second")
	require.Equal(t, `  - item "x"
- - item "old"
-   - item "inner"
+ - item "new"
+   - item "first"
+   - item "second"
3 added, 2 removed
`, changes(a, b, 3))
}

func TestTextLeavesOutContextThatIsDeeperThanTheChange(t *testing.T) {
	a := outline("a list\n  b row 1\n    c cell\n  d row 2\n    e cell\n    f cell\n  g row 3\n    h cell")
	b := outline("a list\n  b row 1\n    c cell\n  d row 2!\n    e cell\n    f cell\n  g row 3\n    h cell")
	require.Equal(t, `  - item "list"
    - item "row 1"
    …
-   - item "row 2"
+   - item "row 2!"
    …
    - item "row 3"
1 added, 1 removed
`, changes(a, b, 4))
}

func TestTextOfAVeryDeepPageStaysSmall(t *testing.T) {
	deep := func(name string) *tree.Tree {
		root := &tree.Node{}
		for i, at := 0, root; i < 5000; i++ {
			at.Children = []*tree.Node{{ID: tree.NewID(1, tree.Key(i+1)), Role: "list", Name: name}}
			if at = at.Children[0]; i < 4999 {
				at.Name = "l"
			}
		}
		root.Seal()
		return &tree.Tree{Root: root}
	}
	got := changes(deep("before"), deep("after"), 3)
	require.Less(t, len(got), 500_000)
	require.Contains(t, got, "- list \"after\"\n")
}

func TestTextOfNothingSaysSo(t *testing.T) {
	a := outline("a x")
	require.Equal(t, "0 added, 0 removed\n", changes(a, a, 3))
}

func TestTextOfARenderedAgainListShowsOnlyWhatReadsDifferently(t *testing.T) {
	a := outline("a list\n  b row 1\n    c cell\n  d row 2\n    e cell\n  f row 3\n    g cell")
	b := outline("a list\n  h row 1\n    i cell\n  j row two\n    k cell\n  l row 3\n    m cell")
	require.Equal(t, `  - item "list"
    - item "row 1"
    …
-   - item "row 2"
+   - item "row two"
    …
    - item "row 3"
1 added, 1 removed
`, changes(a, b, 3))
	require.Equal(t, "0 added, 0 removed\n", changes(a, outline("a list\n  h row 1\n    i cell\n  j row 2\n    k cell\n  l row 3\n    m cell"), 3))
}

// side returns the lines of one side of a delta's text.
func side(s string, gutter byte) string {
	var out strings.Builder
	lines := strings.SplitAfter(s, "\n")
	for _, line := range lines[:len(lines)-2] {
		if line[0] == ' ' || line[0] == gutter {
			out.WriteString(line[2:])
		}
	}
	return out.String()
}

func TestTextWithEveryLineHoldsBothTrees(t *testing.T) {
	for seed := range uint64(3000) {
		w := newWorld(seed)
		a := w.tree(w.IntN(40))
		b := w.later(a, w.IntN(8), seed%2 == 0)
		d := diff.Between(a, b)
		got := diff.Text(a, b, d, -1)
		if d.Added+d.Removed == 0 {
			continue
		}
		require.Equal(t, text(b.Root, 0), side(got, '+'), "seed %d", seed)
		if !moves(d) {
			require.Equal(t, text(a.Root, 0), side(got, '-'), "seed %d", seed)
		}
	}
}

func moves(d *diff.Delta) bool {
	for _, op := range d.Ops {
		if op.Kind == diff.Moved {
			return true
		}
	}
	return false
}

func TestTheLastLineOfTextCountsItsLines(t *testing.T) {
	for seed := range uint64(3000) {
		w := newWorld(seed)
		a := w.tree(w.IntN(40))
		b := w.later(a, w.IntN(8), seed%2 == 0)
		d := diff.Between(a, b)
		got := diff.Text(a, b, d, w.IntN(4))
		require.Equal(t, d.Added, count(got, '+'), "seed %d\n%s", seed, got)
		require.Equal(t, d.Removed, count(got, '-'), "seed %d\n%s", seed, got)
	}
}

// count returns how many lines of a tree a text has on one side.
func count(s string, gutter byte) int {
	n := 0
	for line := range strings.Lines(s) {
		if line[0] == gutter && !strings.Contains(line, "…") {
			n++
		}
	}
	return n
}
