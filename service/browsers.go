package service

import (
	"context"
	"sync"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
)

// browsers holds the one browser that sessions share. It is launched, or attached to, when it is
// first needed, and again when it is needed after it was lost.
type browsers struct {
	connect func(ctx context.Context) (*cdpclient.Browser, error)
	lost    func(b *cdpclient.Browser, err error) // told of a browser that is gone

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	current *connection
}

// connection is one browser, or the attempt to get it.
type connection struct {
	ready   chan struct{} // closed once browser and err are set
	browser *cdpclient.Browser
	err     error

	closeErr error // set before the owning goroutine ends
}

// isLost reports whether the browser was there and is gone, although keep may not have seen it yet.
func (c *connection) isLost() bool {
	select {
	case <-c.ready:
	default:
		return false
	}
	if c.browser == nil {
		return true
	}
	select {
	case <-c.browser.Done():
		return true
	default:
		return false
	}
}

func newBrowsers(cfg Config, lost func(*cdpclient.Browser, error)) *browsers {
	b := &browsers{lost: lost}
	b.connect = func(ctx context.Context) (*cdpclient.Browser, error) {
		if cfg.Endpoint != "" {
			return cdpclient.Attach(ctx, cfg.Endpoint, cfg.Attach)
		}
		return cdpclient.Launch(ctx, cfg.Launch)
	}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// get returns the browser. It fails with fault.BrowserUnavailable.
func (b *browsers) get(ctx context.Context) (*cdpclient.Browser, error) {
	c, err := b.attempt()
	if err != nil {
		return nil, err
	}
	select {
	case <-c.ready:
		return c.browser, c.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// attempt returns the connection at hand, or begins a new one. Its life does not depend on any
// caller's.
func (b *browsers) attempt() (*connection, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return nil, errDraining()
	}
	if b.current == nil || b.current.isLost() {
		c := &connection{ready: make(chan struct{})}
		b.current = c
		b.wg.Go(func() { b.keep(c) })
	}
	return b.current, nil
}

// keep owns a connection from its beginning to its end.
func (b *browsers) keep(c *connection) {
	c.browser, c.err = b.connect(b.ctx)
	if c.err != nil {
		b.forget(c)
		if fault.ReasonOf(c.err) == "" {
			c.err = fault.New(fault.BrowserUnavailable, "the browser could not be started or reached").Because(c.err)
		}
		close(c.ready)
		return
	}
	close(c.ready)
	select {
	case <-c.browser.Done():
	case <-b.ctx.Done():
	}
	b.forget(c)
	if b.ctx.Err() == nil {
		b.lost(c.browser, c.browser.Err())
	}
	c.closeErr = c.browser.Close()
}

func (b *browsers) forget(c *connection) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.current == c {
		b.current = nil
	}
}

// close ends the browser and waits for it.
func (b *browsers) close() error {
	b.mu.Lock()
	c := b.current
	b.cancel()
	b.mu.Unlock()
	b.wg.Wait()
	if c == nil {
		return nil
	}
	return c.closeErr
}
