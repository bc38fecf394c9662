package refstore_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// reader follows a store as a watcher does: it has a position and a tree, and asks for what changed.
type reader struct {
	patch      *diff.Patcher
	root       *tree.Node
	at         uint64
	generation uint64
	seen       []uint64 // the revisions it was brought to
	deltas     int
	resets     int
	saved      *reader // what it would resume from after a lost connection
}

// read brings the reader to the current revision and checks what a watch promises.
func (r *reader) read(t *testing.T, s *refstore.Store, truth map[uint64]uint64, seed uint64) {
	t.Helper()
	now := s.Current()
	if now.Number == r.at {
		return
	}
	from, err := s.At(r.at)
	if err != nil || from.Generation != now.Generation {
		if err != nil && r.at != 0 {
			require.True(t, fault.Is(err, fault.RevisionCompacted), "seed %d: %v", seed, err)
		}
		r.reset(t, now)
	} else {
		// Reliable: what is applied begins exactly where the reader is.
		require.Equal(t, r.root.Digest(), from.Tree.Root.Digest(), "Reliable: seed %d", seed)
		require.NoError(t, r.patch.Apply(diff.Between(from.Tree, now.Tree).Ops), "Reliable: seed %d", seed)
		r.root = r.patch.Root()
		r.deltas++
	}
	// Ordered and Unique: revisions only grow, and none comes twice.
	if n := len(r.seen); n > 0 {
		require.Greater(t, now.Number, r.seen[n-1], "Ordered, Unique: seed %d", seed)
	}
	r.at, r.generation = now.Number, now.Generation
	r.seen = append(r.seen, now.Number)
	// Atomic: what the reader has is what one commit made, whole.
	require.Equal(t, truth[now.Number], r.root.Digest(), "Atomic: seed %d", seed)
	require.Equal(t, identities(now.Tree.Root), identities(r.root), "Atomic: seed %d", seed)
}

func (r *reader) reset(t *testing.T, now *refstore.Revision) {
	t.Helper()
	p, err := diff.NewPatcher(now.Tree)
	require.NoError(t, err)
	r.patch, r.root = p, now.Tree.Root
	r.resets++
}

// save keeps a position for resuming: the tree a client holds and the revision its token names.
func (r *reader) save() { r.saved = &reader{root: r.root, at: r.at, generation: r.generation} }

// resume continues from the saved position, as a client does whose connection was lost since.
func (r *reader) resume(t *testing.T) {
	t.Helper()
	if r.saved == nil || r.saved.root == nil {
		return
	}
	p, err := diff.NewPatcher(&tree.Tree{Root: r.saved.root})
	require.NoError(t, err)
	r.patch, r.root, r.at, r.generation = p, r.saved.root, r.saved.at, r.saved.generation
	for len(r.seen) > 0 && r.seen[len(r.seen)-1] > r.at {
		r.seen = r.seen[:len(r.seen)-1]
	}
}

func identities(n *tree.Node) []tree.ID {
	all := []tree.ID{n.ID}
	for _, kid := range n.Children {
		all = append(all, identities(kid)...)
	}
	return all
}

// run plays one random program against a store, an oracle of its refs, and some readers.
func run(t *testing.T, seed uint64, steps int) (deltas, resets, rebound int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	s := refstore.New(refstore.NewRefs(), "ep", "t1", refstore.Options{
		MinHistory: time.Nanosecond, MaxHistory: time.Hour, MaxBytes: 1 << (10 + r.IntN(8)), MaxRetired: 1 << 20,
	})
	page, truth, must := newSite(seed), map[uint64]uint64{}, newOracle()
	readers := make([]*reader, 4)
	for i := range readers {
		readers[i] = &reader{}
	}
	for range steps {
		for range 1 + r.IntN(3) {
			page.step()
		}
		if r.IntN(6) == 0 {
			page.tree(s.Fork()) // a capture that fails: its fork is dropped
		}
		rev := commit(s, page, must)
		rebound += len(rev.Rebound)
		truth[rev.Number] = rev.Tree.Root.Digest()
		require.Len(t, truth, int(rev.Number), "Reliable: seed %d: revisions have no gap", seed)
		must.check(t, s, seed)
		for _, w := range readers {
			switch r.IntN(4) {
			case 0, 1:
				w.read(t, s, truth, seed)
			case 2:
				w.save()
			case 3:
				w.resume(t)
			}
		}
	}
	for _, w := range readers {
		w.read(t, s, truth, seed)
		require.Equal(t, s.Current().Tree.Root.Digest(), w.root.Digest(), "Resumable: seed %d", seed)
		deltas, resets = deltas+w.deltas, resets+w.resets
	}
	return deltas, resets, rebound
}

func commit(s *refstore.Store, page *site, must *oracle) *refstore.Revision {
	fork := s.Fork()
	t := page.tree(fork)
	must.commit(t, page.listen)
	rev, _ := fork.Commit(t)
	return rev
}

// TestModel plays random programs: pages that change as pages do, failed captures, compaction,
// slow and reconnecting readers. Ordered, Unique, Reliable, Atomic and Resumable are asserted by name
// in reader.read; that every ref means the very element it must, or is refused for the right reason,
// in oracle.check.
func TestModel(t *testing.T) {
	deltas, resets, rebound := 0, 0, 0
	for seed := range uint64(110) {
		d, r, b := run(t, seed, 100)
		deltas, resets, rebound = deltas+d, resets+r, rebound+b
	}
	t.Logf("11,000 commits of 1 to 3 changes, %d deltas, %d resets, %d refs taken over", deltas, resets, rebound)
	require.Positive(t, rebound)
	require.Greater(t, deltas, resets)
}
