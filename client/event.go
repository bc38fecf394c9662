package client

import (
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// Event is something a watch tells: Opened, Snapshot, Changed, Reset, Progress, Page or Lost.
type Event interface{ event() }

// Opened says that a stream has begun: the first one, or another after the one before was lost.
type Opened struct{ Opened *observerv1.WatchOpened }

// Snapshot is the whole tree, at the beginning of a watch and after each Reset.
type Snapshot struct {
	Position *observerv1.Position
	Current  *observerv1.WatchCurrent
	Tree     *tree.Tree // nil without nodes
	Text     string     // empty without text
}

// Changed says what changed, and shows the tree after it.
type Changed struct {
	Position *observerv1.Position
	Delta    *observerv1.Delta // all parts together
	Tree     *tree.Tree        // nil without nodes
}

// Reset says that continuity is lost and why; a Snapshot follows. When the stream breaks off before
// it is complete, the watch goes on from where it was.
type Reset struct{ Reason observerv1.ResetReason }

// Progress says that nothing changed up to a position.
type Progress struct{ Position *observerv1.Position }

// Page says that something else happened to the tab.
type Page struct {
	Position *observerv1.Position
	Event    *observerv1.PageEvent
}

// Lost says that the stream broke off; the watch goes on after a pause.
type Lost struct {
	Err   error // nil when the server ended the stream in order
	Pause time.Duration
}

func (Opened) event()   {}
func (Snapshot) event() {}
func (Changed) event()  {}
func (Reset) event()    {}
func (Progress) event() {}
func (Page) event()     {}
func (Lost) event()     {}
