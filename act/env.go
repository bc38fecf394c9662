package act

import (
	"log/slog"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
)

// Env is what an Act needs of the session it runs in.
type Env struct {
	// Page is the tab.
	Page *page.Page
	// Encoder turns revisions into the messages of this request, in its view and format.
	Encoder Encoder
	// Memory holds the answers to the session's requests; nil where requests have no names.
	Memory *Memory
	// Policy is what the server allows.
	Policy Policy
	// Logger gets one line for each step, without page text; nothing is logged when nil.
	Logger *slog.Logger
}

// Encoder turns revisions and events into messages.
type Encoder interface {
	// Delta returns the change from one revision to another, or nil when the whole tree is better.
	Delta(from, to *refstore.Revision) (*observerv1.Delta, error)
	// Full returns a whole tree.
	Full(rev *refstore.Revision) (*observerv1.FullTree, error)
	// Events returns what happened to the tab, without console errors.
	Events(events []page.Event) []*observerv1.PageEvent
}

// Policy is what the server allows. The zero value allows neither uploads nor scripts.
type Policy struct {
	// UploadFolder is the folder whose files may be given to a page; none when empty.
	UploadFolder string
	// Evaluate is whether scripts of the caller may run in the page.
	Evaluate bool
}

// The times of a request that leaves them unset.
const (
	defaultTimeout    = 5 * time.Second
	defaultNavigation = 30 * time.Second // of a step that waits for a document from the network
	defaultSettle     = 5 * time.Second
	defaultSearch     = 30 * time.Second       // of a step that scrolls until a text comes
	keyTime           = 20 * time.Millisecond  // more for each key of a text that is typed
	fieldTime         = 500 * time.Millisecond // more for each of many fields
)
