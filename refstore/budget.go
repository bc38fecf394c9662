package refstore

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Budget bounds what the histories of many stores hold together. When they hold more than its limit,
// the stores that hold more than an equal share are cut down to it, the largest first, however quiet
// their tabs are. Options.MinHistory goes before the limit, as long as no more than four times the
// limit is held. It is safe for concurrent use.
type Budget struct {
	limit int64
	bytes atomic.Int64 // what all histories hold

	mu     sync.Mutex
	stores map[*Store]struct{}
	next   time.Time // when all stores are looked at again
}

// ceilingFactor is how many times a limit of bytes is the ceiling that even MinHistory does not exceed.
const ceilingFactor = 4

// sweepEvery is how often all stores are looked at while the limit is exceeded. A store that commits
// looks at itself each time.
const sweepEvery = time.Second

// NewBudget returns a budget for histories of that many bytes, estimated; without limit when 0.
func NewBudget(limit int) *Budget {
	return &Budget{limit: int64(limit), stores: map[*Store]struct{}{}}
}

// Bytes returns what all histories hold beyond the current trees, estimated.
func (b *Budget) Bytes() int64 { return b.bytes.Load() }

// join makes a store count.
func (b *Budget) join(s *Store) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stores[s] = struct{}{}
}

// leave forgets a store whose history held that many bytes.
func (b *Budget) leave(s *Store, held int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, joined := b.stores[s]; joined {
		delete(b.stores, s)
		b.bytes.Add(-int64(held))
	}
}

// room returns how many bytes a store may hold, and how many even for the sake of MinHistory: its
// share when the limit is exceeded, any number otherwise.
func (b *Budget) room() (share, ceiling int) {
	held := b.bytes.Load()
	if b.limit == 0 || held <= b.limit {
		return unbounded, unbounded
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	share = int(b.limit) / max(1, len(b.stores))
	if held <= ceilingFactor*b.limit {
		return share, unbounded
	}
	return share, ceilingFactor * share
}

// unbounded is more than any history holds.
const unbounded = int(^uint(0) >> 1)

// sweep cuts the largest stores down while the limit is exceeded. No store's lock may be held.
func (b *Budget) sweep(now time.Time) {
	if b.limit == 0 || b.bytes.Load() <= b.limit {
		return
	}
	for _, s := range b.due(now) {
		if b.bytes.Load() <= b.limit {
			return
		}
		s.compact(now)
	}
}

// due returns all stores, the largest first, when it is time to look at them.
func (b *Budget) due(now time.Time) []*Store {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Before(b.next) {
		return nil
	}
	b.next = now.Add(sweepEvery)
	type sized struct {
		store *Store
		bytes int64
	}
	all := make([]sized, 0, len(b.stores))
	for s := range b.stores {
		all = append(all, sized{s, s.held.Load()})
	}
	slices.SortFunc(all, func(x, y sized) int { return int(y.bytes - x.bytes) })
	stores := make([]*Store, len(all))
	for i, s := range all {
		stores[i] = s.store
	}
	return stores
}
