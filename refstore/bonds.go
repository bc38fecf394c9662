package refstore

import (
	"slices"

	"github.com/observer-svc/observer-svc/tree"
)

// bond ties a ref to an element.
type bond struct {
	ref     tree.Ref
	id      tree.ID
	rebound bool
	gone    cause  // why the element is not in the tree; here while it is
	since   uint64 // the revision in which it went
	said    []said // what the element said, newest last, at most maxSaid
	cut     bool   // whether older entries of said were dropped
}

// said is the role and name of an element from a revision on.
type said struct {
	since      uint64
	role, name string
}

// maxSaid is how many roles and names a bond remembers, so that a name that changes every second
// does not fill the memory.
const maxSaid = 16

func (b *bond) now() said { return b.said[len(b.said)-1] }

// note records what the element says in a revision.
func (b *bond) note(number uint64, n *tree.Node) {
	if len(b.said) > 0 && b.now().role == n.Role && b.now().name == n.Name {
		return
	}
	if len(b.said) == maxSaid {
		b.said, b.cut = append(b.said[:0], b.said[1:]...), true
	}
	b.said = append(b.said, said{number, n.Role, n.Name})
}

// bonds are the refs of a tab that are known: those of elements in the tree, and those of as many
// elements that are gone as Options.MaxRetired says.
type bonds struct {
	byRef   map[tree.Ref]*bond
	byID    map[tree.ID]*bond
	retired []retired // in the order in which they went
	away    int       // how many bonds are those of elements that are gone; retired has more entries
}

// retired is one time that an element went; it is out of date when the element came back.
type retired struct {
	bond  *bond
	since uint64
}

func newBonds() bonds {
	return bonds{byRef: map[tree.Ref]*bond{}, byID: map[tree.ID]*bond{}}
}

func (b *bonds) bind(ref tree.Ref, id tree.ID) *bond {
	tie := &bond{ref: ref, id: id}
	b.byRef[ref], b.byID[id] = tie, tie
	return tie
}

// adopt gives a bond to another element.
func (b *bonds) adopt(tie *bond, id tree.ID) {
	delete(b.byID, tie.id)
	b.byID[id] = tie
	tie.id, tie.rebound = id, true
}

// retire notes that the element of a bond is gone, and forgets the oldest of too many.
func (b *bonds) retire(tie *bond, why cause, number uint64, limit int) {
	if tie.gone == here {
		b.away++
	}
	tie.gone, tie.since = why, number
	b.retired = append(b.retired, retired{tie, number})
	for b.away > limit {
		b.forget(b.retired[0])
		b.retired[0] = retired{}
		b.retired = b.retired[1:]
	}
	if len(b.retired) > 2*limit {
		b.retired = slices.DeleteFunc(b.retired, retired.outdated)
	}
}

// back notes that the element of a bond is in the tree.
func (b *bonds) back(tie *bond) {
	if tie.gone != here {
		b.away--
	}
	tie.gone = here
}

// outdated reports whether the element came back since.
func (r retired) outdated() bool { return r.bond.gone == here || r.bond.since != r.since }

// forget drops the bond of an element that is gone.
func (b *bonds) forget(old retired) {
	if old.outdated() {
		return
	}
	b.away--
	delete(b.byRef, old.bond.ref)
	if b.byID[old.bond.id] == old.bond {
		delete(b.byID, old.bond.id)
	}
}

// part ends the bond of an element that stays.
func (b *bonds) part(id tree.ID, number uint64, limit int) {
	if tie := b.byID[id]; tie != nil {
		delete(b.byID, id)
		b.retire(tie, nodeGone, number, limit)
	}
}
