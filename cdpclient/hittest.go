package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Obstacle is what takes an event instead of the element it was meant for. It holds plain data.
type Obstacle struct {
	Frame    tree.FrameID
	LoaderID string
	// Keys are the element and its ancestors that do not hold the target, nearest first. Empty when
	// the target itself is not drawn at the point.
	Keys []tree.Key `json:"keys"`
	// Buttons are some of the things that can be clicked in the obstacle, such as the one that
	// closes it.
	Buttons []tree.Key `json:"buttons"`
	Tag     string     `json:"tag"`
	Text    string     `json:"text"` // page text, cut
	// Moving says that an animation of the obstacle runs, so it may go away by itself.
	Moving bool `json:"moving"`
	// Busy says that the obstacle tells of something under way, such as a page that loads.
	Busy bool `json:"busy"`
}

// Route is the way from an element's document up to the page: the elements that hold its frames,
// and where their content is drawn. It is the picture of a moment.
type Route struct {
	levels []level // of the parent documents, the nearest first; empty in the main frame
	toPage matrix
}

// level is one document above the element.
type level struct {
	owner  *Element // holds the frame below
	toPage matrix   // from the viewport of the owner's document
}

// ToPage maps a point of the element's own viewport to the main viewport.
func (r *Route) ToPage(p Point) Point { return r.toPage.apply(p) }

// Route measures the way up. It fails with fault.NotVisible when a frame is not drawn.
func (e *Element) Route(ctx context.Context) (*Route, error) {
	f, ok := e.tab.frame(e.frame)
	if !ok {
		return nil, documentGone()
	}
	if f.parent == "" {
		return &Route{toPage: identity}, nil
	}
	ctx, cancel := e.tab.guard(ctx)
	defer cancel()
	m := measuring{tab: e.tab, toPage: map[tree.FrameID]matrix{}}
	r := &Route{}
	for g := f; g.parent != ""; {
		up, ok := e.tab.frame(g.parent)
		if !ok {
			return nil, documentGone()
		}
		owner, err := e.tab.owner(ctx, g, up)
		if err != nil {
			return nil, err
		}
		toPage, err := m.frame(ctx, up)
		if err != nil {
			return nil, err
		}
		r.levels = append(r.levels, level{owner: owner, toPage: toPage})
		g = up
	}
	var err error
	r.toPage, err = m.frame(ctx, f)
	return r, err
}

// measuring finds where the content of frames is drawn; it measures each frame once.
type measuring struct {
	tab    *Tab
	toPage map[tree.FrameID]matrix
}

// frame returns the map from the viewport of a frame to the main viewport. Boxes come in the
// viewport of the topmost frame of their session, so the way goes from session to session.
func (m *measuring) frame(ctx context.Context, f frame) (matrix, error) {
	if f.parent == "" {
		return identity, nil
	}
	if known, ok := m.toPage[f.id]; ok {
		return known, nil
	}
	up, ok := m.tab.frame(f.parent)
	if !ok {
		return identity, documentGone()
	}
	owner, err := m.tab.owner(ctx, f, up)
	if err != nil {
		return identity, err
	}
	box, err := owner.contentBox(ctx)
	if err != nil {
		return identity, err
	}
	above, err := m.frame(ctx, m.tab.localRoot(up))
	if err != nil {
		return identity, err
	}
	toPage := above.after(box)
	m.toPage[f.id] = toPage
	return toPage, nil
}

// localRoot returns the topmost frame of the session that f lives in.
func (t *Tab) localRoot(f frame) frame {
	for f.parent != "" && !f.root {
		up, ok := t.frame(f.parent)
		if !ok {
			return f
		}
		f = up
	}
	return f
}

// owner returns the element of the document of up that holds the frame f.
func (t *Tab) owner(ctx context.Context, f, up frame) (*Element, error) {
	if up.session == nil {
		return nil, documentGone()
	}
	reply, err := dom.NewClient(up.session.conn).GetFrameOwner(ctx, dom.NewGetFrameOwnerArgs(page.FrameID(f.id)))
	if err != nil {
		return nil, t.callFailed(ctx, err)
	}
	return t.Element(ctx, up.id, up.loader, tree.BackendKey(int(reply.BackendNodeID)))
}

// contentBox returns the map from the content of a frame's element to the viewport of its session.
func (e *Element) contentBox(ctx context.Context) (m matrix, err error) {
	var size [2]float64
	if err := e.Call(ctx, &size, "function() { return lib.contentSize(this); }"); err != nil {
		return identity, err
	}
	err = e.handle(ctx, func(ctx context.Context, f frame, object runtime.RemoteObjectID) error {
		reply, err := dom.NewClient(f.session.conn).GetBoxModel(ctx, dom.NewGetBoxModelArgs().SetObjectID(object))
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			return fault.New(fault.NotVisible, "the frame of the element is not drawn").Because(err)
		}
		var ok bool
		if m, ok = ontoQuad(size[0], size[1], reply.Model.Content); !ok {
			return fault.New(fault.NotVisible, "the frame of the element has no area")
		}
		return nil
	})
	return m, err
}

// Reveal scrolls the frames of the element's document into view, the innermost first. The element
// itself is not scrolled. Route must be taken anew afterwards.
func (r *Route) Reveal(ctx context.Context) error {
	for _, l := range r.levels {
		if err := l.owner.Call(ctx, nil, "function() { lib.reveal(this); }"); err != nil {
			return err
		}
	}
	return nil
}

// Blocked asks every document above the element whether it shows the frame at a point of the main
// viewport. It returns what it shows instead, or nil. A point outside the main viewport is blocked
// by an Obstacle without keys.
func (r *Route) Blocked(ctx context.Context, at Point) (*Obstacle, error) {
	for i := len(r.levels) - 1; i >= 0; i-- {
		l := r.levels[i]
		back, ok := l.toPage.inverse()
		if !ok {
			return &Obstacle{}, nil
		}
		p := back.apply(at)
		var o *Obstacle
		if err := l.owner.Call(ctx, &o, "function(x, y) { return lib.blocking(this, x, y); }", p.X, p.Y); err != nil {
			return nil, err
		}
		if o != nil {
			o.Frame, o.LoaderID = l.owner.frame, l.owner.loader
			return o, nil
		}
	}
	return nil, nil
}
