package refstore

import (
	"strconv"
	"time"

	"github.com/observer-svc/observer-svc/fault"
)

// history is the revisions of a tab that are still held: consecutive, oldest first.
type history struct {
	entries []entry
	bytes   int // the sum of held
}

// entry is one revision with what holding it costs.
type entry struct {
	rev      *Revision
	held     int       // bytes that this revision holds and the next one does not; 0 for the newest
	replaced time.Time // when the next one was committed
}

func (h *history) newest() *Revision {
	if len(h.entries) == 0 {
		return nil
	}
	return h.entries[len(h.entries)-1].rev
}

// push makes rev the newest revision. The nodes of the one before hold that many bytes that
// those of rev do not.
func (h *history) push(rev *Revision, held int) {
	if n := len(h.entries); n > 0 {
		last := &h.entries[n-1]
		held += last.rev.weight(rev)
		last.held, last.replaced = held, rev.Time
		h.bytes += held
	}
	h.entries = append(h.entries, entry{rev: rev})
}

// compact drops the oldest revisions as far as the bounds say.
func (h *history) compact(now time.Time, o Options) {
	share, ceiling := o.Budget.room()
	o.MaxBytes, o.CeilingBytes = min(o.MaxBytes, share), min(o.CeilingBytes, ceiling)
	drop := 0
	for drop < len(h.entries)-1 && h.expired(h.entries[drop], now, o) {
		h.bytes -= h.entries[drop].held
		h.entries[drop] = entry{}
		drop++
	}
	h.entries = h.entries[drop:]
}

func (h *history) expired(oldest entry, now time.Time, o Options) bool {
	age := now.Sub(oldest.replaced)
	switch {
	case h.bytes > o.CeilingBytes:
		return true
	case age < o.MinHistory:
		return false
	default:
		return age > o.MaxHistory || h.bytes > o.MaxBytes
	}
}

// index returns the place of a revision in entries.
func (h *history) index(number uint64) (int, error) {
	newest := h.newest()
	if newest == nil || number > newest.Number {
		return 0, fault.New(fault.RevisionInFuture, "revision %d has not been reached yet; use a revision this tab has told you", number).
			With("revision", strconv.FormatUint(number, 10))
	}
	oldest := h.entries[0].rev.Number
	if number < oldest {
		return 0, fault.New(fault.RevisionCompacted, "revision %d is no longer held, the oldest is %d; read the whole tree", number, oldest).
			With("revision", strconv.FormatUint(number, 10)).
			With("oldest", strconv.FormatUint(oldest, 10))
	}
	return int(number - oldest), nil
}
