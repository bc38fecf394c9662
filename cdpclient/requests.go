package cdpclient

import (
	"slices"
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// requestsKept is how many open requests of a tab are told apart. More are counted as started, but
// not waited for.
const requestsKept = 4096

// request is an open request.
type request struct {
	number  uint64 // the how-many-th of the tab
	began   time.Time
	frame   tree.FrameID
	loader  string
	session *session
}

// requests counts the requests of a tab. It has no lock of its own.
type requests struct {
	started uint64
	open    map[string]request // by the browser's id
}

func (r *requests) init() { r.open = map[string]request{} }

// left drops the requests that a frame's documents before the one with this loader made: the
// browser does not always tell how they end.
func (r *requests) left(frame tree.FrameID, loader string) {
	for id, q := range r.open {
		if q.frame == frame && q.loader != loader {
			delete(r.open, id)
		}
	}
}

// dropped drops the requests of frames that are gone: the browser does not always tell how they end.
func (r *requests) dropped(frames []tree.FrameID) {
	for id, q := range r.open {
		if slices.Contains(frames, q.frame) {
			delete(r.open, id)
		}
	}
}

// lost drops the requests of a session that is gone.
func (r *requests) lost(s *session) {
	for id, q := range r.open {
		if q.session == s {
			delete(r.open, id)
		}
	}
}

// requestStarted are the parameters of Network.requestWillBeSent that matter here: it is the most
// frequent event, so nothing else of it is decoded.
type requestStarted struct {
	RequestID string       `json:"requestId"`
	LoaderID  string       `json:"loaderId"`
	FrameID   tree.FrameID `json:"frameId"`
	Type      string       `json:"type"`
}

func (t *Tab) requestStarted(s *session, e *requestStarted) {
	if endless(e.Type) {
		return
	}
	t.update(func() {
		if _, redirected := t.requests.open[e.RequestID]; redirected {
			return
		}
		t.requests.started++
		if len(t.requests.open) < requestsKept {
			t.requests.open[e.RequestID] = request{t.requests.started, time.Now(), e.FrameID, e.LoaderID, s}
		}
	})
}

// endless reports whether requests of a type may stay open as long as the page wants, or matter to
// nobody who reads the page.
func endless(kind string) bool {
	switch kind {
	case "EventSource", "WebSocket", "Media", "Ping", "Prefetch", "CSPViolationReport", "SignedExchange":
		return true
	}
	return false
}

// responseReceived are the parameters of Network.responseReceived that matter here.
type responseReceived struct {
	RequestID string `json:"requestId"`
	LoaderID  string `json:"loaderId"`
	Type      string `json:"type"`
	Response  struct {
		Status   int    `json:"status"`
		MimeType string `json:"mimeType"`
	} `json:"response"`
}

func (t *Tab) responseReceived(e *responseReceived) {
	document := e.Type == "Document" && e.RequestID == e.LoaderID
	if !document && !streaming(e.Response.MimeType) {
		return
	}
	t.update(func() {
		if document {
			t.nav.ended(e.LoaderID, func(o *outcome) { o.status = e.Response.Status })
		}
		if streaming(e.Response.MimeType) {
			delete(t.requests.open, e.RequestID)
		}
	})
}

// streaming reports whether an answer of a type goes on for ever.
func streaming(mime string) bool {
	switch mime {
	case "text/event-stream", "multipart/x-mixed-replace", "application/x-ndjson", "application/grpc-web+proto",
		"application/grpc-web", "application/connect+json", "application/connect+proto":
		return true
	}
	return false
}

// requestEnded are the parameters of Network.loadingFinished and loadingFailed that matter here.
type requestEnded struct {
	RequestID string `json:"requestId"`
	ErrorText string `json:"errorText"`
	Type      string `json:"type"`
}

func (t *Tab) requestEnded(e *requestEnded) {
	t.update(func() {
		delete(t.requests.open, e.RequestID)
		if e.ErrorText != "" && e.Type == "Document" {
			t.nav.ended(e.RequestID, func(o *outcome) { o.err = e.ErrorText })
		}
	})
	t.ring()
}

// Requests returns how many requests the tab has started so far: a mark for InFlight.
func (t *Tab) Requests() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.requests.started
}

// InFlight returns how many requests started after the mark, and how many of those are still
// under way. Requests that may stay open for ever (event streams, web sockets, media) and those
// that matter to no reader (pings, prefetches) are not counted.
func (t *Tab) InFlight(mark uint64) (started, open int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, q := range t.requests.open {
		if q.number > mark {
			open++
		}
	}
	return int(t.requests.started - mark), open
}

// Waiting returns how many requests the tab has started so far, and how many are under way that
// began less than patience ago: an older one waits for the server to speak. What InFlight does not
// count is not counted.
func (t *Tab) Waiting(patience time.Duration) (started, open int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, q := range t.requests.open {
		if time.Since(q.began) < patience {
			open++
		}
	}
	return int(t.requests.started), open
}
