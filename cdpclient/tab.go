package cdpclient

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/mafredri/cdp/protocol/target"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/tree"
)

// State says what a tab is doing.
type State uint8

// The states of a tab.
const (
	Loading State = iota // the load event has not fired, or another document is on its way
	Ready                // the load event of the document has fired, or its loading was stopped
	Crashed              // the renderer is gone; a navigation revives the tab
	Closed
)

// Tab is one page with its frames. It is safe for concurrent use.
type Tab struct {
	context  *Context
	browser  *Browser
	target   string
	log      *slog.Logger
	agent    pageAgent          // nil without engine
	life     context.Context    // of what calls the page
	end      context.CancelFunc // of life
	claimed  atomic.Bool        // NewTab made it
	unwanted atomic.Bool        // it was closed before it ran: it gets no document
	bell     chan struct{}      // one slot
	ready    chan struct{}      // closed when the page is prepared and runs
	done     chan struct{}      // closed when the tab is gone

	mu       sync.Mutex    // guards the following
	changed  chan struct{} // closed and replaced at each change of the following
	opener   *Tab
	cause    error // why it is gone
	crashed  bool
	sessions map[string]*session
	main     *session // of the page itself
	registry registry
	title    string
	nav      navigations
	events   eventLog
	requests requests
	asked    asked
	dialog   openDialog
	owed     int // inputs that are not done yet, or wait for a dialog to be answered
	guards   map[*guarded]struct{}
	device   Device

	titleAsked, titleTold uint64 // of the questions for the title: the newest, and the newest that was answered

	taps taps // has a lock of its own
}

func newTab(c *Context, targetID string) *Tab {
	t := &Tab{
		context:  c,
		browser:  c.browser,
		target:   targetID,
		log:      c.log.With("target", targetID),
		bell:     make(chan struct{}, 1),
		ready:    make(chan struct{}),
		done:     make(chan struct{}),
		changed:  make(chan struct{}),
		sessions: map[string]*session{},
		guards:   map[*guarded]struct{}{},
		device:   Device{Width: c.options.Width, Height: c.options.Height, Scale: c.options.Scale},
	}
	t.life, t.end = context.WithCancel(c.browser.life)
	t.registry.init(tree.FrameID(targetID)) // a page's main frame has the id of its target
	t.requests.init()
	t.agent = newPageAgent(t)
	return t
}

// TargetID returns the id of the tab's target in the DevTools protocol.
func (t *Tab) TargetID() string { return t.target }

// Context returns the context of the tab.
func (t *Tab) Context() *Context { return t.context }

// URL returns the address of the main frame; page text.
func (t *Tab) URL() string {
	f, _ := t.frame(t.MainFrame())
	return t.context.cleanAddress(f.url)
}

// State returns what the tab is doing.
func (t *Tab) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stateLocked()
}

// AwaitLoading waits until the tab is loading. It fails with the cause of ctx, or when the tab is closed.
func (t *Tab) AwaitLoading(ctx context.Context) error {
	return t.wait(ctx, func() (bool, error) { return t.stateLocked() == Loading, t.cause })
}

func (t *Tab) stateLocked() State {
	switch {
	case t.cause != nil:
		return Closed
	case t.crashed:
		return Crashed
	case t.registry.main().loaded && !t.nav.pending:
		return Ready
	default:
		return Loading
	}
}

// MainFrame returns the id of the main frame. It stays the same over navigations.
func (t *Tab) MainFrame() tree.FrameID { return tree.FrameID(t.target) }

// Generation counts the documents the main frame has shown, as EventNavigated reports it.
func (t *Tab) Generation() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.nav.generation
}

// Activate brings the tab to the front of its window.
func (t *Tab) Activate(ctx context.Context) error {
	err := target.NewClient(t.browser.mux.Root()).ActivateTarget(ctx, target.NewActivateTargetArgs(target.ID(t.target)))
	return t.explain(ctx, err, "activating the tab")
}

// pageConn returns the connection of the page itself. It is called only once the tab is ready.
func (t *Tab) pageConn() *rpcc.Conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.main.conn
}

// attached reports whether the tab has a page and is not gone.
func (t *Tab) attached() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.main != nil && t.cause == nil
}
