package refstore

import (
	"hash/maphash"

	"github.com/observer-svc/observer-svc/tree"
)

// path is a hash of what a reader of the text sees of where an element is. The hash has a random
// key, so no page can make two paths collide.
type path uint64

// way is the semantic path of an element, once by the roles and names of the element and all its
// ancestors, and once with the text that their lines show as well. The two are the same where there
// is no such text.
type way struct{ names, texts path }

// below returns the way of n under a parent.
func (s *Store) below(up way, n *tree.Node) way {
	w := way{names: s.hash(up.names, n.Role, n.Name)}
	w.texts = w.names
	if t := text(n); t != "" || up.texts != up.names {
		w.texts = s.hash(s.hash(up.texts, n.Role, n.Name), "text", t)
	}
	return w
}

// text returns the text in the line of an element. The value of what can be acted upon is no text: it
// is what somebody entered.
func text(n *tree.Node) string {
	if n.Actionable {
		return ""
	}
	return n.Value
}

func (s *Store) hash(up path, role, name string) path {
	var h maphash.Hash
	h.SetSeed(s.seed)
	maphash.WriteComparable(&h, up)
	maphash.WriteComparable(&h, role)
	_, _ = h.WriteString(name)
	return path(h.Sum64())
}

// count adds delta to the number of elements on a way.
func (s *Store) count(w way, delta int) {
	s.countPath(w.names, delta)
	if w.texts != w.names {
		s.countPath(w.texts, delta)
	}
}

func (s *Store) countPath(p path, delta int) {
	if n := s.paths[p] + delta; n != 0 {
		s.paths[p] = n
	} else {
		delete(s.paths, p)
	}
}
