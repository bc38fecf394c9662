package page

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// Observe returns the revision that shows the page as it is now. While a dialog waits for an
// answer the page cannot be read; then the last revision is returned at once, and Dialog tells.
//
// It fails with fault.PageCrashed, fault.PageChangedDuringCapture, fault.TabClosed,
// fault.BrowserDisconnected, fault.Timeout or fault.Cancelled.
func (p *Page) Observe(ctx context.Context, engine cdpclient.Engine) (*refstore.Revision, error) {
	seen, err := p.observe(ctx, engine, nil)
	return seen.Revision, err
}

// observe is Observe; the age is Blocked when a dialog kept the page from being read. It fails with
// errImpatient when the time is up.
func (p *Page) observe(ctx context.Context, engine cdpclient.Engine, up <-chan time.Time) (Sight, error) {
	if err := p.Err(); err != nil {
		return Sight{}, err
	}
	if _, open := p.src.Dialog(); open {
		rev, err := p.blocked(ctx)
		return Sight{Revision: rev, Age: Blocked}, err
	}
	f := p.join(engine)
	select {
	case <-f.done:
	case <-p.done:
		return Sight{}, p.Err()
	case <-up:
		return Sight{}, errImpatient
	case <-ctx.Done():
		return Sight{}, interrupted(ctx, "capturing the page")
	}
	if fault.Is(f.err, fault.DialogOpen) {
		rev, err := p.blocked(ctx)
		return Sight{Revision: rev, Age: Blocked}, err
	}
	return Sight{Revision: f.rev, Engines: f.engines}, f.err
}

// join returns the flight that starts next for the engine, asking for one if need be.
func (p *Page) join(engine cdpclient.Engine) *flight {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.waiting[engine]
	if f == nil {
		p.asked++
		f = &flight{engine: engine, asked: p.asked, done: make(chan struct{})}
		p.waiting[engine] = f
		p.nudge()
	}
	f.callers++
	if p.callers++; p.callers == p.expected {
		p.nudge()
	}
	return f
}

// blocked returns the last revision of a page that cannot be read. A page that was blocked from
// its first moment gets an empty one.
func (p *Page) blocked(ctx context.Context) (*refstore.Revision, error) {
	if rev := p.store.Current(); rev != nil {
		return rev, nil
	}
	f := p.join(blank)
	select {
	case <-f.done:
		return f.rev, f.err
	case <-p.done:
		return nil, p.Err()
	case <-ctx.Done():
		return nil, interrupted(ctx, "capturing the page")
	}
}

// blank is the engine that captures nothing.
const blank cdpclient.Engine = 255

func (p *Page) blankTree() *tree.Tree {
	return &tree.Tree{Root: &tree.Node{}, URL: p.src.URL(), Docs: map[tree.FrameID]tree.Doc{}, Loading: true}
}
