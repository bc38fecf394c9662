package refstore

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// Store is the versioned state of one tab. All methods may be called from any goroutine.
type Store struct {
	refs  *Refs
	epoch string
	tab   string
	opts  Options
	seed  maphash.Seed
	held  atomic.Int64 // what the history holds, as the budget knows it

	mu      sync.Mutex
	bell    chan struct{}
	history history
	docs    *documents
	live    map[tree.ID]element
	paths   map[path]int // how many elements of the current tree have a path
	bonds   bonds
	unheard map[tree.ID]bool // elements of which it was never known whether they listen
	unsure  map[tree.ID]bool // unheard ones that took over the ref of one that did not listen
}

// element is what the store knows about a node of the current tree. The node may be newer than that of
// the newest revision when they differ in nothing that a tree shows.
type element struct {
	node   *tree.Node
	parent tree.ID
	way    way
}

// New returns an empty store. The epoch, which holds no dot, and the tab id go into its snapshot ids.
// A store with a budget must be released.
func New(refs *Refs, epoch, tabID string, opts Options) *Store {
	s := &Store{
		refs:  refs,
		epoch: epoch,
		tab:   tabID,
		opts:  opts.withDefaults(),
		seed:  maphash.MakeSeed(),
		bell:  make(chan struct{}),
		docs:  newDocuments(),
		live:  map[tree.ID]element{},
		paths: map[path]int{},
		bonds: newBonds(),

		unheard: map[tree.ID]bool{},
		unsure:  map[tree.ID]bool{},
	}
	s.opts.Budget.join(s)
	return s
}

// Release takes the store out of its budget. Nothing may be committed afterwards; the revisions stay.
func (s *Store) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opts.Budget.leave(s, int(s.held.Load()))
}

// Held returns how many bytes the history holds beyond the current tree, estimated.
func (s *Store) Held() int64 { return s.held.Load() }

// compact drops what the bounds say, without a commit.
func (s *Store) compact(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compactLocked(now)
}

// compactLocked drops what the bounds say and tells the budget.
func (s *Store) compactLocked(now time.Time) {
	s.tellLocked()
	s.history.compact(now, s.opts)
	s.tellLocked()
}

// tellLocked tells the budget what the history holds.
func (s *Store) tellLocked() {
	now := int64(s.history.bytes)
	s.opts.Budget.bytes.Add(now - s.held.Swap(now))
}

// Current returns the newest revision, nil before the first commit.
func (s *Store) Current() *Revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.history.newest()
}

// At returns a revision of the history. It fails with REVISION_COMPACTED or REVISION_IN_FUTURE.
func (s *Store) At(number uint64) (*Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.history.index(number)
	if err != nil {
		return nil, err
	}
	return s.history.entries[i].rev, nil
}

// Since returns a revision and all that came after it, oldest first; it has one element when
// nothing changed. It fails as At does.
func (s *Store) Since(number uint64) ([]*Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.history.index(number)
	if err != nil {
		return nil, err
	}
	revs := make([]*Revision, 0, len(s.history.entries)-i)
	for _, e := range s.history.entries[i:] {
		revs = append(revs, e.rev)
	}
	return revs, nil
}

// Changed returns a channel that is closed at the next commit that makes a revision. A reader takes
// the channel first and looks at Current afterwards, so that it misses nothing.
func (s *Store) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bell
}
