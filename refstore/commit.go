package refstore

import (
	"maps"
	"slices"
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// Commit makes t the current tree and returns its revision and true, or, when nothing changed, the
// current revision and false. It costs what changed: subtrees that t shares by pointer with the
// current tree are not looked into. The store owns t and its nodes from now on.
func (f *Fork) Commit(t *tree.Tree) (*Revision, bool) {
	rev, isNew := f.commit(t)
	if isNew {
		f.store.opts.Budget.sweep(rev.Time)
	}
	return rev, isNew
}

func (f *Fork) commit(t *tree.Tree) (*Revision, bool) {
	s := f.store
	s.mu.Lock()
	defer s.mu.Unlock()
	current := s.history.newest()
	c := &change{store: s, fork: f, number: 1}
	if current != nil {
		c.number = current.Number + 1
	}
	c.scan(t.Root)
	c.update(t)
	next := *t
	next.Root = c.settle()
	next.Root.Seal()
	if current != nil && !c.differs && sameFacts(current.Tree, &next) {
		return current, false
	}
	if current != nil {
		share(current.Tree, &next)
	}
	s.docs.show(f.main, t.Docs, func(frame tree.FrameID) string { return f.loaders[frame] })
	s.docs.mainSeen = max(s.docs.mainSeen, f.generation)
	rev := &Revision{
		Number:     c.number,
		Generation: max(s.docs.mainSeen, 1),
		Tree:       &next,
		Rebound:    c.rebound,
		Time:       time.Now(),
	}
	s.history.push(rev, c.held)
	s.compactLocked(rev.Time)
	close(s.bell)
	s.bell = make(chan struct{})
	return rev, true
}

// sameFacts reports whether two trees are equal apart from their nodes. How far the document is
// scrolled is no part of a tree; what that shows or hides is.
func sameFacts(a, b *tree.Tree) bool {
	return a.URL == b.URL && a.Title == b.Title && a.Loading == b.Loading &&
		a.Problem == b.Problem && maps.Equal(a.Docs, b.Docs)
}

// update brings the indexes and the bonds of the store to the new tree.
func (c *change) update(t *tree.Tree) {
	s := c.store
	names, texts := c.vacancies(byNames), c.vacancies(byTexts)
	for _, id := range c.gone {
		was := s.live[id]
		s.count(was.way, -1)
		delete(s.live, id)
		delete(s.unheard, id)
		delete(s.unsure, id)
		c.held += weight(was.node)
	}
	for _, m := range c.moved {
		s.place(m.id, m.to)
	}
	for i := range c.visits {
		s.place(c.visits[i].node.ID, c.visits[i].at)
		if c.visits[i].old == nil && t.Unheard {
			s.unheard[c.visits[i].node.ID] = true
		}
	}
	ends := c.causes(t)
	c.adopt(names, byNames)
	c.adopt(texts, byTexts)
	c.retire(ends)
	c.hear()
	if !t.Unheard {
		clear(s.unheard)
		clear(s.unsure)
	}
	c.name()
}

// place records where an element is.
func (s *Store) place(id tree.ID, now element) {
	if was, known := s.live[id]; known {
		s.count(was.way, -1)
	}
	s.count(now.way, 1)
	s.live[id] = now
}

// retire ends the bonds of the elements that are gone and whose refs nothing took over.
func (c *change) retire(ends func(tree.Doc) cause) {
	for _, id := range c.gone {
		if tie := c.store.bonds.byID[id]; tie != nil {
			c.store.bonds.retire(tie, ends(id.Doc()), c.number, c.store.opts.MaxRetired)
		}
	}
}

// name decides the refs of all visited nodes, new ones in document order.
func (c *change) name() {
	s, missing := c.store, 0
	for i := range c.visits {
		n := c.visits[i].node
		if n.Actionable && s.bonds.byID[n.ID] == nil {
			missing++
		}
	}
	next := s.refs.take(s.tab, missing)
	for i := range c.visits {
		v := &c.visits[i]
		tie := s.bonds.byID[v.node.ID]
		if tie == nil && v.node.Actionable {
			tie = s.bonds.bind(next, v.node.ID)
			next++
		}
		if tie == nil {
			continue
		}
		s.bonds.back(tie)
		tie.note(c.number, v.node)
		if v.node.Actionable {
			v.ref = tie.ref
		}
	}
}

// settle gives every visited node its ref and its final children, and takes the old node where it is
// equal, so that what did not change is the same pointer. It returns the root.
func (c *change) settle() *tree.Node {
	root := c.store.live[0].node
	for i := len(c.visits) - 1; i >= 0; i-- {
		v := &c.visits[i]
		n := v.final()
		c.differs = c.differs || v.old == nil || !v.old.Equal(n) || !sameChildren(v.old.Children, n.Children)
		if v.old != nil && n != v.old {
			c.held += weight(v.old)
		}
		if v.parent >= 0 && n != v.node {
			c.visits[v.parent].swap(v.place, n)
		}
		v.at.node = n
		c.store.live[n.ID] = v.at
		if n.ID == 0 {
			root = n
		}
	}
	return root
}

// final returns the node that stands for the visit in the committed tree. Sealed nodes may belong to
// a revision and are copied. Others are the builder's and nobody has seen them yet: they are changed
// in place, so that a builder that remembers them delivers the committed pointers next time.
func (v *visit) final() *tree.Node {
	n, kids := v.node, v.node.Children
	if v.kids != nil {
		kids = slices.DeleteFunc(v.kids, func(kid *tree.Node) bool { return kid == nil })
	}
	switch {
	case n.Sealed() && (n.Ref != v.ref || v.kids != nil):
		n = n.With(v.ref)
	case n.Ref != v.ref:
		n.Bind(v.ref)
	}
	if v.kids != nil {
		n.Children = kids
	}
	if v.old != nil && v.old.Equal(n) && v.old.Listening == n.Listening && slices.Equal(v.old.Children, kids) {
		return v.old
	}
	return n
}

// sameChildren reports whether two lists hold the same elements in the same order.
func sameChildren(a, b []*tree.Node) bool {
	return slices.EqualFunc(a, b, func(x, y *tree.Node) bool { return x.ID == y.ID })
}
