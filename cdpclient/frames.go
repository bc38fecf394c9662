package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// worldTries is how often a world is asked for anew because its frame changed meanwhile.
const worldTries = 5

// frames returns the frames of the tab, parents before children, siblings in the order they came.
func (t *Tab) frames() []frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.registry.all()
}

// frame returns one frame.
func (t *Tab) frame(id tree.FrameID) (frame, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.registry.get(id)
}

// world returns the frame with its isolated world, which is made when it does not exist yet. It
// fails with fault.StaleRef when there is no such frame, and with fault.PageCrashed when its
// renderer is gone.
func (t *Tab) world(ctx context.Context, id tree.FrameID) (frame, error) {
	for range worldTries {
		f, err := t.settledFrame(ctx, id)
		if err != nil || f.world != 0 {
			return f, err
		}
		err = t.browser.mux.Batch(ctx, f.session.id, []transport.Call{{
			Method: "Page.createIsolatedWorld",
			Params: page.NewCreateIsolatedWorldArgs(page.FrameID(id)).SetWorldName(worldName),
			// A new world has been told by an event before. One that came back with its document
			// from a cache is told here only.
			Then: func(result json.RawMessage) { t.tookWorld(id, f.session, result) },
		}})
		if err != nil && ctx.Err() != nil {
			return frame{}, t.explain(ctx, err, "entering a frame")
		}
	}
	return frame{}, frameGone()
}

func (t *Tab) tookWorld(id tree.FrameID, s *session, result json.RawMessage) {
	decode(result, func(r *page.CreateIsolatedWorldReply) {
		t.update(func() { t.registry.inhabit(id, s, r.ExecutionContextID) })
	})
}

// settledFrame returns a frame once it is in some session: it is in none for the moment of a move
// between processes.
func (t *Tab) settledFrame(ctx context.Context, id tree.FrameID) (frame, error) {
	var f frame
	err := t.wait(ctx, func() (bool, error) {
		var ok bool
		f, ok = t.registry.get(id)
		switch {
		case t.cause != nil:
			return false, t.cause
		case !ok:
			return false, frameGone()
		case f.crashed:
			return false, pageCrashed()
		}
		return f.session != nil, nil
	})
	if err != nil {
		return frame{}, t.explain(ctx, err, "entering a frame")
	}
	return f, nil
}

// frameInfo is what matters of a frame as the browser describes it. Only that is decoded: a value
// elsewhere that this version does not know must not cost us the frame.
type frameInfo struct {
	ID          tree.FrameID `json:"id"`
	ParentID    tree.FrameID `json:"parentId"`
	LoaderID    string       `json:"loaderId"`
	URL         string       `json:"url"`
	Fragment    string       `json:"urlFragment"`
	Unreachable string       `json:"unreachableUrl"` // the address, when an error page is shown for it
}

// address returns the address the frame is at, as a browser would show it.
func (f frameInfo) address() string {
	if f.Unreachable != "" {
		return f.Unreachable
	}
	return f.URL + f.Fragment
}

type frameTree struct {
	Frame frameInfo   `json:"frame"`
	Kids  []frameTree `json:"childFrames"`
}

// tookFrameTree takes the frames of a session as they were when it was opened.
func (t *Tab) tookFrameTree(s *session, root frameTree) {
	t.update(func() {
		if t.sessions[s.id] != s {
			return
		}
		var walk func(ft frameTree)
		walk = func(ft frameTree) {
			t.commit(s, ft.Frame)
			for _, kid := range ft.Kids {
				walk(kid)
			}
		}
		walk(root)
		t.registry.lead(root.Frame.ID, root.Frame.ParentID, s)
		if s.main() {
			t.nav.generation = max(t.nav.generation, 1)
		}
	})
	t.ring()
}

// fetchFrameTree asks a session for its frames.
func (t *Tab) fetchFrameTree(s *session) {
	err := t.browser.mux.Batch(t.life, s.id, []transport.Call{t.frameTreeCall(s)})
	if err != nil && t.life.Err() == nil {
		t.log.Debug("asking for the frames", "cause", err) // the session is gone
	}
}

func (t *Tab) frameTreeCall(s *session) transport.Call {
	return transport.Call{Method: "Page.getFrameTree", Then: func(result json.RawMessage) {
		decode(result, func(r *struct{ FrameTree frameTree }) { t.tookFrameTree(s, r.FrameTree) })
	}}
}

// commit notes a document in a frame; the lock is held.
func (t *Tab) commit(s *session, f frameInfo) *entry {
	e := t.registry.commit(f.ID, f.ParentID, s, f.LoaderID, f.address())
	if e != nil {
		e.failed = f.Unreachable
	}
	return e
}

func (t *Tab) frameAttached(s *session, e *page.FrameAttachedReply) {
	t.update(func() { t.registry.attach(tree.FrameID(e.FrameID), tree.FrameID(e.ParentFrameID), s) })
	t.ring()
}

func (t *Tab) frameDetached(s *session, e *page.FrameDetachedReply) {
	t.update(func() { t.registry.detach(tree.FrameID(e.FrameID), s, e.Reason == "swap") })
	t.ring()
}

// frameNavigated is what matters of Page.frameNavigated.
type frameNavigated struct {
	Frame frameInfo `json:"frame"`
	Type  string    `json:"type"`
}

func (t *Tab) frameNavigated(s *session, e *frameNavigated) {
	f := e.Frame
	cached := e.Type == "BackForwardCacheRestore" // never in a browser of ours
	t.update(func() {
		entry := t.commit(s, f)
		if entry == nil {
			return
		}
		if cached {
			entry.parsed, entry.loaded = true, true // or it would not have been kept
		}
		t.requests.left(f.ID, f.LoaderID)
		t.nav.moves++
		if f.ID == t.registry.mainID {
			t.committed(entry)
		}
	})
	if cached { // the frames below come back without a word
		t.browser.run(func() { t.fetchFrameTree(s) })
	}
	t.ring()
}

func (t *Tab) navigatedWithinDocument(e *page.NavigatedWithinDocumentReply) {
	t.update(func() {
		f := t.registry.frames[tree.FrameID(e.FrameID)]
		if f == nil {
			return
		}
		f.url = e.URL
		t.nav.moves++
		if f.id == t.registry.mainID {
			t.nav.within++
			t.note(Event{Kind: EventNavigated, URL: e.URL, Generation: t.nav.generation, SameDocument: true})
		}
	})
	t.ring()
}

func (t *Tab) frameLoading(id page.FrameID, loading bool) {
	t.update(func() {
		f := t.registry.frames[tree.FrameID(id)]
		if f == nil {
			return
		}
		f.loading = loading
		if !loading && f.id == t.registry.mainID {
			t.nav.pending = false
		}
	})
	t.ring()
}

func (t *Tab) lifecycle(e *page.LifecycleEventReply) {
	if e.Name != "DOMContentLoaded" && e.Name != "load" {
		return
	}
	isMain := tree.FrameID(e.FrameID) == t.MainFrame()
	t.update(func() {
		f := t.registry.frames[tree.FrameID(e.FrameID)]
		if f == nil || f.loader != string(e.LoaderID) {
			return
		}
		f.parsed = true
		f.loaded = f.loaded || e.Name == "load"
	})
	if isMain {
		t.browser.run(t.fetchTitle)
	}
	t.ring()
}

func (t *Tab) contextCreated(s *session, e *contextCreated) {
	if e.Context.Name == worldName {
		t.update(func() { t.registry.inhabit(e.Context.Aux.FrameID, s, e.Context.ID) })
	}
}

// contextCreated is what matters of Runtime.executionContextCreated.
type contextCreated struct {
	Context struct {
		ID   runtime.ExecutionContextID `json:"id"`
		Name string                     `json:"name"`
		Aux  struct {
			FrameID tree.FrameID `json:"frameId"`
		} `json:"auxData"`
	} `json:"context"`
}

// contextDestroyed is what matters of Runtime.executionContextDestroyed. The unique id that shall
// replace the id is not known in every place that names a context.
type contextDestroyed struct {
	ID runtime.ExecutionContextID `json:"executionContextId"`
}

func frameGone() *fault.Error {
	return fault.New(fault.StaleRef, "The frame is gone. Observe the page again.")
}

func pageCrashed() *fault.Error {
	return fault.New(fault.PageCrashed, "The page crashed. Navigate the tab to revive it.")
}
