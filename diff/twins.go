package diff

import "github.com/observer-svc/observer-svc/tree"

// byContent pairs nodes that were removed with nodes that were added in the same place and that a
// reader takes for the same: elements that a framework replaced.
func (m *matching) byContent() {
	for _, y := range m.hosts {
		m.twins(m.oldOf[y], y)
	}
}

// twins pairs the children of two paired nodes that have no partner yet.
func (m *matching) twins(x, y *tree.Node) {
	s := m.shared[y]
	olds := unmatched(s.middle(x.Children), m.newOf)
	news := unmatched(s.middle(y.Children), m.oldOf)
	if len(olds) == 0 || len(news) == 0 {
		return
	}
	anchors := unique(olds, news, (*tree.Node).Digest)
	gaps(olds, news, anchors, func(olds, news []*tree.Node) {
		refs := unique(olds, news, refKey)
		gaps(olds, news, refs, m.alike)
		m.twinAll(olds, news, refs)
	})
	m.twinAll(olds, news, anchors)
}

func (m *matching) twinAll(olds, news []*tree.Node, pairs []match) {
	for _, p := range pairs {
		m.twin(olds[p.old], news[p.new])
	}
}

// twin pairs two nodes and goes on below them.
func (m *matching) twin(o, n *tree.Node) {
	m.pair(o, n)
	if o.Digest() == n.Digest() && m.foreign(o, n) {
		m.whole[n] = true
		return
	}
	m.twins(o, n)
}

// foreign reports whether no node of either subtree has a partner elsewhere, and the subtrees have
// the same shape and say the same in the structured form too.
func (m *matching) foreign(o, n *tree.Node) bool {
	if !o.Equal(n) || len(o.Children) != len(n.Children) {
		return false
	}
	for i, kid := range o.Children {
		other := n.Children[i]
		if m.newOf[kid] != nil || m.oldOf[other] != nil || !m.foreign(kid, other) {
			return false
		}
	}
	return true
}

// refKey tells apart nodes with a ref.
func refKey(n *tree.Node) uint64 { return uint64(n.Ref) }

// lookahead is how many candidates alike tries for one node, so that it stays linear.
const lookahead = 8

// alike pairs, in order, nodes of equal role that are about the same thing.
func (m *matching) alike(olds, news []*tree.Node) {
	next := 0
	for _, o := range olds {
		for j := next; j < min(len(news), next+lookahead); j++ {
			if similar(o, news[j]) {
				m.twin(o, news[j])
				next = j + 1
				break
			}
		}
	}
}

// similar reports whether a reader takes n for a new version of o: the same role, and the same name
// or something in common below.
func similar(o, n *tree.Node) bool {
	if o.Role != n.Role || o.Ref != n.Ref && o.Ref != 0 && n.Ref != 0 {
		return false
	}
	if len(o.Children) == 0 && len(n.Children) == 0 || o.Name == n.Name && o.Name != "" {
		return true
	}
	below := make(map[uint64]bool, len(o.Children))
	for _, kid := range o.Children {
		below[kid.Digest()] = true
	}
	for _, kid := range n.Children {
		if below[kid.Digest()] {
			return true
		}
	}
	return false
}
