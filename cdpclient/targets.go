package cdpclient

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mafredri/cdp/protocol/target"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// letGoWithin is how long a target that is not ours may take to be let go.
const letGoWithin = 10 * time.Second

// event takes the events of the browser itself.
func (b *Browser) event(method string, params json.RawMessage) {
	switch method {
	case "Target.attachedToTarget":
		decode(params, b.attached)
	case "Target.detachedFromTarget":
		decode(params, b.detached)
	case "Target.targetInfoChanged":
		decode(params, func(e *target.InfoChangedReply) {
			if t := b.tabOf(e.TargetInfo); t != nil {
				t.described(e.TargetInfo)
			}
		})
	case "Browser.downloadWillBegin":
		decode(params, b.downloadBegan)
	case "Browser.downloadProgress":
		decode(params, b.downloadProgressed)
	}
}

// decode calls f with the decoded parameters of an event. An event of a form that is not known is
// dropped: there is nobody to tell, and the state stays what it was.
func decode[T any](params json.RawMessage, f func(*T)) {
	var v T
	if json.Unmarshal(params, &v) == nil {
		f(&v)
	}
}

// attached takes a new page. It is still waiting for its first script.
func (b *Browser) attached(e *target.AttachedToTargetReply) {
	c := b.contextOf(e.TargetInfo)
	if c == nil || e.TargetInfo.Type != "page" {
		b.letGo(b.mux.Root(), string(e.SessionID))
		return
	}
	t := c.tab(string(e.TargetInfo.TargetID))
	if t == nil { // the context is closing
		b.letGo(b.mux.Root(), string(e.SessionID))
		return
	}
	if e.TargetInfo.OpenerID != nil {
		t.openedBy(c.tabWithFrame(e.TargetInfo))
	}
	s, err := t.open(string(e.SessionID), nil)
	if err != nil {
		return // the connection is gone
	}
	b.mu.Lock()
	if b.sessions != nil {
		b.sessions[s.id] = t
	}
	b.mu.Unlock()
	b.run(func() { t.begin(s) })
}

func (b *Browser) detached(e *target.DetachedFromTargetReply) {
	b.mu.Lock()
	t := b.sessions[string(e.SessionID)]
	delete(b.sessions, string(e.SessionID))
	b.mu.Unlock()
	if t != nil {
		t.gone(tabClosed())
	}
}

// letGo detaches from what is not for us, a page that is not ours or a worker, so that it goes on as if
// nothing had happened. by is the connection that attached.
func (b *Browser) letGo(by *rpcc.Conn, session string) {
	if _, err := b.mux.Open(session, func(string, json.RawMessage) {}); err != nil {
		return
	}
	b.run(func() {
		defer b.mux.Drop(session, errSessionClosed)
		ctx, cancel := context.WithTimeout(b.life, letGoWithin)
		defer cancel()
		err := b.mux.Batch(ctx, session, []transport.Call{{Method: "Runtime.runIfWaitingForDebugger", Optional: true}})
		if err == nil {
			err = target.NewClient(by).DetachFromTarget(ctx,
				target.NewDetachFromTargetArgs().SetSessionID(target.SessionID(session)))
		}
		if err != nil && ctx.Err() == nil {
			b.log.Debug("letting go of a target", "cause", err)
		}
	})
}

func (b *Browser) contextOf(info target.Info) *Context {
	if info.BrowserContextID == nil {
		return nil
	}
	return b.context(string(*info.BrowserContextID))
}

// tabOf returns the tab of a page, or nil when it is not ours.
func (b *Browser) tabOf(info target.Info) *Tab {
	c := b.contextOf(info)
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tabs[string(info.TargetID)]
}
