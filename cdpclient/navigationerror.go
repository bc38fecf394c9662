package cdpclient

import (
	"context"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/fault"
)

// errorPageWithin is how long to wait for the page that tells of a failed navigation.
const errorPageWithin = 2 * time.Second

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
