package cdpclient

import (
	"context"
	"errors"
	"strings"

	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/fault"
)

// Stop stops what the tab is loading, as the button of a browser does. What is there stays and
// counts as loaded. It fails as Navigate does.
func (t *Tab) Stop(ctx context.Context) error {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	err := page.NewClient(t.pageConn()).StopLoading(ctx)
	if err == nil {
		err = t.wait(ctx, func() (bool, error) { return !t.registry.main().loading, t.cause })
	}
	if err != nil {
		return t.explain(ctx, err, "stopping")
	}
	t.update(func() {
		f := t.registry.main()
		f.parsed, f.loaded, t.nav.pending = true, true, false // no event of the document says so
	})
	t.ring()
	return nil
}

// errCapped ends a wait for the load event.
var errCapped = errors.New("the load event did not fire in time")

// loaded waits until the document that the main frame shows now has come far enough.
func (t *Tab) loaded(ctx context.Context, until Until) (Load, error) {
	capped, err := t.come(ctx, until)
	l := t.stayed(Load{TimedOut: capped})
	if fault.Is(context.Cause(ctx), fault.DialogOpen) {
		l.DialogOpen = true // the document is there, which was asked for
		return l, nil
	}
	if err == nil {
		t.fetchTitle(ctx) // the answer is to say it, and what the event of the document began may not have it yet
		err = t.shown()
	}
	return l, err
}

// WaitLoad waits until the document of the main frame has come as far as until says, and no other
// is on its way. It reports whether the wait ended by its cap.
func (t *Tab) WaitLoad(ctx context.Context, until Until) (capped bool, err error) {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	capped, err = t.come(ctx, until)
	return capped, t.explain(ctx, err, "waiting for the page to load")
}

func (t *Tab) come(ctx context.Context, until Until) (capped bool, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, t.context.options.LoadCap, errCapped)
	defer cancel()
	err = t.wait(ctx, func() (bool, error) {
		f := t.registry.main()
		switch {
		case t.crashed:
			return false, pageCrashed()
		case t.nav.pending:
			return false, nil
		case until == UntilLoad:
			return f.loaded, nil
		case until == UntilDOMContentLoaded:
			return f.parsed, nil
		}
		return true, nil
	})
	if errors.Is(err, errCapped) {
		return true, nil
	}
	return false, err
}

// stayed fills in where the main frame is.
func (t *Tab) stayed(l Load) Load {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.registry.main()
	l.URL, l.LoaderID = f.url, f.loader
	if strings.HasPrefix(f.url, "http") { // the browser makes up a status for others
		l.Status = t.nav.outcome(f.loader).status
	}
	return l
}

// shown returns why the main frame shows an error instead of a document, or nil.
func (t *Tab) shown() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.registry.main()
	o := t.nav.outcome(f.loader)
	switch {
	case f.failed == "":
		return nil
	case o.refused != nil:
		return o.refused
	}
	return navigationFailed(o.err)
}
