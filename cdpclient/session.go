package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/tree"
)

// session is the DevTools session of one target of a tab: the page itself, or an out-of-process
// iframe. Typed clients are made where they are used, such as page.NewClient(s.conn): they are
// one pointer. Events do not reach rpcc streams, see pageAgent.
type session struct {
	id   string
	tab  *Tab
	conn *rpcc.Conn
	main bool // the page itself, not an iframe
}

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
}

// worldName is the name of the isolated worlds the engines run in.
const worldName = "observer-svc"

// frame is what is known about one frame of a tab. It is a value: a picture of the moment.
type frame struct {
	id, parent tree.FrameID // parent is empty for the main frame
	loader     string       // changes with each new document; empty until the first commit is known
	url        string
	session    *session                   // where the frame's document lives
	root       bool                       // of its session: crossing from parent to it crosses a session border
	world      runtime.ExecutionContextID // of worldName, 0 when there is none (yet)
}

// frames returns the frames of the tab, parents before children, siblings in the order they came.
func (t *Tab) frames() []frame { return nil }

// frame returns one frame.
func (t *Tab) frame(id tree.FrameID) (frame, bool) { return frame{}, false }

// world returns the frame with its isolated world, which is made when it does not exist yet. It
// fails with fault.StaleRef when there is no such frame.
func (t *Tab) world(ctx context.Context, id tree.FrameID) (frame, error) {
	return frame{}, errNotImplemented
}

// guard returns a context that also ends when the tab is closed, crashes, or shows a dialog that
// waits for the caller; context.Cause then is a *fault.Error. A call to the page made with it
// never hangs on a dialog. The cancel function must be called.
func (t *Tab) guard(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
