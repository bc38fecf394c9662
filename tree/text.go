package tree

// markerSign begins every line that stands for no node.
const markerSign = "… "

// Text returns the text of a sealed tree, see AppendText.
func (t *Tree) Text() string { return string(AppendText(nil, t)) }

// AppendText appends the text of a sealed tree: "- line\n", two spaces a level, and the markers of
// what a view left out.
func AppendText(dst []byte, t *Tree) []byte {
	for _, n := range t.Root.Children {
		dst = appendSubtree(dst, n, 0)
	}
	return appendOmission(dst, t)
}

func appendSubtree(dst []byte, n *Node, depth int) []byte {
	dst = appendNode(dst, n, depth)
	for _, kid := range n.Children {
		dst = appendSubtree(dst, kid, depth+1)
	}
	return dst
}

// appendNode appends the line of a node and, where a view cut below it, the marker of that.
func appendNode(dst []byte, n *Node, depth int) []byte {
	dst = appendIndent(dst, depth)
	dst = append(dst, "- "...)
	dst = append(dst, n.Line()...)
	dst = append(dst, '\n')
	if n.omitted == 0 {
		return dst
	}
	dst = append(appendIndent(dst, depth+1), markerSign...)
	dst = append(dst, plural(n.omitted, "node")...)
	dst = append(dst, " deeper; a larger max_depth"...)
	if n.Ref != 0 {
		dst = append(append(dst, " or scope_ref "...), n.Ref.String()...)
	}
	return append(dst, " shows them\n"...)
}

func appendIndent(dst []byte, depth int) []byte {
	const blanks = "                                                                "
	for depth*2 > len(blanks) {
		dst = append(dst, blanks...)
		depth -= len(blanks) / 2
	}
	return append(dst, blanks[:depth*2]...)
}

// appendOmission appends the marker of what the view of a tree left out, and why a document is empty
// that could not be read.
func appendOmission(dst []byte, t *Tree) []byte {
	if t.Problem != "" {
		dst = append(append(dst, markerSign...), "the document could not be read: "...)
		dst = append(appendQuoted(dst, t.Problem), '\n')
	}
	if t.Omitted == 0 {
		return dst
	}
	dst = append(append(dst, markerSign...), plural(t.Omitted, "node")...)
	return append(append(append(dst, ' '), t.OmittedWhy...), '\n')
}

// Walk visits the nodes of a sealed tree in document order until visit returns false. Line is the
// line of the node in the text of the tree.
func (t *Tree) Walk(visit func(Entry) bool) {
	w := walker{visit: func(e Entry, _ []*Node) bool { return visit(e) }}
	w.children(t.Root)
}

// Find returns the node with an id, or nil.
func (t *Tree) Find(id ID) (found *Node) {
	t.Walk(func(e Entry) bool {
		if e.Node.ID == id {
			found = e.Node
		}
		return found == nil
	})
	return found
}

// walker visits nodes in document order from the one at position skip on.
type walker struct {
	skip  int
	line  int
	path  []*Node // the ancestors of the node that is visited
	visit func(e Entry, path []*Node) bool
}

func (w *walker) children(n *Node) bool {
	for _, kid := range n.Children {
		if !w.node(kid, n.ID) {
			return false
		}
	}
	return true
}

func (w *walker) node(n *Node, parent ID) bool {
	if w.skip > 0 {
		if size := n.Size(); w.skip >= size {
			w.skip -= size
			return true
		}
		w.skip--
	} else {
		if !w.visit(Entry{Node: n, Parent: parent, Depth: len(w.path), Line: w.line}, w.path) {
			return false
		}
		w.line++
		if n.omitted > 0 {
			w.line++
		}
	}
	w.path = append(w.path, n)
	ok := w.children(n)
	w.path = w.path[:len(w.path)-1]
	return ok
}
