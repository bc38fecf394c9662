package cdpclient

import (
	"encoding/json"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/target"

	"github.com/observer-svc/observer-svc/tree"
)

// event takes the events of the sessions of a tab, in the order the browser sent them. It runs in
// the goroutine that reads the connection.
func (t *Tab) event(s *session, method string, params json.RawMessage) {
	switch method {
	case "Page.frameAttached":
		decode(params, func(e *page.FrameAttachedReply) { t.frameAttached(s, e) })
	case "Page.frameDetached":
		decode(params, func(e *page.FrameDetachedReply) { t.frameDetached(s, e) })
	case "Page.frameNavigated":
		decode(params, func(e *frameNavigated) { t.frameNavigated(s, e) })
	case "Page.navigatedWithinDocument":
		decode(params, t.navigatedWithinDocument)
	case "Page.frameStartedLoading":
		decode(params, func(e *page.FrameStartedLoadingReply) { t.frameLoading(e.FrameID, true) })
	case "Page.frameStoppedLoading":
		decode(params, func(e *page.FrameStoppedLoadingReply) { t.frameLoading(e.FrameID, false) })
	case "Page.frameStartedNavigating":
		decode(params, t.startedNavigating)
	case "Page.lifecycleEvent":
		decode(params, t.lifecycle)
	case "Page.windowOpen":
		decode(params, t.windowOpened)
	case "Page.javascriptDialogOpening":
		decode(params, func(e *dialogOpening) { t.dialogOpening(s, e) })
	case "Page.javascriptDialogClosed":
		decode(params, t.dialogClosed)
	case "Runtime.executionContextCreated":
		decode(params, func(e *contextCreated) { t.contextCreated(s, e) })
	case "Runtime.executionContextDestroyed":
		decode(params, func(e *contextDestroyed) { t.update(func() { t.registry.vacate(s, e.ID) }) })
	case "Runtime.executionContextsCleared":
		t.update(func() { t.registry.vacate(s, 0) })
	default:
		t.otherEvent(s, method, params)
	}
	if t.agent != nil {
		t.agent.event(s, method, params)
	}
	t.taps.event(s, method, params)
}

// otherEvent takes the events that do not concern frames and dialogs.
func (t *Tab) otherEvent(s *session, method string, params json.RawMessage) {
	switch method {
	case "Target.attachedToTarget":
		decode(params, func(e *target.AttachedToTargetReply) { t.startedInPage(s, params, e) })
	case "Target.detachedFromTarget":
		decode(params, func(e *target.DetachedFromTargetReply) { t.close(string(e.SessionID)) })
	case "Inspector.targetCrashed":
		t.sessionCrashed(s)
	case "Network.requestWillBeSent":
		decode(params, func(e *requestStarted) { t.requestStarted(s, e) })
	case "Network.responseReceived":
		decode(params, t.responseReceived)
	case "Network.loadingFinished":
		decode(params, t.requestEnded)
	case "Network.loadingFailed":
		decode(params, t.requestEnded)
	case "Fetch.requestPaused":
		decode(params, func(e *requestPaused) { t.documentRequested(s, e) })
	case "Fetch.authRequired":
		decode(params, func(e *authRequired) { t.authAsked(s, e) })
	case "Runtime.exceptionThrown":
		decode(params, t.exceptionThrown)
	case "Runtime.consoleAPICalled":
		decode(params, t.consoleCalled)
	}
}

// startedInPage takes what starts to run in the page of a session. It waits until it is let run.
func (t *Tab) startedInPage(parent *session, params json.RawMessage, e *target.AttachedToTargetReply) {
	if e.TargetInfo.Type == "iframe" {
		t.iframeAttached(parent, params, e)
		return
	}
	t.browser.letGo(parent.conn, string(e.SessionID))
}

// iframeAttached takes an iframe that is in a process of its own. It waits for its first script.
func (t *Tab) iframeAttached(parent *session, params json.RawMessage, e *target.AttachedToTargetReply) {
	s, err := t.open(string(e.SessionID), parent)
	if err != nil {
		return // the tab or the connection is gone
	}
	var up struct {
		Info struct {
			ParentFrameID tree.FrameID `json:"parentFrameId"`
		} `json:"targetInfo"`
	}
	_ = json.Unmarshal(params, &up) // without it the frame is known already, or cannot be placed
	t.update(func() { t.registry.lead(tree.FrameID(e.TargetInfo.TargetID), up.Info.ParentFrameID, s) })
	t.browser.run(func() {
		if err := t.prepare(s); err != nil && t.life.Err() == nil {
			t.log.Debug("preparing an iframe", "cause", err) // iframes come and go
		}
	})
}

// crashCode answers the calls that a crashed renderer will not answer.
const crashCode = -32000

// sessionCrashed notes that the renderer of a session is gone.
func (t *Tab) sessionCrashed(s *session) {
	var interrupt func(error)
	t.update(func() {
		interrupt = t.pending()
		t.registry.crash(s)
		t.requests.lost(s)
		// Within the lock: a call that revives the page comes after the crash is known.
		t.browser.mux.Refuse(s.id, crashCode, "the renderer crashed")
		if s.main() {
			t.crashed = true
			t.dialog = openDialog{}
			t.nav.pending = false
			t.note(Event{Kind: EventCrashed})
		}
	})
	if s.main() {
		interrupt(pageCrashed())
	}
	t.ring()
}
