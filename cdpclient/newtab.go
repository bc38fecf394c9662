package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/target"
)

// NewTab opens a tab that shows about:blank.
func (c *Context) NewTab(ctx context.Context) (*Tab, error) {
	c.expect(1)
	reply, err := target.NewClient(c.browser.mux.Root()).CreateTarget(ctx,
		target.NewCreateTargetArgs("about:blank").SetBrowserContextID(c.id))
	var t *Tab
	if err == nil {
		if t = c.tab(string(reply.TargetID)); t != nil {
			t.claim()
		}
	}
	c.expect(-1)
	if err != nil {
		return nil, explain(ctx, err, "opening a tab")
	}
	if t == nil {
		return nil, contextClosed()
	}
	select {
	case <-ctx.Done():
		return nil, explain(ctx, ctx.Err(), "opening a tab")
	case <-t.done:
		return nil, t.why()
	case <-t.ready:
		return t, nil
	}
}

// expect counts the calls of NewTab that do not know their target yet.
func (c *Context) expect(n int) {
	c.mu.Lock()
	c.creating += n
	close(c.changed)
	c.changed = make(chan struct{})
	c.mu.Unlock()
}

// ours reports whether a tab was made by NewTab. While a call of NewTab does not know its target
// yet, that cannot be told, so it waits.
func (c *Context) ours(ctx context.Context, t *Tab) bool {
	for {
		c.mu.Lock()
		pending, changed := c.creating > 0, c.changed
		c.mu.Unlock()
		if t.claimed.Load() || !pending {
			return t.claimed.Load()
		}
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		}
	}
}
