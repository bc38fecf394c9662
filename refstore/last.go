package refstore

import "github.com/observer-svc/observer-svc/tree"

// Last returns what a ref meant when its element was last in the tree, with what the element said
// then in Node. It is for asking the page what became of an element that Resolve calls gone: one
// that is hidden, or behind a modal dialog, still exists. It returns false when the element is in
// the tree, also under another ref, when its document was replaced, and when nothing is known of it.
func (s *Store) Last(ref tree.Ref) (Binding, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tie := s.bonds.byRef[ref]
	if tie == nil || tie.gone != nodeGone || s.bonds.byID[tie.id] != tie {
		return Binding{}, false
	}
	doc, ok := s.docs.byDoc[tie.id.Doc()]
	if !ok {
		return Binding{}, false
	}
	then := tie.now()
	return Binding{
		Ref: ref, ID: tie.id, Frame: doc.frame, LoaderID: doc.loader, Key: tie.id.Key(),
		Node: &tree.Node{ID: tie.id, Ref: ref, Role: then.role, Name: then.name}, Rebound: tie.rebound,
	}, true
}
