package tree

// Cover returns a sealed tree that marks the nodes of by as covered, each by a ref or by none, 0. It
// shares with the given tree what has no mark. Nodes that the tree does not have are passed over.
func Cover(t *Tree, by map[ID]Ref) *Tree {
	out := *t
	if root := cover(t.Root, by); root != t.Root {
		out.Root = root
		out.Root.Seal()
	}
	return &out
}

func cover(n *Node, by map[ID]Ref) *Node {
	out := n
	for i, kid := range n.Children {
		marked := cover(kid, by)
		if marked == kid {
			continue
		}
		if out == n {
			out = n.WithChildren(append([]*Node(nil), n.Children...))
		}
		out.Children[i] = marked
	}
	ref, ok := by[n.ID]
	if !ok || n.ID == 0 {
		return out
	}
	if out == n {
		out = n.copied()
	}
	out.States.Covered, out.States.CoveredBy, out.line = true, ref, ""
	return out
}
