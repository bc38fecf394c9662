package cdpclient

import (
	"context"

	"github.com/observer-svc/observer-svc/tree"
)

// State says what a tab is doing.
type State uint8

// The states of a tab.
const (
	Loading State = iota
	Ready         // the load event of the document has fired
	Crashed       // the renderer is gone; a navigation revives the tab
	Closed
)

// Tab is one page with its frames. It is safe for concurrent use.
type Tab struct {
	ctx    *Context
	target string
	bell   chan struct{}
	done   chan struct{}
}

// TargetID returns the id of the tab's target in the DevTools protocol.
func (t *Tab) TargetID() string { return t.target }

// Context returns the context of the tab.
func (t *Tab) Context() *Context { return t.ctx }

// Opener returns the tab that opened this one, or nil.
func (t *Tab) Opener() *Tab { return nil }

// URL returns the address of the main frame; page text.
func (t *Tab) URL() string { return "" }

// Title returns the title of the document; page text. It may be a moment behind.
func (t *Tab) Title() string { return "" }

// State returns what the tab is doing.
func (t *Tab) State() State { return Loading }

// MainFrame returns the id of the main frame. It stays the same over navigations.
func (t *Tab) MainFrame() tree.FrameID { return "" }

// Generation counts the documents the main frame has shown, as EventNavigated reports it.
func (t *Tab) Generation() uint64 { return 0 }

// Activate brings the tab to the front of its window.
func (t *Tab) Activate(ctx context.Context) error { return errNotImplemented }

// Close closes the tab without asking the page and waits until it is gone.
func (t *Tab) Close(ctx context.Context) error { return errNotImplemented }

// Done is closed when the tab is gone.
func (t *Tab) Done() <-chan struct{} { return t.done }

// Bell has one slot. It rings when the content may have changed or an event happened. It has one
// reader.
func (t *Tab) Bell() <-chan struct{} { return t.bell }

// ring fills the slot of the bell. It never waits.
func (t *Tab) ring() {
	select {
	case t.bell <- struct{}{}:
	default:
	}
}

// Events returns the events after a sequence number that are still kept, oldest first, and the
// number to pass next time. When older ones were dropped, the first event's Seq shows the gap.
func (t *Tab) Events(after uint64) (evs []Event, next uint64) { return nil, after }

// Requests returns how many requests the tab has started so far: a mark for InFlight.
func (t *Tab) Requests() uint64 { return 0 }

// InFlight returns how many requests started after the mark, and how many of those are still
// under way. Requests that may stay open for ever (event streams, web sockets, pings, media)
// are not counted.
func (t *Tab) InFlight(mark uint64) (started, open int) { return 0, 0 }
