package cdpclient

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/observer-svc/observer-svc/cdpclient/chromium"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// Browser is one connection to a browser. It is safe for concurrent use.
type Browser struct {
	mux       *transport.Mux
	process   *chromium.Process // nil when somebody else runs the browser
	log       *slog.Logger
	version   string
	userAgent string
	epoch     string

	done  chan struct{}      // closed when the connection is gone and all tabs know
	life  context.Context    // of everything that calls the browser
	end   context.CancelFunc // of life
	work  sync.WaitGroup     // every goroutine but the one that reads the connection
	ended error              // of ending the process; to be read after work

	mu       sync.Mutex // guards the following
	closed   bool       // no more work
	contexts map[string]*Context
	sessions map[string]*Tab // pages, by the session of the page itself
}

// Version returns product and version, such as "Chrome/156.0.8078.108".
func (b *Browser) Version() string { return b.version }

// Mac reports whether the browser runs on a Mac, where the Meta key does what Control does elsewhere.
func (b *Browser) Mac() bool { return strings.Contains(b.userAgent, "Macintosh") }

// Epoch returns a random name of this connection.
func (b *Browser) Epoch() string { return b.epoch }

// Done is closed when the connection is gone.
func (b *Browser) Done() <-chan struct{} { return b.done }

// Err returns why the connection is gone, a fault.BrowserDisconnected, and nil before.
func (b *Browser) Err() error { return b.mux.Err() }

// Close closes all contexts, leaves or ends the browser, and waits for every goroutine and
// process. It may be called more than once. An error says what could not be cleaned up.
func (b *Browser) Close() error {
	_ = b.mux.Close() // that it was closed by the other side already is no failure
	b.work.Wait()
	return b.ended
}

// run starts a goroutine that Close waits for. When the browser is gone there is nothing to do, and
// it is not started.
func (b *Browser) run(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.work.Go(f)
	}
}

// watch waits for the end of the connection and cleans up.
func (b *Browser) watch() {
	<-b.mux.Done()
	b.end()
	b.mu.Lock()
	b.closed = true
	contexts := b.contexts
	b.contexts, b.sessions = nil, nil
	b.mu.Unlock()
	for _, c := range contexts {
		c.gone(b.mux.Err(), b.mux.Err())
	}
	b.log.Info("browser gone", "version", b.version, "cause", b.mux.Err())
	close(b.done)
	if b.process != nil {
		b.ended = b.process.Close()
	}
}

// alive returns nil, or why the browser is gone.
func (b *Browser) alive() error {
	if err := b.mux.Err(); err != nil {
		return err
	}
	return nil
}

// context returns the context with an id, or nil when it is not one of ours.
func (b *Browser) context(id string) *Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.contexts[id]
}
