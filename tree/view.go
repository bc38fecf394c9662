package tree

import "slices"

// View says which part of a tree to show. The zero value is all of it. Views are comparable.
type View struct {
	// InteractiveOnly leaves out what has no ref, except ancestors that have a name.
	InteractiveOnly bool
	// MaxDepth is how many levels below the root, or below Scope, to show; 0 means all.
	MaxDepth int
	// Scope is the node whose subtree to show; 0 means the whole tree.
	Scope ID
	// AllRefs gives a ref to every line. That of a text stands for the element the text is in.
	AllRefs bool
}

// Viewer shows the trees of one tab through one View. What did not change between two trees is the
// same *Node in the views of both.
type Viewer struct {
	view  View
	refOf func(ID) Ref
	memo  map[*Node]viewed
	last  *Node // the root of the last view
}

// viewed is what a node looks like in the view: itself, nothing, or the nodes in it.
type viewed struct {
	nodes []*Node
	depth int // where the node was; 0 in a view that is not cut in depth
}

// NewViewer returns a Viewer. refOf gives refs to elements without one, and always the same ref to
// the same element; it is only called with View.AllRefs and may be nil without.
func NewViewer(v View, refOf func(ID) Ref) *Viewer {
	if refOf == nil {
		v.AllRefs = false
	}
	return &Viewer{view: v, refOf: refOf, memo: map[*Node]viewed{}}
}

// Apply returns the view of a sealed tree, sealed. A Scope that is not in the tree gives an empty
// tree.
func (v *Viewer) Apply(t *Tree) *Tree {
	if v.view == (View{}) {
		return t
	}
	out := *t
	root, top := t.Root, t.Root
	if v.view.Scope != 0 {
		found := t.Find(v.view.Scope)
		root = &Node{}
		if found != nil {
			root.Children = []*Node{found}
		}
		top = root
	}
	out.Root = v.rootOf(top)
	if v.view.InteractiveOnly {
		shown := out.Root.Size() + cutBelow(out.Root)
		out.Omitted = root.Size() - shown
		out.OmittedWhy = "without a ref left out, texts among them; interactive_only false shows them"
	}
	v.sweep(top)
	return &out
}

// rootOf returns the view of a root.
func (v *Viewer) rootOf(root *Node) *Node {
	depth := 1
	if v.view.Scope != 0 {
		depth = 0 // levels are counted from the scope
	}
	kids := v.kids(root, depth)
	if slices.Equal(kids, root.Children) && root.sealed {
		return root
	}
	if v.last == nil || !slices.Equal(v.last.Children, kids) {
		v.last = &Node{Children: kids}
		v.last.Seal()
	}
	return v.last
}

// kids returns the view of the children of a node, which are at a depth.
func (v *Viewer) kids(n *Node, depth int) []*Node {
	var out []*Node
	same := true
	for i, kid := range n.Children {
		seen := v.node(kid, depth)
		if same && len(seen) == 1 && seen[0] == kid {
			continue
		}
		if same {
			same = false
			out = append(make([]*Node, 0, len(n.Children)), n.Children[:i]...)
		}
		out = append(out, seen...)
	}
	if same {
		return n.Children
	}
	return out
}

// node returns what is seen of a node at a depth.
func (v *Viewer) node(n *Node, depth int) []*Node {
	at := 0
	if v.view.MaxDepth > 0 {
		at = depth
	}
	if seen, ok := v.memo[n]; ok && seen.depth == at {
		return seen.nodes
	}
	seen := v.look(n, depth)
	v.memo[n] = viewed{seen, at}
	return seen
}

func (v *Viewer) look(n *Node, depth int) []*Node {
	if v.view.MaxDepth > 0 && depth > v.view.MaxDepth {
		return nil
	}
	out := n
	if v.view.AllRefs && n.Ref == 0 {
		out = n.With(v.refOf(n.ID))
	}
	shown := !v.view.InteractiveOnly || n.Actionable || n.Ref != 0
	inner := depth + 1
	if !shown && n.Name == "" {
		inner = depth // it will vanish, so what is in it takes its place
	}
	kids := v.kids(n, inner)
	switch {
	case !shown && len(kids) == 0 && !v.cuts(n, inner):
		return nil
	case !shown && n.Name == "":
		return kids
	}
	return []*Node{v.finish(n, out, kids, inner)}
}

// cuts reports whether the depth limit, and nothing else, may hide something in a node.
func (v *Viewer) cuts(n *Node, inner int) bool {
	return v.view.MaxDepth > 0 && inner > v.view.MaxDepth && n.Name != "" && acts(n)
}

// acts reports whether anything below a node can be acted upon.
func acts(n *Node) bool {
	for _, kid := range n.Children {
		if kid.Actionable || kid.Ref != 0 || acts(kid) {
			return true
		}
	}
	return false
}

// finish returns the node as it is seen with its children.
func (v *Viewer) finish(n, out *Node, kids []*Node, inner int) *Node {
	omitted := 0
	if v.view.MaxDepth > 0 && inner > v.view.MaxDepth {
		omitted = n.Size() - 1
	}
	if out == n && omitted == 0 && slices.Equal(kids, n.Children) {
		return n
	}
	if out == n {
		out = n.WithChildren(kids)
	} else {
		out.Children = kids
	}
	out.omitted = omitted
	out.Seal()
	return out
}

// cutBelow returns how many nodes the markers below a node count.
func cutBelow(n *Node) int {
	sum := n.omitted
	for _, kid := range n.Children {
		sum += cutBelow(kid)
	}
	return sum
}

// sweep forgets what the memo holds of earlier trees, once that is more than what it holds of the
// current one.
func (v *Viewer) sweep(root *Node) {
	const slack = 1024
	if len(v.memo) <= 2*root.Size()+slack {
		return
	}
	kept := make(map[*Node]viewed, root.Size())
	v.keep(root, kept)
	v.memo = kept
}

func (v *Viewer) keep(n *Node, kept map[*Node]viewed) {
	for _, kid := range n.Children {
		if seen, ok := v.memo[kid]; ok {
			kept[kid] = seen
		}
		v.keep(kid, kept)
	}
}
