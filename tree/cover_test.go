package tree

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCoverMarksWhatIsCoveredAndSharesTheRest(t *testing.T) {
	node := func(id ID, ref Ref, role string, kids ...*Node) *Node {
		return &Node{ID: id, Ref: ref, Role: role, Name: "x", Actionable: ref != 0, Children: kids}
	}
	untouched := node(5, 0, "list", node(6, 3, "link"))
	whole := &Tree{Root: &Node{Children: []*Node{
		node(1, 0, "main", node(2, 1, "button"), node(3, 2, "button")), untouched, node(7, 4, "dialog"),
	}}}
	whole.Root.Seal()
	before := whole.Text()

	marked := Cover(whole, map[ID]Ref{2: 4, 3: 0, 99: 4})
	require.Equal(t, `- main "x"
  - button "x" [ref=e1] [covered=e4]
  - button "x" [ref=e2] [covered]
- list "x"
  - link "x" [ref=e3]
- dialog "x" [ref=e4]
`, marked.Text())
	require.Same(t, untouched, marked.Root.Children[1])
	require.Equal(t, before, whole.Text())
	require.NotEqual(t, whole.Root.Digest(), marked.Root.Digest())
	require.Same(t, whole.Root, Cover(whole, nil).Root)
}
