package refstore

import (
	"sort"
	"sync"

	"github.com/observer-svc/observer-svc/tree"
)

// Refs counts the refs of one session. Its tabs' stores share it, so no number is ever given out
// twice in a session. It is safe for concurrent use.
type Refs struct {
	mu     sync.Mutex
	issued tree.Ref
	runs   []run
}

// run says that the refs from first up to the next run's first were given out by one tab.
type run struct {
	first tree.Ref
	tab   string
}

// maxRuns bounds what a session remembers of which tab gave out which ref: about 1.5 MiB.
const maxRuns = 1 << 16

// NewRefs returns a counter whose first ref is e1.
func NewRefs() *Refs { return &Refs{} }

// Issued returns the highest ref given out, 0 when there is none.
func (r *Refs) Issued() tree.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.issued
}

// take gives n refs to a tab and returns the first.
func (r *Refs) take(tab string, n int) tree.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := r.issued + 1
	if n == 0 {
		return first
	}
	r.issued += tree.Ref(n)
	if len(r.runs) > 0 && r.runs[len(r.runs)-1].tab == tab {
		return first
	}
	if len(r.runs) == maxRuns {
		r.runs = append(r.runs[:0], r.runs[maxRuns/2:]...)
	}
	r.runs = append(r.runs, run{first, tab})
	return first
}

// tab returns the tab that gave out a ref; empty when the ref was not given out, or so long ago
// that it is not known any more.
func (r *Refs) tab(ref tree.Ref) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ref == 0 || ref > r.issued {
		return ""
	}
	i := sort.Search(len(r.runs), func(i int) bool { return r.runs[i].first > ref })
	if i == 0 {
		return ""
	}
	return r.runs[i-1].tab
}
