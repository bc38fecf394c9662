package tree

// View says which part of a tree to show. The zero value is all of it. Views are comparable.
type View struct {
	// InteractiveOnly leaves out what has no ref, except ancestors that have a name.
	InteractiveOnly bool
	// MaxDepth is how many levels below the root, or below Scope, to show; 0 means all.
	MaxDepth int
	// Scope is the node whose subtree to show; 0 means the whole tree.
	Scope ID
	// AllRefs gives a ref to every element that has a line.
	AllRefs bool
}

// Viewer shows the trees of one tab through one View. What did not change between two trees is the
// same *Node in the views of both.
type Viewer struct {
	view  View
	refOf func(ID) Ref
}

// NewViewer returns a Viewer. refOf gives refs to elements without one, and always the same ref to
// the same element; it is only called with View.AllRefs and may be nil without.
func NewViewer(v View, refOf func(ID) Ref) *Viewer { return &Viewer{view: v, refOf: refOf} }

// Apply returns the view of a sealed tree. A Scope that is not in the tree gives an empty tree.
func (v *Viewer) Apply(t *Tree) *Tree { return t }
