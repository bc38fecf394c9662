package diff

import "github.com/observer-svc/observer-svc/tree"

// writer turns a matching into operations: first what nodes say and are called, then where they
// stand, parents before children and siblings from the first to the last, then what goes. In that
// order every operation finds what it names.
type writer struct {
	*matching
	delta *Delta
}

func (w *writer) emit(op Op) { w.delta.Ops = append(w.delta.Ops, op) }

// lines writes what changed in the nodes below y that have a partner.
func (w *writer) lines(y *tree.Node) {
	for _, kid := range w.shared[y].middle(y.Children) {
		o := w.oldOf[kid]
		if o == kid {
			continue
		}
		if o != nil {
			w.line(o, kid)
		}
		if !w.whole[kid] {
			w.lines(kid)
		}
	}
}

// line writes the change of one node.
func (w *writer) line(x, y *tree.Node) {
	switch {
	case w.whole[y]:
		w.emit(Op{Kind: Renewed, ID: x.ID, IDs: identities(y, nil)})
	case x.ID != y.ID || !x.Equal(y):
		w.emit(Op{Kind: Changed, ID: x.ID, Node: y})
		if x.Line() != y.Line() && !w.moved[y] {
			w.delta.Added++
			w.delta.Removed++
		}
	}
}

// identities appends the identities of a subtree in document order.
func identities(n *tree.Node, ids []tree.ID) []tree.ID {
	ids = append(ids, n.ID)
	for _, kid := range n.Children {
		ids = identities(kid, ids)
	}
	return ids
}

// places writes what is added and moved below y.
func (w *writer) places(y *tree.Node) {
	s := w.shared[y]
	after := tree.ID(0)
	if s.head > 0 {
		after = y.Children[s.head-1].ID
	}
	kids := s.middle(y.Children)
	for _, kid := range kids {
		w.place(kid, y, after)
		after = kid.ID
	}
	for _, kid := range kids {
		if w.oldOf[kid] != kid && !w.whole[kid] {
			w.places(kid)
		}
	}
}

// place writes that a node is added or moved. New nodes under a new parent came with it.
func (w *writer) place(n, parent *tree.Node, after tree.ID) {
	switch {
	case w.moved[n]:
		w.emit(Op{Kind: Moved, ID: n.ID, Parent: parent.ID, After: after})
		w.delta.Added++
		w.delta.Removed++
	case w.oldOf[n] == nil && (w.oldOf[parent] != nil):
		fresh := w.fresh(n)
		w.emit(Op{Kind: Added, Node: fresh, Parent: parent.ID, After: after})
		w.delta.Added += fresh.Size()
	}
}

// fresh returns a new subtree without the old nodes that moved into it.
func (w *writer) fresh(n *tree.Node) *tree.Node {
	kids := make([]*tree.Node, 0, len(n.Children))
	same := true
	for _, kid := range n.Children {
		if w.oldOf[kid] != nil {
			same = false
			continue
		}
		fresh := w.fresh(kid)
		same = same && fresh == kid
		kids = append(kids, fresh)
	}
	if same {
		return n
	}
	return n.WithChildren(kids)
}

// removals writes what goes, after everything that stays has left it.
func (w *writer) removals() {
	for _, o := range w.gone {
		w.removal(o, true)
	}
}

func (w *writer) removal(o *tree.Node, top bool) {
	n := w.newOf[o]
	if n == o || w.whole[n] {
		return
	}
	if n == nil {
		w.delta.Removed++
		if top {
			w.emit(Op{Kind: Removed, ID: o.ID})
		}
	}
	for _, kid := range o.Children {
		w.removal(kid, n != nil)
	}
}
