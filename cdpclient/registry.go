package cdpclient

import (
	"slices"

	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/tree"
)

// frame is what is known about one frame of a tab. It is a value: a picture of the moment.
type frame struct {
	id, parent tree.FrameID // parent is empty for the main frame
	loader     string       // changes with each new document; empty until the first commit is known
	url        string
	session    *session                   // where the frame's document lives; nil while it moves between processes
	root       bool                       // of its session: crossing from parent to it crosses a session border
	world      runtime.ExecutionContextID // of worldName, 0 when there is none (yet)
	loading    bool                       // the browser is loading something into it
	parsed     bool                       // DOMContentLoaded has fired
	loaded     bool                       // the load event has fired
	crashed    bool                       // its renderer is gone
}

// entry is a frame in the registry.
type entry struct {
	frame
	kids   []tree.FrameID
	lives  *session // that the world is in; the world counts only while it is the frame's session
	failed string   // the address of the document that could not be loaded
	early  bool     // its session came before the document it is in: that comes from a cache
}

// registry is the frames of a tab over all sessions. A frame is known from the moment its parent's
// document says so; the session it is in changes with its process. It has no lock of its own.
//
// What the browser sends when an iframe moves out of its parent's process: attachedToTarget,
// frameNavigated in the new session, frameDetached with reason swap in the old one. When it moves
// back: detachedFromTarget, frameAttached and frameNavigated in the parent's session.
type registry struct {
	mainID tree.FrameID
	frames map[tree.FrameID]*entry
	parted []tree.FrameID // the last frames that are gone
}

func (r *registry) init(main tree.FrameID) {
	r.mainID = main
	r.frames = map[tree.FrameID]*entry{main: {frame: frame{id: main}}}
}

// main returns the main frame.
func (r *registry) main() *entry { return r.frames[r.mainID] }

// get returns a frame as the outside sees it.
func (r *registry) get(id tree.FrameID) (frame, bool) {
	e := r.frames[id]
	if e == nil {
		return frame{}, false
	}
	f := e.frame
	if e.lives == nil || e.lives != f.session {
		f.world = 0
	}
	return f, true
}

// all returns all frames, parents before children.
func (r *registry) all() []frame {
	all := make([]frame, 0, len(r.frames))
	var walk func(id tree.FrameID)
	walk = func(id tree.FrameID) {
		f, ok := r.get(id)
		if !ok {
			return
		}
		all = append(all, f)
		for _, kid := range r.frames[id].kids {
			walk(kid)
		}
	}
	walk(r.mainID)
	return all
}

// attach notes that a frame is below parent and, unless it lives in a session of its own, in s.
func (r *registry) attach(id, parent tree.FrameID, s *session) {
	e := r.put(id, parent)
	if e == nil || (e.root && e.session != nil) {
		return
	}
	e.session, e.root = s, false
}

// lead notes that a frame is the root of a session.
func (r *registry) lead(id, parent tree.FrameID, s *session) {
	_, known := r.frames[id]
	if e := r.put(id, parent); e != nil {
		e.session, e.root, e.crashed = s, true, false
		e.early = e.early || !known
	}
}

// put returns the entry of a frame, which is made when there is none, and nil when the frame
// cannot exist: its parent is gone.
func (r *registry) put(id, parent tree.FrameID) *entry {
	e := r.frames[id]
	if e != nil {
		return e
	}
	up := r.frames[parent]
	if up == nil {
		return nil
	}
	e = &entry{frame: frame{id: id, parent: parent}}
	r.frames[id] = e
	up.kids = append(up.kids, id)
	return e
}

// detach forgets a frame and those below it, unless it only left s for another session. It returns
// those that are gone.
func (r *registry) detach(id tree.FrameID, s *session, swap bool) (gone []tree.FrameID) {
	e := r.frames[id]
	if e == nil || id == r.mainID { // which lives as long as the page
		return nil
	}
	if swap {
		if e.session == s {
			e.session = nil
		}
		return nil
	}
	gone = append(r.below(e), id)
	if up := r.frames[e.parent]; up != nil {
		up.kids = slices.DeleteFunc(up.kids, func(k tree.FrameID) bool { return k == id })
	}
	r.empty(e)
	r.part(id)
	return gone
}

// below returns the frames below one.
func (r *registry) below(e *entry) (all []tree.FrameID) {
	for _, kid := range e.kids {
		all = append(all, kid)
		if k := r.frames[kid]; k != nil {
			all = append(all, r.below(k)...)
		}
	}
	return all
}

// part forgets a frame, but for its having been there: what it started may be heard of later.
func (r *registry) part(id tree.FrameID) {
	delete(r.frames, id)
	if len(r.parted) == partedKept {
		r.parted = slices.Delete(r.parted, 0, 1)
	}
	r.parted = append(r.parted, id)
}

// empty forgets the frames below one.
func (r *registry) empty(e *entry) {
	for _, kid := range e.kids {
		if k := r.frames[kid]; k != nil {
			r.empty(k)
			r.part(kid)
		}
	}
	e.kids = nil
}

// leave forgets the frames of a document that another replaces.
func (r *registry) leave(e *entry) {
	var kept []tree.FrameID
	for _, kid := range e.kids {
		k := r.frames[kid]
		if k.early {
			k.early = false
			kept = append(kept, kid)
			continue
		}
		r.empty(k)
		r.part(kid)
	}
	e.kids = kept
}

// commit notes a new document in a frame.
func (r *registry) commit(id, parent tree.FrameID, s *session, loader, url string) *entry {
	e := r.put(id, parent)
	if e == nil {
		return nil
	}
	if e.session != s {
		e.session, e.root = s, false
	}
	if e.loader != loader {
		r.leave(e)
		e.loader, e.parsed, e.loaded = loader, false, false
	}
	e.url, e.crashed = url, false
	return e
}

// lost notes that a session is gone.
func (r *registry) lost(s *session) {
	for _, e := range r.frames {
		if e.session == s {
			e.session, e.world, e.lives = nil, 0, nil
			if e.root {
				r.empty(e)
			}
		}
	}
}

// lostAll notes that all sessions are gone.
func (r *registry) lostAll() {
	for _, e := range r.frames {
		e.session, e.world, e.lives = nil, 0, nil
	}
}

// inhabit notes the isolated world of a frame in a session.
func (r *registry) inhabit(id tree.FrameID, s *session, world runtime.ExecutionContextID) {
	if e := r.frames[id]; e != nil {
		e.world, e.lives = world, s
	}
}

// vacate notes that a world of a session is gone, or all with 0.
func (r *registry) vacate(s *session, world runtime.ExecutionContextID) {
	for _, e := range r.frames {
		if e.lives == s && (world == 0 || e.world == world) {
			e.world, e.lives = 0, nil
		}
	}
}

// crash notes that the renderer of a session is gone.
func (r *registry) crash(s *session) {
	for _, e := range r.frames {
		if e.session == s {
			e.crashed, e.world, e.lives = true, 0, nil
		}
	}
}
