package cdpclient

import "context"

// Context is an isolated set of tabs. It is safe for concurrent use.
type Context struct {
	browser *Browser
	options ContextOptions
}

// NewTab opens a tab that shows about:blank.
func (c *Context) NewTab(ctx context.Context) (*Tab, error) { return nil, errNotImplemented }

// Close closes the tabs without asking their pages and forgets all storage.
func (c *Context) Close(ctx context.Context) error { return errNotImplemented }

// Browser returns the browser of the context.
func (c *Context) Browser() *Browser { return c.browser }
