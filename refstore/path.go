package refstore

import (
	"hash/maphash"

	"github.com/observer-svc/observer-svc/tree"
)

// path is a hash of the roles and names of an element and of all its ancestors: what a reader of
// the text sees of where it is. The hash has a random key, so no page can make two paths collide.
type path uint64

// below returns the path of n under a parent.
func (s *Store) below(parent path, n *tree.Node) path {
	var h maphash.Hash
	h.SetSeed(s.seed)
	maphash.WriteComparable(&h, parent)
	maphash.WriteComparable(&h, n.Role)
	_, _ = h.WriteString(n.Name)
	return path(h.Sum64())
}

// count adds delta to the number of elements with a path.
func (s *Store) count(p path, delta int) {
	if n := s.paths[p] + delta; n != 0 {
		s.paths[p] = n
	} else {
		delete(s.paths, p)
	}
}
