package refstore_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

func TestReadersFollowAStoreWhileItIsCommittedTo(t *testing.T) {
	p := newTab(t, refstore.Options{})
	p.show(rows(1000, "Ann"))
	const last = 300
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			at := p.Current()
			for at.Number < last {
				bell := p.Changed()
				now := p.Current()
				if now == at {
					<-bell
					continue
				}
				got, err := diff.Apply(at.Tree, diff.Between(at.Tree, now.Tree))
				if err != nil || got.Root.Digest() != now.Tree.Root.Digest() {
					t.Errorf("from %d to %d: %v", at.Number, now.Number, err)
					return
				}
				_, _ = p.Resolve(1)
				_, _ = p.RefFor(now.Tree.Root.Children[0].ID)
				_, _ = p.Since(at.Number)
				at = now
			}
		})
	}
	for i := 2; p.Current().Number < last; i++ {
		p.show(rows(1000*i, "Ann", fmt.Sprint("Bob ", i)))
	}
	readers.Wait()
}

func TestTabsOfASessionNeverGiveOutTheSameRef(t *testing.T) {
	all := refstore.NewRefs()
	var tabs sync.WaitGroup
	var mu sync.Mutex
	given := map[tree.Ref]int{}
	for n := range 4 {
		tabs.Go(func() {
			p := &tab{refstore.New(all, "ep", fmt.Sprint("t", n), refstore.Options{}), t, "L", false}
			for i := range 200 {
				rev := p.show(rows(10_000*(i+1), fmt.Sprint("record ", i)))
				mu.Lock()
				for _, ref := range refsIn(rev.Tree.Root, nil) {
					given[ref]++
				}
				mu.Unlock()
			}
		})
	}
	tabs.Wait()
	require.Len(t, given, 4*200*2)
	require.Equal(t, tree.Ref(4*200*2), all.Issued())
}

func refsIn(n *tree.Node, refs []tree.Ref) []tree.Ref {
	if n.Ref != 0 {
		refs = append(refs, n.Ref)
	}
	for _, kid := range n.Children {
		refs = refsIn(kid, refs)
	}
	return refs
}

func TestAPageThatChangesAllDayHoldsBoundedMemory(t *testing.T) {
	p := newTab(t, refstore.Options{MinHistory: time.Nanosecond, MaxBytes: 1 << 16, MaxRetired: 1000})
	heap := func(from, to int) uint64 {
		for i := from; i < to; i++ {
			p.unheard = i%2 == 0
			if i%1000 == 0 {
				p.loader = fmt.Sprint("L", i)
			}
			p.show(rows(100*(i+1), fmt.Sprint("Ann ", i), fmt.Sprint("Bob ", i)), button(1, fmt.Sprint(i)))
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap(0, 5_000)
	after := heap(5_000, 20_000)
	t.Logf("%d KiB after 5,000 commits, %d KiB after 20,000", before>>10, after>>10)
	require.Less(t, after, before+before/4+(256<<10))
	runtime.KeepAlive(p)
}
