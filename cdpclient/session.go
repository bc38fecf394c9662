package cdpclient

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// session is the DevTools session of one target of a tab: the page itself, or an out-of-process
// iframe. Typed clients are made where they are used, such as page.NewClient(s.conn): they are
// one pointer. Events do not reach rpcc streams, see pageAgent.
type session struct {
	id     string
	tab    *Tab
	conn   *rpcc.Conn
	parent *session // nil for the page itself
}

// main reports whether this is the session of the page itself, not of an iframe.
func (s *session) main() bool { return s.parent == nil }

// pageAgent is the part of an engine that lives in the sessions of a tab.
type pageAgent interface {
	// prepare returns the calls that prepare a new session. They are sent in one batch after
	// Page, Runtime, Accessibility and Network were enabled and before the target runs its first
	// script. The target may answer none of them before it runs, so a call cannot depend on the
	// answer to another.
	prepare(s *session) []transport.Call
	// event sees every event of every session of the tab in the order the browser sent them,
	// after the registry of frames took notice of it. It runs on the goroutine that reads the
	// connection, so it must not wait or call the browser.
	event(s *session, method string, params json.RawMessage)
	// atRest reports whether a document was seen to be at rest a moment ago, see engine.atRest.
	atRest(frame tree.FrameID, loader string) bool
	// gone is called once the tab is gone, perhaps on that goroutine too.
	gone()
}

// worldName is the name of the isolated worlds the engines run in.
const worldName = "observer-svc"

// errSessionClosed is what calls to a session return when we closed it.
var errSessionClosed = errors.New("the session was closed")

// open makes a session of the tab. It runs in the goroutine that reads the connection, so no
// event of the session is missed.
func (t *Tab) open(id string, parent *session) (*session, error) {
	s := &session{id: id, tab: t, parent: parent}
	// The first event of the session comes after this returns: the handler finds s.conn set.
	conn, err := t.browser.mux.Open(id, func(method string, params json.RawMessage) { t.event(s, method, params) })
	if err != nil {
		return nil, err
	}
	s.conn = conn
	gone := false
	t.update(func() {
		if gone = t.cause != nil; gone {
			return
		}
		t.sessions[id] = s
		if parent == nil {
			t.main = s
			t.registry.lead(t.MainFrame(), "", s)
		}
	})
	if gone {
		t.browser.mux.Drop(id, errSessionClosed)
		return nil, errSessionClosed
	}
	return s, nil
}

// close forgets a session whose target is gone, with those below it.
func (t *Tab) close(id string) {
	var dropped []string
	t.update(func() {
		s := t.sessions[id]
		if s == nil {
			return
		}
		for other, o := range t.sessions {
			for up := o; up != nil; up = up.parent {
				if up == s {
					dropped = append(dropped, other)
					delete(t.sessions, other)
					t.registry.lost(o)
					t.requests.lost(o)
					break
				}
			}
		}
	})
	for _, id := range dropped {
		t.browser.mux.Drop(id, fault.New(fault.StaleRef, "The frame is gone. Observe the page again."))
	}
	t.ring()
}

// begin prepares the page and lets it run. For a popup the owner of the context is told first.
func (t *Tab) begin(s *session) {
	if !t.context.ours(t.life, t) && t.context.options.OnTab != nil {
		t.context.options.OnTab(t)
	}
	if err := t.prepare(s); err != nil {
		if t.life.Err() == nil {
			t.log.Warn("preparing a page", "cause", err)
		}
		t.abandon()
		return
	}
	close(t.ready)
}

// abandon closes a page that could not be prepared.
func (t *Tab) abandon() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.life), letGoWithin)
	defer cancel()
	if err := t.Close(ctx); err != nil {
		t.gone(tabClosed().Because(err))
	}
}
