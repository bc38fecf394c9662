package cdpclient

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/tree"
)

// engine is the page agent of a tab: one mirror for the document of each frame, and the bell.
type engine struct {
	tab *Tab

	mu      sync.Mutex // guards the following; not held during calls
	mirrors map[tree.FrameID]*mirror
	mains   map[mainWorld]runtime.ExecutionContextID
	notYet  time.Time // until then bells wait, so that the page keeps most of its time
	bell    alarm     // rings the bell of the tab
	sweep   alarm     // goes on with what the agents have in doubt
}

// mainWorld names the world in which the scripts of a page run.
type mainWorld struct {
	session *session
	frame   tree.FrameID
}

// newPageAgent returns the part of the engines that lives in the sessions of a tab.
func newPageAgent(t *Tab) pageAgent {
	e := &engine{
		tab:     t,
		mirrors: map[tree.FrameID]*mirror{},
		mains:   map[mainWorld]runtime.ExecutionContextID{},
	}
	e.bell.action = t.ring
	e.sweep.action = func() { t.browser.run(e.goOn) }
	return e
}

// prepare puts the agent into every document before its first script, and gives it its bell.
func (e *engine) prepare(*session) []transport.Call {
	return []transport.Call{
		countersCall(),
		{Method: "Runtime.addBinding",
			Params: runtime.NewAddBindingArgs(agent.BellName).SetExecutionContextName(worldName)},
		{Method: "Page.addScriptToEvaluateOnNewDocument",
			Params: page.NewAddScriptToEvaluateOnNewDocumentArgs(agent.Source()).
				SetWorldName(worldName).SetRunImmediately(true)},
	}
}

// event hears the bells, and keeps the worlds of the pages' own scripts.
func (e *engine) event(s *session, method string, params json.RawMessage) {
	switch method {
	case "Runtime.bindingCalled":
		decode(params, func(b *struct{ Name string }) {
			if b.Name == agent.BellName {
				e.rang()
			}
		})
	case "Runtime.executionContextCreated":
		decode(params, func(c *mainContext) { e.inhabited(s, c) })
	case "Runtime.executionContextDestroyed":
		decode(params, func(c *runtime.ExecutionContextDestroyedReply) { e.vacated(s, c.ExecutionContextID) }) //nolint:staticcheck // the id is sent to all, and unique in its session
	case "Runtime.executionContextsCleared":
		e.vacated(s, 0)
	case "Page.frameDetached", "Target.detachedFromTarget":
		e.forget()
	}
}

// mainContext is what matters of Runtime.executionContextCreated for the page's own worlds.
type mainContext struct {
	Context struct {
		ID  runtime.ExecutionContextID `json:"id"`
		Aux struct {
			FrameID   tree.FrameID `json:"frameId"`
			IsDefault bool         `json:"isDefault"`
		} `json:"auxData"`
	} `json:"context"`
}

func (e *engine) inhabited(s *session, c *mainContext) {
	if !c.Context.Aux.IsDefault {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mains[mainWorld{s, c.Context.Aux.FrameID}] = c.Context.ID
}

func (e *engine) vacated(s *session, id runtime.ExecutionContextID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for w, known := range e.mains {
		if w.session == s && (id == 0 || known == id) {
			delete(e.mains, w)
		}
	}
}

// mainWorldOf returns the world of the scripts of the page in a frame, or 0.
func (e *engine) mainWorldOf(s *session, id tree.FrameID) runtime.ExecutionContextID {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.mains[mainWorld{s, id}]
}

// forget drops the mirrors of frames that are gone.
func (e *engine) forget() {
	known := map[tree.FrameID]bool{}
	for _, f := range e.tab.frames() {
		known[f.id] = true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for id := range e.mirrors {
		if !known[id] {
			delete(e.mirrors, id)
		}
	}
	for w := range e.mains {
		if !known[w.frame] {
			delete(e.mains, w)
		}
	}
}

// mirror returns the mirror of a frame's document.
func (e *engine) mirror(id tree.FrameID) *mirror {
	e.mu.Lock()
	defer e.mu.Unlock()
	m := e.mirrors[id]
	if m == nil {
		m = &mirror{engine: e, frame: id, busy: make(chan struct{}, 1)}
		e.mirrors[id] = m
	}
	return m
}
