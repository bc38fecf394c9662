package cdpclient

import (
	"context"
	"errors"
	"time"

	"github.com/mafredri/cdp/protocol/fetch"
	"github.com/mafredri/cdp/protocol/network"

	"github.com/observer-svc/observer-svc/fault"
)

// documentWithin is how long a document's request may be held.
const documentWithin = 10 * time.Second

// allowed asks the context's policy about an address.
func (t *Tab) allowed(url string) error {
	allow := t.context.options.AllowURL
	if allow == nil {
		return nil
	}
	if err := allow(url); err != nil {
		return refusedURL(err)
	}
	return nil
}

func refusedURL(err error) *fault.Error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	return fault.New(fault.URLNotAllowed, "The server does not allow this address.").Because(err)
}

// requestPaused is what matters of Fetch.requestPaused.
type requestPaused struct {
	RequestID string `json:"requestId"`
	Type      string `json:"resourceType"`
	NetworkID string `json:"networkId"` // the loader of the document
	Request   struct {
		URL string `json:"url"`
	} `json:"request"`
}

// documentRequested decides about the request for a document, which the browser holds: of a tab, a
// popup or a frame, and again at each redirect.
func (t *Tab) documentRequested(s *session, e *requestPaused) {
	t.browser.run(func() {
		ctx, cancel := context.WithTimeout(t.life, documentWithin)
		defer cancel()
		err := t.decideDocument(ctx, s, e)
		if err != nil && ctx.Err() == nil {
			t.log.Debug("deciding about a document", "cause", err) // the frame is gone
		}
	})
}

func (t *Tab) decideDocument(ctx context.Context, s *session, e *requestPaused) error {
	held := fetch.RequestID(e.RequestID)
	var err error
	if e.Type == "Document" || e.Type == "" { // others are held for their credentials only
		err = t.allowed(e.Request.URL)
	}
	if t.unwanted.Load() {
		err = tabClosed()
	}
	if err == nil {
		return fetch.NewClient(s.conn).ContinueRequest(ctx, fetch.NewContinueRequestArgs(held))
	}
	t.update(func() {
		t.nav.ended(e.NetworkID, func(o *outcome) { o.refused = refusedURL(err) })
	})
	t.log.Info("document refused", "reason", fault.ReasonOf(refusedURL(err)))
	return fetch.NewClient(s.conn).FailRequest(ctx, fetch.NewFailRequestArgs(held, network.ErrorReasonBlockedByClient))
}
