package refstore_test

import (
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
)

// oldest returns the oldest revision that a store holds.
func oldest(t *testing.T, s *refstore.Store) uint64 {
	t.Helper()
	for n := uint64(1); n <= s.Current().Number; n++ {
		if _, err := s.At(n); err == nil {
			return n
		}
	}
	return 0
}

func TestTheHistoriesOfManyTabsAreBoundedTogetherAndTheLargestGivesWayFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := refstore.NewBudget(200_000)
		opts := refstore.Options{MinHistory: time.Second, MaxHistory: time.Hour, Budget: budget}
		small, large := newTab(t, opts), newTab(t, opts)
		for i := range 10 {
			small.show(button(1, fmt.Sprint(i)))
		}
		for i := range 2000 {
			large.show(button(1, fmt.Sprint(i)))
		}
		require.Greater(t, budget.Bytes(), int64(200_000), "the least time goes before the limit")
		require.Less(t, budget.Bytes(), int64(5*200_000), "but not before the ceiling")
		time.Sleep(2 * time.Second)
		small.show(button(1, "again"))
		require.LessOrEqual(t, budget.Bytes(), int64(200_000), "the large one is quiet and gives way all the same")
		require.Equal(t, uint64(1), oldest(t, small.Store))
		require.Greater(t, oldest(t, large.Store), uint64(1000))
	})
}

func TestAReleasedStoreLeavesItsBudget(t *testing.T) {
	budget := refstore.NewBudget(1 << 20)
	p := newTab(t, refstore.Options{Budget: budget})
	p.show(button(1, "A"))
	p.show(button(1, "B"))
	require.Equal(t, p.Held(), budget.Bytes())
	require.Positive(t, budget.Bytes())
	p.Release()
	p.Release()
	require.Zero(t, budget.Bytes())
	_, err := p.At(1)
	require.NoError(t, err)
}

// TestTheBytesOfTheHistoryAreThoseOfTheMemory holds the estimate against what the runtime says.
func TestTheBytesOfTheHistoryAreThoseOfTheMemory(t *testing.T) {
	p := newTab(t, refstore.Options{MaxBytes: 1 << 30})
	p.show(rows(1, "Ann", "Bob"))
	before, held := live(), p.Held()
	for i := range 4000 {
		p.show(rows(1, "Ann", fmt.Sprint("row number ", i)))
	}
	grown, estimated := live()-before, p.Held()-held
	require.InDelta(t, 1, float64(estimated)/float64(grown), 0.35, "estimated %d, held %d", estimated, grown)
	_, err := p.At(1)
	require.False(t, fault.Is(err, fault.RevisionCompacted))
}

// live returns what lives in the heap.
func live() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
