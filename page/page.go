package page

import (
	"context"
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// Source is what a Page needs of a tab. *cdpclient.Tab is one.
type Source interface {
	// Bell rings when the content may have changed or an event happened. The Page is its one reader.
	Bell() <-chan struct{}
	// Done is closed when the tab is gone.
	Done() <-chan struct{}
	// State returns what the tab is doing.
	State() cdpclient.State
	// URL returns the address of the main frame.
	URL() string
	// Generation counts the documents the main frame has shown; 0 when it is not known.
	Generation() uint64
	// Dialog returns the dialog that waits for an answer.
	Dialog() (cdpclient.Dialog, bool)
	// Events returns the events after a sequence number, and the number to pass next time.
	Events(after uint64) ([]cdpclient.Event, uint64)
	// Capture reads all frames.
	Capture(ctx context.Context, engine cdpclient.Engine) ([]tree.Frame, error)
}

// Page is one tab's pipeline. It is safe for concurrent use.
type Page struct {
	tab     *cdpclient.Tab
	src     Source
	store   *refstore.Store
	builder *tree.Builder // owned by the flight under way
	opts    Options
	history history
	acting  chan struct{} // full while somebody acts

	ctx    context.Context
	cancel context.CancelCauseFunc
	wake   chan struct{} // one slot: look at watchers and waiting
	landed chan *flight
	done   chan struct{} // closed when the loop has ended

	mu       sync.Mutex
	watchers map[*watcher]struct{}
	waiting  map[cdpclient.Engine]*flight // asked for and not started
	asked    uint64                       // how many were asked for
	callers  int                          // who wait for those
	expected int                          // with how many callers the crowd is complete
	err      error                        // why the page ended
}

// New starts the pipeline of a tab.
func New(tab *cdpclient.Tab, store *refstore.Store, opts Options) *Page {
	if opts.Lost == nil {
		opts.Lost = tab.Context().Browser().Err
	}
	return start(tab, tab, store, opts)
}

// NewFrom starts the pipeline of something that is captured like a tab. Its Tab is nil.
func NewFrom(src Source, store *refstore.Store, opts Options) *Page {
	return start(nil, src, store, opts)
}

func start(tab *cdpclient.Tab, src Source, store *refstore.Store, opts Options) *Page {
	p := &Page{
		tab: tab, src: src, store: store, builder: tree.NewBuilder(), opts: opts.withDefaults(),
		acting:  make(chan struct{}, 1),
		wake:    make(chan struct{}, 1),
		landed:  make(chan *flight, 1),
		done:    make(chan struct{}),
		waiting: map[cdpclient.Engine]*flight{}, watchers: map[*watcher]struct{}{},
	}
	p.history.init(p.opts.EventsKept)
	p.ctx, p.cancel = context.WithCancelCause(context.Background())
	go p.run()
	return p
}

// Tab returns the tab.
func (p *Page) Tab() *cdpclient.Tab { return p.tab }

// Store returns the revisions of the tab.
func (p *Page) Store() *refstore.Store { return p.store }

// State returns what the tab is doing.
func (p *Page) State() cdpclient.State { return p.src.State() }

// Dialog returns the dialog that waits for an answer, if one does.
func (p *Page) Dialog() (cdpclient.Dialog, bool) { return p.src.Dialog() }

// Done is closed when the page has ended; Err then says why.
func (p *Page) Done() <-chan struct{} { return p.done }

// Err returns why the page ended (fault.TabClosed or fault.BrowserDisconnected), and nil before.
func (p *Page) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Close ends the pipeline, not the tab, and waits for its goroutines. Calls under way fail with
// fault.TabClosed.
func (p *Page) Close() {
	p.cancel(fault.New(fault.TabClosed, "the tab was closed"))
	<-p.done
}

// Changed returns a channel that is closed at the next revision, page event, or the page's end.
// Whoever waits takes the channel before looking at the state.
func (p *Page) Changed() <-chan struct{} { return p.history.changed() }

// nudge makes the loop look again.
func (p *Page) nudge() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Lock waits until nobody else acts on the tab. Unlock must be called once.
func (p *Page) Lock(ctx context.Context) (unlock func(), err error) {
	if err := p.Err(); err != nil {
		return nil, err
	}
	select {
	case p.acting <- struct{}{}:
		return func() { <-p.acting }, nil
	case <-p.done:
		return nil, p.Err()
	case <-ctx.Done():
		return nil, interrupted(ctx, "waiting for another act on the tab")
	}
}

// interrupted turns the end of a context into the fault that says in which phase it came.
func interrupted(ctx context.Context, phase string) error {
	cause := context.Cause(ctx)
	if fault.ReasonOf(cause) != "" {
		return cause
	}
	if ctx.Err() == context.DeadlineExceeded {
		return fault.New(fault.Timeout, "the deadline passed while %s", phase).With("phase", phase).Because(cause)
	}
	return fault.New(fault.Cancelled, "the call was cancelled while %s", phase).With("phase", phase).Because(cause)
}

// Options are the settings of a Page. The zero value is usable.
type Options struct {
	// Interval is the shortest time between the starts of two captures that bells cause; 50 ms
	// when 0. The first change after a quiet time is captured at once. The Source bounds the share
	// of the page's main thread, by when it rings.
	Interval time.Duration
	// CaptureTimeout is how long a capture may take; 30 s when 0.
	CaptureTimeout time.Duration
	// EventsKept is how many page events are kept; 1024 when 0.
	EventsKept int
	// Lost says that the browser is gone and why; nil while it is there.
	Lost func() error
	// Staged is told how long the stages of each flight took; nobody is when nil. It must not wait.
	Staged func(Stage, time.Duration, error)
}

// Stage is a part of a flight.
type Stage string

// The stages.
const (
	StageCapture Stage = "capture"
	StageBuild   Stage = "build"
	StageCommit  Stage = "commit"
	// StageRevision is told, without a time, when a commit made a revision.
	StageRevision Stage = "revision"
)

func (o Options) withDefaults() Options {
	if o.Interval == 0 {
		o.Interval = 50 * time.Millisecond
	}
	if o.CaptureTimeout == 0 {
		o.CaptureTimeout = 30 * time.Second
	}
	if o.EventsKept == 0 {
		o.EventsKept = 1024
	}
	if o.Lost == nil {
		o.Lost = func() error { return nil }
	}
	if o.Staged == nil {
		o.Staged = func(Stage, time.Duration, error) {}
	}
	return o
}
