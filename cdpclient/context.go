package cdpclient

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"github.com/mafredri/cdp/protocol/browser"
	"github.com/mafredri/cdp/protocol/target"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Context is an isolated set of tabs. It is safe for concurrent use.
type Context struct {
	browser   *Browser
	id        browser.ContextID
	options   ContextOptions
	log       *slog.Logger
	downloads *shelf  // has a lock of its own
	secrets   secrets // has a lock of its own

	mu       sync.Mutex // guards the following
	closed   bool
	tabs     map[string]*Tab // by target id; made at the first mention of the target
	order    []*Tab
	parted   []parted      // the last tabs that are gone
	creating int           // calls of NewTab that do not know their target yet
	changed  chan struct{} // closed when creating or a claim changed
}

// NewContext makes an isolated context.
func (b *Browser) NewContext(ctx context.Context, o ContextOptions) (*Context, error) {
	o = o.withDefaults(b.log)
	downloads, err := newShelf(o.Downloads)
	if err != nil {
		return nil, err
	}
	reply, err := target.NewClient(b.mux.Root()).CreateBrowserContext(ctx,
		target.NewCreateBrowserContextArgs().SetDisposeOnDetach(true))
	if err != nil {
		_ = downloads.close(contextClosed()) // the first failure is the one to report
		return nil, explain(ctx, err, "making a browser context")
	}
	c := &Context{
		browser:   b,
		id:        reply.BrowserContextID,
		options:   o,
		log:       o.Logger,
		downloads: downloads,
		tabs:      map[string]*Tab{},
		changed:   make(chan struct{}),
	}
	b.mu.Lock()
	if !b.closed {
		b.contexts[string(c.id)] = c
	}
	b.mu.Unlock()
	for _, credential := range o.Credentials {
		for _, secret := range credential.hidden() {
			c.Hide(secret)
		}
	}
	err = c.setDownloads(ctx)
	if err == nil {
		err = c.grant(ctx)
	}
	if err != nil {
		_ = c.Close(ctx) // the first failure is the one to report
		return nil, err
	}
	return c, nil
}

// Browser returns the browser of the context.
func (c *Context) Browser() *Browser { return c.browser }

// Tabs returns the open tabs in the order in which they were opened.
func (c *Context) Tabs() []*Tab {
	c.mu.Lock()
	defer c.mu.Unlock()
	open := make([]*Tab, 0, len(c.order))
	for _, t := range c.order {
		if t.attached() {
			open = append(open, t)
		}
	}
	return open
}

// Close closes the tabs without asking their pages and forgets all storage.
func (c *Context) Close(ctx context.Context) error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	err := target.NewClient(c.browser.mux.Root()).DisposeBrowserContext(ctx,
		target.NewDisposeBrowserContextArgs(c.id))
	if err != nil && c.browser.alive() == nil {
		return explain(ctx, err, "closing a browser context")
	}
	c.gone(tabClosed(), contextClosed())
	c.browser.mu.Lock()
	delete(c.browser.contexts, string(c.id))
	c.browser.mu.Unlock()
	return nil
}

// gone ends all tabs for one reason, and whoever waits for downloads for another.
func (c *Context) gone(why, noFiles error) {
	c.mu.Lock()
	c.closed = true
	tabs := c.order
	c.mu.Unlock()
	for _, t := range tabs {
		t.gone(why)
	}
	if err := c.downloads.close(noFiles); err != nil {
		c.log.Warn("removing downloads", "cause", err)
	}
}

// tab returns the tab of a target, which is made when it was not heard of yet, and nil when the
// context is closed.
func (c *Context) tab(targetID string) *Tab {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tabs[targetID]
	if t == nil && !c.closed {
		t = newTab(c, targetID)
		c.tabs[targetID] = t
		c.order = append(c.order, t)
	}
	return t
}

// forget drops a tab that is gone.
func (c *Context) forget(t *Tab) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tabs[t.target] != t {
		return
	}
	delete(c.tabs, t.target)
	if len(c.parted) == partedKept {
		c.parted = slices.Delete(c.parted, 0, 1)
	}
	c.parted = append(c.parted, parted{tree.FrameID(t.target), t.Opener()})
	rest := make([]*Tab, 0, len(c.order))
	for _, other := range c.order {
		if other != t {
			rest = append(rest, other)
		}
	}
	c.order = rest
}

// parted is a tab that is gone and the one that opened it.
type parted struct {
	frame  tree.FrameID // its main frame
	opener *Tab
}

// partedKept is how many tabs that are gone are remembered.
const partedKept = 64

// openerOfParted returns the tab that opened one that is gone, by its main frame; nil when there is
// none any more.
func (c *Context) openerOfParted(main tree.FrameID) *Tab {
	c.mu.Lock()
	i := slices.IndexFunc(c.parted, func(p parted) bool { return p.frame == main })
	var opener *Tab
	if i >= 0 {
		opener = c.parted[i].opener
	}
	c.mu.Unlock()
	if opener == nil || !opener.attached() {
		return nil
	}
	return opener
}

// tabWithFrame returns the tab that opened a page, or nil.
func (c *Context) tabWithFrame(info target.Info) *Tab {
	c.mu.Lock()
	tabs := c.order
	opener := c.tabs[string(*info.OpenerID)]
	c.mu.Unlock()
	if opener != nil || info.OpenerFrameID == nil {
		return opener
	}
	for _, t := range tabs {
		if _, ok := t.frame(tree.FrameID(*info.OpenerFrameID)); ok {
			return t
		}
	}
	return nil
}

func contextClosed() *fault.Error {
	return fault.New(fault.SessionNotFound, "The browser context was closed.")
}
