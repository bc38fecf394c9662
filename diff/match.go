package diff

import "github.com/observer-svc/observer-svc/tree"

// matching says which node of the new tree is which node of the old one, for all nodes that are not
// in the same place by pointer anyway.
type matching struct {
	oldOf  map[*tree.Node]*tree.Node // new to old
	newOf  map[*tree.Node]*tree.Node // old to new
	parent map[*tree.Node]*tree.Node // parents of old nodes
	shared map[*tree.Node]span       // by new node: the children it shares with its old node
	whole  map[*tree.Node]bool       // new nodes whose subtree was renewed as a whole
	moved  map[*tree.Node]bool       // new nodes that are not where they were
	gone   []*tree.Node              // old subtrees without a place under the same parent
	come   []*tree.Node              // new subtrees likewise
	hosts  []*tree.Node              // new nodes with a partner that may have children without one
}

// span is how many children two nodes share by pointer at the beginning and at the end.
type span struct{ head, tail int }

func newMatching() *matching {
	return &matching{
		oldOf:  map[*tree.Node]*tree.Node{},
		newOf:  map[*tree.Node]*tree.Node{},
		parent: map[*tree.Node]*tree.Node{},
		shared: map[*tree.Node]span{},
		whole:  map[*tree.Node]bool{},
		moved:  map[*tree.Node]bool{},
	}
}

func (m *matching) pair(x, y *tree.Node) { m.oldOf[y], m.newOf[x] = x, y }

// byIdentity pairs nodes with the same identity.
func (m *matching) byIdentity(x, y *tree.Node) {
	m.pair(x, y)
	m.children(x, y)
	if len(m.gone) == 0 || len(m.come) == 0 {
		return
	}
	homeless := map[tree.ID]*tree.Node{}
	for _, o := range m.gone {
		m.index(o, homeless)
	}
	for _, n := range m.come {
		m.find(n, homeless)
	}
}

// children pairs the children of two paired nodes that are not the same pointer.
func (m *matching) children(x, y *tree.Node) {
	olds, news := m.trim(x, y)
	byID := make(map[tree.ID]*tree.Node, len(olds))
	for _, o := range olds {
		m.parent[o] = x
		byID[o.ID] = o
	}
	adopted := false
	for _, n := range news {
		o := byID[n.ID]
		if o == nil {
			m.come = append(m.come, n)
			adopted = true
			continue
		}
		m.pair(o, n)
		if o != n {
			m.children(o, n)
		}
	}
	if adopted {
		m.hosts = append(m.hosts, y)
	}
	for _, o := range olds {
		if m.newOf[o] == nil {
			m.gone = append(m.gone, o)
		}
	}
}

// trim returns the children of two paired nodes without those they share at both ends, and
// remembers the span.
func (m *matching) trim(x, y *tree.Node) (olds, news []*tree.Node) {
	a, b := x.Children, y.Children
	var s span
	n := min(len(a), len(b))
	for s.head < n && a[s.head] == b[s.head] {
		s.head++
	}
	for s.tail < n-s.head && a[len(a)-1-s.tail] == b[len(b)-1-s.tail] {
		s.tail++
	}
	m.shared[y] = s
	return s.middle(a), s.middle(b)
}

// middle returns the children between the shared ones.
func (s span) middle(kids []*tree.Node) []*tree.Node { return kids[s.head : len(kids)-s.tail] }

// index collects the nodes of an old subtree by identity.
func (m *matching) index(o *tree.Node, homeless map[tree.ID]*tree.Node) {
	homeless[o.ID] = o
	for _, kid := range o.Children {
		m.parent[kid] = o
		m.index(kid, homeless)
	}
}

// find pairs the nodes of a new subtree with homeless old ones.
func (m *matching) find(n *tree.Node, homeless map[tree.ID]*tree.Node) {
	if o := homeless[n.ID]; o != nil {
		m.pair(o, n)
		if o == n {
			return
		}
		m.hosts = append(m.hosts, n)
	}
	for _, kid := range n.Children {
		m.find(kid, homeless)
	}
}

// order finds the nodes that are not where they were, for y, whose partner is x or nil, and all
// below it. As many children as can be stay in place.
func (m *matching) order(x, y *tree.Node) {
	kids := m.shared[y].middle(y.Children)
	place := map[*tree.Node]int{}
	if x != nil {
		for i, o := range m.shared[y].middle(x.Children) {
			place[o] = i
		}
	}
	var stay []*tree.Node
	for _, kid := range kids {
		o := m.oldOf[kid]
		if _, here := place[o]; here {
			stay = append(stay, kid)
		} else if o != nil {
			m.moved[kid] = true
		}
		if o != kid && !m.whole[kid] {
			m.order(o, kid)
		}
	}
	kept := increasing(len(stay), func(i int) int { return place[m.oldOf[stay[i]]] })
	next := 0
	for i, kid := range stay {
		if next < len(kept) && kept[next] == i {
			next++
		} else {
			m.moved[kid] = true
		}
	}
}

// unmatched returns those of the nodes that have no partner.
func unmatched(nodes []*tree.Node, partner map[*tree.Node]*tree.Node) []*tree.Node {
	var left []*tree.Node
	for _, n := range nodes {
		if partner[n] == nil {
			left = append(left, n)
		}
	}
	return left
}
