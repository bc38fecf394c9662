package diff

import "github.com/observer-svc/observer-svc/tree"

// Kind is what an Op does.
type Kind uint8

// The kinds of operations.
const (
	// Added inserts a subtree.
	Added Kind = iota + 1
	// Removed takes a subtree away.
	Removed
	// Changed replaces what a node says, and its identity when a framework replaced the element.
	Changed
	// Moved puts a subtree to another place.
	Moved
	// Renewed gives new identities to the nodes of a subtree that says what it said before.
	Renewed
)

// Op is one change. Operations are applied in their order.
type Op struct {
	Kind Kind
	// ID is the node that is removed, changed, moved or renewed, as it is called before the
	// operation; 0 for Added.
	ID tree.ID
	// Node is the subtree to add, or the node as it is after a change. A changed node keeps the
	// children it had, not those of Node, and is called Node.ID from then on.
	Node *tree.Node
	// Parent and After say where what is added or moved stands: under Parent (0 is the root), right
	// after the sibling After (0 for the first place).
	Parent, After tree.ID
	// IDs are, for Renewed, the new identities of the nodes of the subtree in document order.
	IDs []tree.ID
}

// Delta is all that changed between two trees.
type Delta struct {
	Ops []Op
	// Added and Removed are how many lines the text of the delta adds and removes. A changed line
	// counts as both, so does the first line of what moved; what was only renewed counts as neither.
	Added, Removed int

	matched *matching // for the text; nil in deltas that Between did not make
}

// Empty reports whether the trees are the same, identities included.
func (d *Delta) Empty() bool { return len(d.Ops) == 0 }

// FullIsSmaller reports whether the whole tree b takes no more lines than the delta that leads to
// it, so that it is better to send the tree.
func (d *Delta) FullIsSmaller(b *tree.Tree) bool {
	return d.Added+d.Removed >= b.Root.Size()
}

// Between returns the changes that turn a into b. Both must be sealed trees of one tab. What they
// share by pointer is not looked into, so the cost follows the change: all nodes on the paths from
// the root to what changed, with their children, but nothing below those.
func Between(a, b *tree.Tree) *Delta {
	if a.Root == b.Root {
		return &Delta{}
	}
	m := newMatching()
	m.byIdentity(a.Root, b.Root)
	m.byContent()
	m.order(a.Root, b.Root)
	w := writer{matching: m, delta: &Delta{matched: m}}
	w.lines(b.Root)
	w.places(b.Root)
	w.removals()
	return w.delta
}
