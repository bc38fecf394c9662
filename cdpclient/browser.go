package cdpclient

import (
	"context"
	"errors"
)

var errNotImplemented = errors.New("not implemented")

// Browser is one connection to a browser. It is safe for concurrent use.
type Browser struct {
	version, epoch string
	done           chan struct{}
}

// Launch starts a browser that ends with Close, and also when this process is killed. It fails
// with fault.BrowserUnavailable.
func Launch(ctx context.Context, o LaunchOptions) (*Browser, error) { return nil, errNotImplemented }

// Attach uses the browser at an endpoint, ws://host:port/devtools/browser/… or http://host:port.
// Close only leaves it. It fails with fault.BrowserUnavailable.
func Attach(ctx context.Context, endpoint string, o AttachOptions) (*Browser, error) {
	return nil, errNotImplemented
}

// Version returns product and version, such as "Chrome/156.0.8078.108".
func (b *Browser) Version() string { return b.version }

// Epoch returns a random name of this connection.
func (b *Browser) Epoch() string { return b.epoch }

// Done is closed when the connection is gone.
func (b *Browser) Done() <-chan struct{} { return b.done }

// Err returns why the connection is gone, a fault.BrowserDisconnected, and nil before.
func (b *Browser) Err() error { return nil }

// Close closes all contexts, leaves or ends the browser, and waits for every goroutine and
// process. It may be called more than once.
func (b *Browser) Close() error { return nil }

// NewContext makes an isolated context.
func (b *Browser) NewContext(ctx context.Context, o ContextOptions) (*Context, error) {
	return nil, errNotImplemented
}
