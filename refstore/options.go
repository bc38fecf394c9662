package refstore

import "time"

// Options bound what a Store holds. The zero value means the defaults.
type Options struct {
	// MinHistory is how long a revision is held at least after the next one replaced it; 90 s when 0.
	// It must cover three heartbeats of a watcher plus its longest back-off before it reconnects.
	MinHistory time.Duration
	// MaxHistory is how long a revision is held at most; 10 min when 0. Time is looked at when a
	// revision is committed, so the history of a tab at rest stays.
	MaxHistory time.Duration
	// MaxBytes is how much the history may hold beyond what the current tree holds, estimated;
	// 8 MiB when 0. MinHistory goes before it. A revision counts what the next one does not share
	// with it: the nodes that changed or went, all nodes above them, and the revision itself.
	MaxBytes int
	// CeilingBytes is the limit that even MinHistory does not exceed, so that no page can fill the
	// memory; four times MaxBytes when 0.
	CeilingBytes int
	// Budget bounds the histories of many stores together; this store's alone when nil.
	Budget *Budget
	// MaxRetired is how many refs of elements that are gone are remembered, to say why they are
	// stale and to give them back when the element returns; 20,000 when 0.
	MaxRetired int
}

func (o Options) withDefaults() Options {
	if o.MinHistory == 0 {
		o.MinHistory = 90 * time.Second
	}
	if o.MaxHistory == 0 {
		o.MaxHistory = 10 * time.Minute
	}
	o.MaxHistory = max(o.MaxHistory, o.MinHistory)
	if o.MaxBytes == 0 {
		o.MaxBytes = 8 << 20
	}
	if o.CeilingBytes == 0 {
		o.CeilingBytes = ceilingFactor * o.MaxBytes
	}
	o.CeilingBytes = max(o.CeilingBytes, o.MaxBytes)
	if o.Budget == nil {
		o.Budget = NewBudget(0)
	}
	if o.MaxRetired == 0 {
		o.MaxRetired = 20_000
	}
	return o
}
