package page

import (
	"sync"

	"github.com/observer-svc/observer-svc/cdpclient"
)

// Event is a page event with its place among the revisions.
type Event struct {
	cdpclient.Event
	// Revision is the number of the revision that was current when the event became known; 0
	// before the first.
	Revision uint64
}

// history gives revisions and events one order and wakes whoever waits for either.
type history struct {
	mu       sync.Mutex
	keep     int
	revision uint64
	read     uint64 // the source's cursor: the sequence number of the newest event
	events   []Event
	bell     chan struct{}
}

func (h *history) init(keep int) {
	h.keep = keep
	h.bell = make(chan struct{})
}

func (h *history) changed() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.bell
}

// ring wakes everybody who waits. It is also called when the page ends.
func (h *history) ring() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ringLocked()
}

func (h *history) ringLocked() {
	close(h.bell)
	h.bell = make(chan struct{})
}

// pull takes over what the source has logged since the last time.
func (h *history) pull(src Source) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pullLocked(src) {
		h.ringLocked()
	}
}

func (h *history) pullLocked(src Source) bool {
	evs, next := src.Events(h.read)
	h.read = next
	for _, e := range evs {
		h.events = append(h.events, Event{Event: e, Revision: h.revision})
	}
	if over := len(h.events) - h.keep; over > 0 {
		h.events = append([]Event(nil), h.events[over:]...)
	}
	return len(evs) > 0
}

// advance runs commit, which returns the number of the current revision and whether it is new.
// Events that the source logged before go to the revision before.
func (h *history) advance(src Source, commit func() (number uint64, isNew bool)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	logged := h.pullLocked(src)
	number, isNew := commit()
	h.revision = number
	if logged || isNew {
		h.ringLocked()
	}
}

// last returns the sequence number of the newest event.
func (h *history) last() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.read
}

// Events returns the kept events after a sequence number, oldest first. Lost says that events
// between the two are no longer kept.
func (p *Page) Events(after uint64) (events []Event, lost bool) {
	return p.history.after(after)
}

// EventsUntil returns the sequence number of the newest event of a revision or one before it: the
// cursor of somebody who has seen everything that happened before the next revision. It is final
// once a later revision is committed.
func (p *Page) EventsUntil(revision uint64) uint64 {
	h := &p.history
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.events) - 1; i >= 0; i-- {
		if h.events[i].Revision <= revision {
			return h.events[i].Seq
		}
	}
	if len(h.events) > 0 {
		return h.events[0].Seq - 1
	}
	return h.read
}

func (h *history) after(seq uint64) ([]Event, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := len(h.events)
	for i > 0 && h.events[i-1].Seq > seq {
		i--
	}
	tail := h.events[i:]
	if len(tail) == 0 {
		return nil, false
	}
	return append([]Event(nil), tail...), tail[0].Seq > seq+1
}
