package cdpclient

import (
	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/tree"
)

func (t *Tab) frameAttached(s *session, e *page.FrameAttachedReply) {
	t.update(func() { t.registry.attach(tree.FrameID(e.FrameID), tree.FrameID(e.ParentFrameID), s) })
	t.ring()
}

func (t *Tab) frameDetached(s *session, e *page.FrameDetachedReply) {
	t.update(func() {
		gone := t.registry.detach(tree.FrameID(e.FrameID), s, e.Reason == "swap")
		t.requests.dropped(gone)
	})
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
		t.browser.run(func() { t.fetchTitle(t.life) })
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
