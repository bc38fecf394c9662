package diff

import "github.com/observer-svc/observer-svc/tree"

// Kind is what an Op does.
type Kind uint8

// The kinds of operations.
const (
	Added Kind = iota + 1
	Removed
	Changed
	Moved
	Renewed
)

// Op is one change. Operations are applied in their order.
type Op struct {
	Kind Kind
	// ID is the root of what is removed or moved, or the node that is changed or renewed; as it is
	// before the operation.
	ID tree.ID
	// Node is the subtree to add, or the node as it is after a change; its children count only for
	// Added.
	Node *tree.Node
	// Parent and After say where what is added or moved stands: under Parent (0 is the root), right
	// after the sibling After (0 is the first place).
	Parent, After tree.ID
	// IDs are, for Renewed, the new identities of the nodes of the subtree in document order. The
	// subtree says what it said before.
	IDs []tree.ID
}

// Delta is all that changed between two trees.
type Delta struct {
	Ops []Op
	// Added and Removed are how many lines the text of the delta adds and removes.
	Added, Removed int
}

// Empty reports whether the trees are the same, identities included.
func (d *Delta) Empty() bool { return len(d.Ops) == 0 }

// Between returns the changes that turn a into b.
func Between(a, b *tree.Tree) *Delta { return &Delta{} }

// Apply returns the tree that a becomes by the changes. It fails, and never panics, when d does not
// fit a.
func Apply(a *tree.Tree, d *Delta) (*tree.Tree, error) { return a, nil }

// Text returns the changes for a model to read: a gutter of " ", "-" or "+", context lines and
// ancestors, "…" for gaps, and a last line "N added, M removed".
func Text(a, b *tree.Tree, d *Delta, context int) string { return "" }
