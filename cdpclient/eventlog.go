package cdpclient

import (
	"slices"
	"time"
)

const (
	// eventsKept is how many events of a tab are kept, chatterKept how many of them may be of kinds
	// that a page can cause without end, so that they push nothing else out.
	eventsKept  = 256
	chatterKept = 64
)

// chatter reports whether a page can cause events of the kind without end.
func (k EventKind) chatter() bool { return k == EventConsoleError || k == EventAuth }

// eventLog is the last events of a tab. It has no lock of its own.
type eventLog struct {
	events  []Event
	last    uint64 // number of the newest event
	chatter int    // how many of events are of such kinds
}

func (l *eventLog) add(e Event) {
	l.last++
	e.Seq = l.last
	if e.Kind.chatter() {
		if l.chatter == chatterKept {
			l.drop(slices.IndexFunc(l.events, func(e Event) bool { return e.Kind.chatter() }))
		}
		l.chatter++
	}
	if len(l.events) == eventsKept {
		l.drop(0)
	}
	l.events = append(l.events, e)
}

func (l *eventLog) drop(i int) {
	if l.events[i].Kind.chatter() {
		l.chatter--
	}
	l.events = slices.Delete(l.events, i, i+1)
}

// after returns the events that are newer than a number.
func (l *eventLog) after(seq uint64) []Event {
	i, _ := slices.BinarySearchFunc(l.events, seq+1, func(e Event, n uint64) int {
		return int(int64(e.Seq) - int64(n))
	})
	return slices.Clone(l.events[i:])
}

// note logs an event; the lock is held.
func (t *Tab) note(e Event) {
	e.Time = time.Now()
	e.URL = t.context.cleanAddress(e.URL)
	t.events.add(e)
}

// Events returns the events after a sequence number that are still kept, oldest first, and the
// number to pass next time. A gap in their numbers means that some were dropped.
func (t *Tab) Events(after uint64) (evs []Event, next uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.events.after(after), t.events.last
}
