package cdpclient

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/mafredri/cdp/protocol/emulation"
	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/target"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// State says what a tab is doing.
type State uint8

// The states of a tab.
const (
	Loading State = iota // the load event has not fired, or another document is on its way
	Ready                // the load event of the document has fired
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
	dialog   openDialog
	download Download // the one under way
	guards   map[*guarded]struct{}

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

// Opener returns the tab that opened this one, or nil.
func (t *Tab) Opener() *Tab {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opener
}

// URL returns the address of the main frame; page text.
func (t *Tab) URL() string {
	f, _ := t.frame(t.MainFrame())
	return f.url
}

// Title returns the title of the document as of its loading or the last capture; page text.
func (t *Tab) Title() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.title
}

// State returns what the tab is doing.
func (t *Tab) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
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

// Close closes the tab without asking the page and waits until it is gone.
func (t *Tab) Close(ctx context.Context) error {
	t.release(ctx)
	_, err := target.NewClient(t.browser.mux.Root()).CloseTarget(ctx, target.NewCloseTargetArgs(target.ID(t.target)))
	select {
	case <-t.done:
		return nil
	default:
	}
	if err != nil {
		return t.explain(ctx, err, "closing the tab")
	}
	select {
	case <-t.done:
		return nil
	case <-ctx.Done():
		return t.explain(ctx, ctx.Err(), "closing the tab")
	}
}

// release lets a popup that still waits for its first script go on, to nowhere: it may share its
// process, and so its thread, with its opener, which would wait for ever.
func (t *Tab) release(ctx context.Context) {
	t.mu.Lock()
	s := t.main
	t.mu.Unlock()
	select {
	case <-t.ready:
		return
	default:
	}
	if s == nil {
		return
	}
	t.unwanted.Store(true)
	err := t.browser.mux.Batch(ctx, s.id, []transport.Call{
		{Method: "Fetch.enable", Params: documentsOnly()}, // refused from now on
		{Method: "Emulation.setScriptExecutionDisabled", Params: emulation.NewSetScriptExecutionDisabledArgs(true), Optional: true},
		{Method: "Runtime.runIfWaitingForDebugger", Optional: true},
	})
	if err != nil {
		t.log.Debug("releasing a popup", "cause", err) // it is gone already
	}
}

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

// update changes the state of the tab and tells who waits for that.
func (t *Tab) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	close(t.changed)
	t.changed = make(chan struct{})
}

// wait waits until done reports true or an error. done is called with the lock held.
func (t *Tab) wait(ctx context.Context, done func() (bool, error)) error {
	for {
		t.mu.Lock()
		ok, err := done()
		changed := t.changed
		t.mu.Unlock()
		if ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
		}
	}
}

// gone ends the tab.
func (t *Tab) gone(why error) {
	var sessions []*session
	var interrupt func(error)
	first := false
	t.update(func() {
		interrupt = t.pending()
		if first = t.cause == nil; !first {
			return
		}
		t.cause = why
		for _, s := range t.sessions {
			sessions = append(sessions, s)
		}
		t.sessions = map[string]*session{}
		t.registry.lostAll()
		t.note(Event{Kind: EventClosed})
	})
	if !first {
		return
	}
	for _, s := range sessions {
		t.browser.mux.Drop(s.id, why)
	}
	interrupt(why)
	t.end()
	t.context.forget(t)
	close(t.done)
	t.ring()
}

// why returns why the tab is gone.
func (t *Tab) why() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cause
}

// pageConn returns the connection of the page itself. It is called only once the tab is ready.
func (t *Tab) pageConn() *rpcc.Conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.main.conn
}

// claim notes that NewTab made the tab.
func (t *Tab) claim() { t.claimed.Store(true) }

// attached reports whether the tab has a page and is not gone.
func (t *Tab) attached() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.main != nil && t.cause == nil
}

// described takes what the browser says about the page.
func (t *Tab) described(info target.Info) {
	t.update(func() { t.title = info.Title })
}

// fetchTitle asks the browser for the title: it tells of no change of it.
func (t *Tab) fetchTitle() {
	reply, err := target.NewClient(t.browser.mux.Root()).GetTargetInfo(t.life,
		target.NewGetTargetInfoArgs().SetTargetID(target.ID(t.target)))
	if err == nil {
		t.described(reply.TargetInfo)
	}
}

// sawTitle takes the title from a capture: the browser tells of no change by a script.
func (t *Tab) sawTitle(frames []tree.Frame) {
	if len(frames) > 0 && frames[0].Root != nil {
		t.update(func() { t.title = frames[0].Title })
	}
}

// openedBy notes the opener and tells it.
func (t *Tab) openedBy(opener *Tab) {
	if opener == nil {
		return
	}
	t.update(func() { t.opener = opener })
	opener.update(func() {
		opener.note(Event{Kind: EventPopup, Popup: t, URL: opener.nav.windowOpen})
		opener.nav.windowOpen = ""
	})
}

// windowOpened keeps the address of a window that the page opens, for the event of its tab.
func (t *Tab) windowOpened(e *page.WindowOpenReply) {
	t.update(func() { t.nav.windowOpen = e.URL })
}

func tabClosed() *fault.Error { return fault.New(fault.TabClosed, "The tab was closed. Open another.") }
