package cdpclient

import (
	"slices"
	"time"
)

const (
	// eventsKept is how many events of a tab are kept, consoleKept how many of them may be
	// console errors, so that a page that writes many pushes nothing else out.
	eventsKept  = 256
	consoleKept = 64
)

// eventLog is the last events of a tab. It has no lock of its own.
type eventLog struct {
	events  []Event
	last    uint64 // number of the newest event
	console int    // how many of events are console errors
}

func (l *eventLog) add(e Event) {
	l.last++
	e.Seq = l.last
	if e.Kind == EventConsoleError {
		if l.console == consoleKept {
			l.drop(slices.IndexFunc(l.events, func(e Event) bool { return e.Kind == EventConsoleError }))
		}
		l.console++
	}
	if len(l.events) == eventsKept {
		l.drop(0)
	}
	l.events = append(l.events, e)
}

func (l *eventLog) drop(i int) {
	if l.events[i].Kind == EventConsoleError {
		l.console--
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
	t.events.add(e)
}

// Events returns the events after a sequence number that are still kept, oldest first, and the
// number to pass next time. A gap in their numbers means that some were dropped.
func (t *Tab) Events(after uint64) (evs []Event, next uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.events.after(after), t.events.last
}
