package refstore

import (
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// Options bound the history of a Store. The zero value means the defaults.
type Options struct {
	// MinHistory is how long a revision is held at least after the next one replaced it; 90 s when 0.
	// It must cover two heartbeats of a watcher plus its longest back-off before it reconnects.
	MinHistory time.Duration
	// MaxHistory is how long a revision is held at most; 10 min when 0.
	MaxHistory time.Duration
	// MaxBytes is how much the history may hold beyond what the current tree holds; 32 MiB when 0.
	// MinHistory goes before it.
	MaxBytes int
	// CeilingBytes is the limit that even MinHistory does not exceed, so that no page can fill the
	// memory; four times MaxBytes when 0.
	CeilingBytes int
	// Now is the clock; time.Now when nil.
	Now func() time.Time
}

// Revision is one committed state of a tab. It and all it points to are immutable.
type Revision struct {
	// Number is the place in the history of the tab, from 1.
	Number uint64
	// Generation is how many documents the main frame has shown, from 1.
	Generation uint64
	// Tree is the tree, sealed.
	Tree *tree.Tree
	// Rebound are the refs that elements took over in this commit.
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

// Binding is what a ref means now.
type Binding struct {
	Ref      tree.Ref
	ID       tree.ID
	Frame    tree.FrameID
	LoaderID string
	Key      tree.Key
	Node     *tree.Node
	// Rebound is whether the ref was given to another element first and later taken over.
	Rebound bool
}

// Store is the versioned state of one tab.
type Store struct{}

// New returns an empty store. The epoch and tab id go into its snapshot ids.
func New(refs *Refs, epoch, tabID string, opts Options) *Store { return &Store{} }

// Fork begins a commit.
func (s *Store) Fork() *Fork { return &Fork{} }

// Fork is one commit in preparation. It is used by one goroutine.
type Fork struct{}

// Doc returns the number of the document that a frame shows. The first frame asked for is the main
// frame of the tab.
func (f *Fork) Doc(frame tree.FrameID, loaderID string) tree.Doc { return 0 }

// Commit makes t the current tree and returns its revision and true, or, when nothing changed, the
// current revision and false. The store owns t from now on.
func (f *Fork) Commit(t *tree.Tree) (*Revision, bool) { return nil, false }

// Current returns the newest revision, nil before the first commit.
func (s *Store) Current() *Revision { return nil }

// At returns a revision of the history. It fails with REVISION_COMPACTED or REVISION_IN_FUTURE.
func (s *Store) At(number uint64) (*Revision, error) { return nil, nil }

// SnapshotID names a revision of this store for callers.
func (s *Store) SnapshotID(number uint64) string { return "" }

// ParseSnapshotID takes a snapshot id apart. It accepts exactly what SnapshotID makes.
func ParseSnapshotID(id string) (epoch, tab string, revision uint64, err error) {
	return "", "", 0, nil
}

// Resolve returns what a ref means now. It fails with REF_NOT_FOUND or STALE_REF.
func (s *Store) Resolve(ref tree.Ref) (Binding, error) { return Binding{}, nil }

// CheckUnchanged fails with REF_CHANGED when the ref's element had another role or name in a revision.
func (s *Store) CheckUnchanged(ref tree.Ref, revision uint64) error { return nil }

// RefFor returns the ref of an element of the current tree and gives it one when it has none. It
// returns false when the tree has no such element.
func (s *Store) RefFor(id tree.ID) (tree.Ref, bool) { return 0, false }

// Changed returns a channel that is closed at the next commit that makes a revision.
func (s *Store) Changed() <-chan struct{} { return nil }
