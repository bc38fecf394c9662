package refstore

import (
	"sync"

	"github.com/observer-svc/observer-svc/tree"
)

// Refs counts the refs of one session. Its tabs' stores share it, so no number is ever given out
// twice in a session. It is safe for concurrent use.
type Refs struct {
	mu     sync.Mutex
	issued tree.Ref
}

// NewRefs returns a counter whose first ref is e1.
func NewRefs() *Refs { return &Refs{} }

// Issued returns the highest ref given out, 0 when there is none.
func (r *Refs) Issued() tree.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.issued
}
