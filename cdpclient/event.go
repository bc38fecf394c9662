package cdpclient

import "time"

// EventKind says what an Event reports.
type EventKind uint8

// The kinds of events.
const (
	EventNavigated    EventKind = iota + 1 // URL, Generation, SameDocument
	EventDialogOpened                      // Dialog
	EventDialogClosed                      // Dialog
	EventPopup                             // Popup, URL
	EventDownload                          // Download
	EventCrashed
	EventClosed
	EventConsoleError // Text
	EventAuth         // Auth
)

// Event is something that happened to a tab beside changes of its content. It is immutable.
type Event struct {
	// Seq numbers the events of a tab from 1.
	Seq  uint64
	Time time.Time
	Kind EventKind

	URL          string        // of EventNavigated and EventPopup
	Generation   uint64        // of EventNavigated: grows with each new document in the main frame
	SameDocument bool          // of EventNavigated: pushState or a hash change
	Dialog       Dialog        // of EventDialogOpened and EventDialogClosed
	Popup        *Tab          // of EventPopup
	Gesture      bool          // of EventPopup: the page had just got a user's input
	Download     Download      // of EventDownload
	Auth         AuthChallenge // of EventAuth
	Text         string        // of EventConsoleError: page text, cut to a bounded length
}
