package cdpclient

import (
	"context"
	"errors"
	"time"

	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/fault"
)

// Until says when a navigation counts as done.
type Until uint8

// The ends of a navigation. UntilLoad is capped by ContextOptions.LoadCap, since pages exist
// that never fire their load event.
const (
	UntilLoad Until = iota
	UntilDOMContentLoaded
	UntilCommit
)

// Load says how a navigation ended.
type Load struct {
	URL          string   // where the main frame is now
	LoaderID     string   // of the main frame's document
	Status       int      // of the HTTP answer; 0 when there was none
	SameDocument bool     // only the address changed within the document
	IsFile       bool     // the answer was a file, the document stayed
	TimedOut     bool     // the wait ended by its cap
	DialogOpen   bool     // the wait ended because the new document shows a dialog that waits for an answer
	Download     Download // of IsFile; without ID when the browser did not tell of it
}

// toldWithin is how long the event of a move within a document may follow the answer to the call.
const toldWithin = 2 * time.Second

// Navigate loads an address. It fails with fault.URLNotAllowed, fault.NavigationFailed (with
// "error" in Meta, such as "name not resolved"), fault.DialogOpen, fault.PageCrashed,
// fault.TabClosed, fault.Timeout or fault.Cancelled. A beforeunload dialog is accepted. When the
// new document goes on to another by itself, that one is waited for.
func (t *Tab) Navigate(ctx context.Context, url string, until Until) (Load, error) {
	if url == "" {
		url = "about:blank"
	}
	if err := t.allowed(url); err != nil {
		return Load{}, err
	}
	return t.travel(ctx, func(ctx context.Context) (Load, error) { return t.navigate(ctx, url, until) })
}

// travel runs a navigation that our caller asked for. A crash that happened before does not end
// it, and a beforeunload dialog is accepted.
func (t *Tab) travel(ctx context.Context, how func(context.Context) (Load, error)) (Load, error) {
	done := t.Leave()
	defer done()
	ctx, cancel := t.guardRevival(ctx)
	defer cancel()
	if err := context.Cause(ctx); err != nil {
		return Load{}, t.explain(ctx, err, "navigating")
	}
	l, err := how(ctx)
	return l, t.explain(ctx, err, "navigating")
}

// navigated is the answer to Page.navigate.
type navigated struct {
	LoaderID  string `json:"loaderId"`
	ErrorText string `json:"errorText"`
	Download  bool   `json:"isDownload"`
}

func (t *Tab) navigate(ctx context.Context, url string, until Until) (Load, error) {
	var r navigated
	before := t.travelled()
	args := map[string]string{"url": url}
	err := rpcc.Invoke(ctx, "Page.navigate", args, &r, t.pageConn())
	var refused *rpcc.ResponseError
	switch {
	case errors.As(err, &refused) && refused.Code != codeNoSession:
		return Load{}, fault.New(fault.NavigationFailed, "The browser does not load this address. Check it.").
			With("error", "address refused").Because(err)
	case err != nil:
		return Load{}, err
	case r.Download:
		return t.fetched(ctx, before), nil
	case r.ErrorText != "":
		return Load{}, t.navigationError(ctx, r.LoaderID, r.ErrorText)
	case r.LoaderID == "":
		return t.within(ctx, func() bool { return t.nav.within > before.within })
	}
	err = t.wait(ctx, func() (bool, error) { return t.nav.has(r.LoaderID), nil })
	if err != nil {
		return Load{}, err
	}
	return t.loaded(ctx, until)
}

// within waits until the move within the document that was asked for is told, as told says.
func (t *Tab) within(ctx context.Context, told func() bool) (Load, error) {
	soon, cancel := context.WithTimeout(ctx, toldWithin)
	defer cancel()
	err := t.wait(soon, func() (bool, error) { return told(), nil })
	if err != nil && ctx.Err() != nil {
		return Load{}, err
	}
	return t.stayed(Load{SameDocument: true}), nil
}
