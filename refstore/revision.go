package refstore

import (
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// Revision is one committed state of a tab. It and all it points to are immutable.
type Revision struct {
	// Number is the place in the history of the tab, from 1.
	Number uint64
	// Generation is how many documents the main frame has shown, from 1.
	Generation uint64
	// Tree is the tree, sealed.
	Tree *tree.Tree
	// Rebound are the refs that elements took over in this commit, in document order.
	Rebound []Rebound
	// Time is when it was committed.
	Time time.Time
}

// Rebound says that a ref now means a new element that no reader could tell from the old one.
type Rebound struct {
	Ref        tree.Ref
	Old, New   tree.ID
	Role, Name string
}

// Rebounds returns the refs that were taken over by a sequence of revisions, such as Since returns:
// one entry a ref, from the element it meant before the first to the one it means after the last.
func Rebounds(revs []*Revision) []Rebound {
	var all []Rebound
	place := map[tree.Ref]int{}
	for _, rev := range revs {
		for _, r := range rev.Rebound {
			i, seen := place[r.Ref]
			if !seen {
				place[r.Ref] = len(all)
				all = append(all, r)
				continue
			}
			r.Old = all[i].Old
			all[i] = r
		}
	}
	return all
}
