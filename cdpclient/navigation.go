package cdpclient

import (
	"context"
	"errors"
	"slices"
	"strings"
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
	URL          string // where the main frame is now
	LoaderID     string // of the main frame's document
	Status       int    // of the HTTP answer; 0 when there was none
	SameDocument bool   // only the address changed within the document
	Download     bool   // the answer was a file, the document stayed
	TimedOut     bool   // the wait ended by its cap
	DialogOpen   bool   // the wait ended because the new document shows a dialog that waits for an answer
}

// errorPageWithin is how long to wait for the page that tells of a failed navigation.
const errorPageWithin = 2 * time.Second

// toldWithin is how long the event of a move within a document may follow the answer to the call.
const toldWithin = 2 * time.Second

// errCapped ends a wait for the load event.
var errCapped = errors.New("the load event did not fire in time")

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
		return t.stayed(Load{Download: true}), nil
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

// loaded waits until the document that the main frame shows now has come far enough.
func (t *Tab) loaded(ctx context.Context, until Until) (Load, error) {
	capped, err := t.come(ctx, until)
	l := t.stayed(Load{TimedOut: capped})
	if fault.Is(context.Cause(ctx), fault.DialogOpen) {
		l.DialogOpen = true // the document is there, which was asked for
		return l, nil
	}
	if err == nil {
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

// navigationError returns what a failed navigation means, once the browser shows its error page.
func (t *Tab) navigationError(ctx context.Context, loader, text string) error {
	if !aborted(text) {
		ctx, cancel := context.WithTimeout(ctx, errorPageWithin)
		defer cancel()
		_ = t.wait(ctx, func() (bool, error) { return t.nav.has(loader), nil }) // the failure is known anyway
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if o := t.nav.outcome(loader); o.refused != nil {
		return o.refused
	}
	return navigationFailed(text)
}

// aborted reports whether the browser dropped a navigation without showing anything new.
func aborted(text string) bool { return strings.TrimSpace(text) == "net::ERR_ABORTED" }

func navigationFailed(text string) *fault.Error {
	words := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(text), "net::ERR_"), "_", " "))
	switch {
	case words == "":
		words = "unknown error"
	case aborted(text):
		return fault.New(fault.NavigationFailed,
			"The page stayed: the server sent nothing to show, or another navigation came first.").With("error", words)
	}
	return fault.New(fault.NavigationFailed, "The page could not be loaded: %s. Check the address.", words).
		With("error", words)
}

// documentsKept is how many documents and document requests of the main frame are remembered.
const documentsKept = 32

// navigations is what is known about the navigations of a tab. It has no lock of its own.
type navigations struct {
	generation uint64    // documents of the main frame so far
	moves      uint64    // navigations in any frame, also within a document
	within     uint64    // moves of the main frame within its document
	starts     uint64    // navigations of the main frame to another document that have begun
	started    string    // loader of the last of these
	pending    bool      // it has neither committed nor ended
	leaving    int       // callers that make the page leave
	windowOpen string    // the address of the window that was opened last
	commits    []string  // loaders of the last documents of the main frame
	outcomes   []outcome // of the last document requests of all frames
}

// outcome is what became of the request for a document.
type outcome struct {
	loader  string
	status  int
	err     string
	refused *fault.Error // by the URL policy
}

func (n *navigations) has(loader string) bool { return slices.Contains(n.commits, loader) }

func (n *navigations) commit(loader string) {
	if len(n.commits) == documentsKept {
		n.commits = slices.Delete(n.commits, 0, 1)
	}
	n.commits = append(n.commits, loader)
	n.generation++
	n.pending = false
}

func (n *navigations) outcome(loader string) outcome {
	if i := n.find(loader); i >= 0 {
		return n.outcomes[i]
	}
	return outcome{}
}

func (n *navigations) find(loader string) int {
	return slices.IndexFunc(n.outcomes, func(o outcome) bool { return o.loader == loader })
}

// ended notes something about the request for a document.
func (n *navigations) ended(loader string, set func(*outcome)) {
	i := n.find(loader)
	if i < 0 {
		if len(n.outcomes) == documentsKept {
			n.outcomes = slices.Delete(n.outcomes, 0, 1)
		}
		n.outcomes = append(n.outcomes, outcome{loader: loader})
		i = len(n.outcomes) - 1
	}
	set(&n.outcomes[i])
}

// committed notes that the main frame shows a document; the lock is held.
func (t *Tab) committed(f *entry) {
	t.crashed = false
	t.nav.commit(f.loader)
	t.note(Event{Kind: EventNavigated, URL: f.url, Generation: t.nav.generation})
}

// startedNavigating is what matters of Page.frameStartedNavigating.
type startedNavigating struct {
	FrameID  string `json:"frameId"`
	LoaderID string `json:"loaderId"`
	Type     string `json:"navigationType"`
}

func (t *Tab) startedNavigating(e *startedNavigating) {
	if e.FrameID != t.target || e.Type == "sameDocument" || e.Type == "historySameDocument" {
		return
	}
	t.update(func() {
		t.nav.starts++
		t.nav.started, t.nav.pending = e.LoaderID, true
	})
}
