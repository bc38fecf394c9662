package cdpclient

import (
	"encoding/json"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/tree"
)

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
