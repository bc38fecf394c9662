package cdpclient

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/mafredri/cdp/protocol/browser"
	"github.com/mafredri/cdp/protocol/target"

	"github.com/observer-svc/observer-svc/cdpclient/chromium"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

const (
	defaultStartTimeout   = 30 * time.Second
	defaultConnectTimeout = 10 * time.Second
)

// Launch starts a browser that ends with Close, and also when this process is killed. ctx is for
// the start only. It fails with fault.BrowserUnavailable.
func Launch(ctx context.Context, o LaunchOptions) (*Browser, error) {
	ctx, cancel := context.WithTimeout(ctx, orDefault(o.StartTimeout, defaultStartTimeout))
	defer cancel()
	p, err := chromium.Start(chromium.Options{Path: o.Path, Headful: o.Headful, NoSandbox: o.NoSandbox, Args: o.Args})
	if err != nil {
		return nil, err
	}
	b := newBrowser(o.Logger)
	b.process = p
	if err := b.connect(ctx, p.Transport()); err != nil {
		err = p.Explain(err)
		if left := b.Close(); left != nil {
			b.log.Warn("ending a browser that did not start", "cause", left)
		}
		return nil, err
	}
	b.log.Info("browser launched", "path", p.Path(), "version", b.version)
	return b, nil
}

// Attach uses the browser at an endpoint, ws://host:port/devtools/browser/… or http://host:port.
// Close only leaves it; its other pages are left alone. ctx is for the connecting only. It fails
// with fault.BrowserUnavailable.
func Attach(ctx context.Context, endpoint string, o AttachOptions) (*Browser, error) {
	ctx, cancel := context.WithTimeout(ctx, orDefault(o.ConnectTimeout, defaultConnectTimeout))
	defer cancel()
	url, err := webSocketURL(ctx, endpoint)
	if err != nil {
		return nil, err
	}
	t, err := transport.DialWebSocket(ctx, url)
	if err != nil {
		return nil, unreachable(endpoint, err)
	}
	b := newBrowser(o.Logger)
	if err := b.connect(ctx, t); err != nil {
		_ = b.Close() // the first failure is the one to report
		return nil, unreachable(endpoint, err)
	}
	b.log.Info("attached to browser", "version", b.version)
	return b, nil
}

func newBrowser(log *slog.Logger) *Browser {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	b := &Browser{
		log:      log,
		epoch:    rand.Text(),
		done:     make(chan struct{}),
		contexts: map[string]*Context{},
		sessions: map[string]*Tab{},
	}
	b.life, b.end = context.WithCancel(context.Background())
	return b
}

// connect makes the connection usable. Close is called also when it fails.
func (b *Browser) connect(ctx context.Context, t transport.Transport) error {
	// The handler needs the Mux to open sessions, but events come only after the first call.
	b.mux = transport.New(t, b.event)
	b.work.Go(b.watch)
	return b.mux.Batch(ctx, "", []transport.Call{
		{Method: "Browser.getVersion", Then: b.tookVersion},
		// Tells titles and addresses of pages, and their end.
		{Method: "Target.setDiscoverTargets", Params: target.NewSetDiscoverTargetsArgs(true).SetFilter(only("page"))},
		// Attaches to each page of the browser before its first script; strangers are let go.
		{Method: "Target.setAutoAttach", Params: autoAttach(only("page"))},
	})
}

func (b *Browser) tookVersion(result json.RawMessage) {
	var v browser.GetVersionReply
	if json.Unmarshal(result, &v) == nil {
		b.version, b.userAgent = v.Product, v.UserAgent
	}
}

// only is a filter for one type of target.
func only(kind string) target.Filter {
	exclude := true
	return target.Filter{{Type: &kind}, {Exclude: &exclude}}
}

// inPages is a filter for all that runs in a page: iframes, workers, worklets. What a page starts waits to be
// let run also where a filter leaves it out, and then nobody could, so what is not for us is taken and let go.
func inPages() target.Filter {
	exclude := true
	var f target.Filter
	for _, kind := range []string{"browser", "tab", "page"} {
		f = append(f, target.FilterEntry{Type: &kind, Exclude: &exclude})
	}
	return append(f, target.FilterEntry{})
}

func autoAttach(f target.Filter) *target.SetAutoAttachArgs {
	return target.NewSetAutoAttachArgs(true, true).SetFlatten(true).SetFilter(f)
}

func unreachable(endpoint string, err error) error {
	return fault.New(fault.BrowserUnavailable,
		"No browser answered at %q. Start one with --remote-debugging-port and give its address.", endpoint).
		With("endpoint", endpoint).Because(err)
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}
