package diff_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/tree"
)

func TestApplyingADeltaGivesTheNewTree(t *testing.T) {
	for seed := range uint64(6000) {
		w := newWorld(seed)
		a := w.tree(w.IntN(40))
		b := w.later(a, w.IntN(12), seed%2 == 0)
		requireTurnsInto(t, a, b, seed)
	}
}

func TestTreesWithNothingInCommonTurnIntoEachOther(t *testing.T) {
	for seed := range uint64(500) {
		w := newWorld(seed)
		requireTurnsInto(t, w.tree(w.IntN(30)), w.tree(w.IntN(30)), seed)
	}
}

func requireTurnsInto(t *testing.T, a, b *tree.Tree, seed uint64) {
	t.Helper()
	before := a.Root.Digest()
	got, err := diff.Apply(a, diff.Between(a, b))
	require.NoError(t, err, "seed %d", seed)
	require.Equal(t, b.Root.Digest(), got.Root.Digest(), "seed %d", seed)
	require.Equal(t, ids(b.Root), ids(got.Root), "seed %d", seed)
	require.Equal(t, before, a.Root.Digest(), "seed %d: the old tree changed", seed)
}
