package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/runtime"
)

// Want says what an element must be for some input.
type Want struct {
	Enabled bool `json:"enabled"`
	// Stable is whether its box must be the same in two frames one after another: that drawn last and the
	// next one; and in a third where something has changed the document within the last quarter of a second.
	// Where in addition nothing was styled or laid out anew for a while, the box as it is will do.
	Stable bool `json:"stable"`
	// Scroll is whether it may be scrolled into view.
	Scroll bool `json:"scroll"`
	// Point is whether a point is needed where a pointer event reaches it. Nested is whether a part
	// of it with an action of its own, such as a button in a card, may be at that point.
	Point  bool `json:"point"`
	Nested bool `json:"nested"`
	// Offset is the point, from the upper left corner of the element's box; any free point when nil.
	Offset *[2]float64 `json:"offset"`
	// Arm is whether to watch the pointer events that follow, see Element.Disarm.
	Arm bool `json:"arm"`
}

// Readiness says whether an element can take some input.
type Readiness struct {
	State ReadyState
	// At is where to send pointer events, in the main viewport. Only meaningful with StateOK and
	// Want.Point.
	At Point
	// Obstacle is what stands in the way, with StateCovered.
	Obstacle *Obstacle
}

// ReadyState is the first thing that keeps an element from taking input.
type ReadyState string

// The states.
const (
	StateOK          ReadyState = "ok"
	StateDisabled    ReadyState = "disabled"    // it, a fieldset or an ARIA ancestor is disabled
	StateHidden      ReadyState = "hidden"      // not rendered or not visible
	StateEmpty       ReadyState = "empty"       // rendered without any area
	StateInert       ReadyState = "inert"       // inside an inert part
	StateMoving      ReadyState = "moving"      // its box changed within two frames
	StateOutside     ReadyState = "outside"     // no scrolling brings it into view
	StateClipped     ReadyState = "clipped"     // an ancestor cuts it off
	StateUntouchable ReadyState = "untouchable" // pointer-events: none
	StateCovered     ReadyState = "covered"     // something else takes the events
	StateDetached    ReadyState = "detached"    // it left the document meanwhile
)

// Ready prepares an element for input and says where to send it, or what stands in the way now. It
// looks once; whoever wants to wait asks again. It waits for frames of the page, but not for long
// where none are drawn. It fails as Call does.
func (e *Element) Ready(ctx context.Context, want Want) (Readiness, error) {
	for attempt := 0; ; attempt++ {
		r, route, err := e.ready(ctx, want)
		if err != nil || r.State != StateOK || !want.Point || len(route.levels) == 0 {
			return r, err
		}
		if r.Obstacle, err = route.Blocked(ctx, r.At); err != nil {
			return Readiness{}, err
		}
		switch {
		case r.Obstacle == nil:
			return r, nil
		case want.Scroll && attempt == 0:
			if err := route.Reveal(ctx); err != nil {
				return Readiness{}, err
			}
		default:
			r.State = StateCovered
			if len(r.Obstacle.Keys) == 0 {
				r.State = StateOutside
			}
			return r, nil
		}
	}
}

// ready looks at the element in its own frame only.
func (e *Element) ready(ctx context.Context, want Want) (Readiness, *Route, error) {
	var found struct {
		State    ReadyState `json:"state"`
		X        float64    `json:"x"`
		Y        float64    `json:"y"`
		Obstacle *Obstacle  `json:"obstacle"`
	}
	rested := e.tab.agent.atRest(e.frame, e.loader)
	if err := e.Call(ctx, &found, "function(want, rested) { return lib.ready(this, want, rested); }", want, rested); err != nil {
		return Readiness{}, nil, err
	}
	r := Readiness{State: found.State, Obstacle: found.Obstacle}
	if r.Obstacle != nil {
		r.Obstacle.Frame, r.Obstacle.LoaderID = e.frame, e.loader
	}
	if r.State != StateOK || !want.Point {
		return r, &Route{}, nil
	}
	route, err := e.Route(ctx)
	if err != nil {
		return Readiness{}, nil, err
	}
	r.At = route.ToPage(Point{found.X, found.Y})
	return r, route, nil
}

// Armed is what became of the pointer events after Want.Arm.
type Armed struct {
	// Seen are the types of the events that reached the element's document.
	Seen []string `json:"seen"`
	// Clicked is whether a click reached the element, or gave a field the focus: it does not when the
	// element moved away, or was replaced, between press and release. Connected is whether the element is still in the document.
	Clicked   bool `json:"clicked"`
	Connected bool `json:"connected"`
	// Taken is whether the page kept the press from the browser, and by now does not draw the element: it made
	// use of the press. One that is drawn still may only have moved away.
	Taken bool `json:"taken"`
	// Blocked is what would have got them in place of the element; then the page got none of them.
	Blocked *Obstacle `json:"blocked"`
}

// Disarm ends the watch over pointer events and returns what it saw; nil when there was none. The
// element may be gone from its document meanwhile.
func (e *Element) Disarm(ctx context.Context) (*Armed, error) { return e.watched(ctx, "disarm") }

// Armed is Disarm, but lets the watch go on.
func (e *Element) Armed(ctx context.Context) (*Armed, error) { return e.watched(ctx, "watched") }

// watched asks a function of element.js for what the watch over pointer events saw.
func (e *Element) watched(ctx context.Context, function string) (*Armed, error) {
	ctx, cancel := e.tab.guard(ctx)
	defer cancel()
	f, err := e.document(ctx)
	if err != nil {
		return nil, err
	}
	reply, err := runtime.NewClient(f.session.conn).Evaluate(ctx,
		runtime.NewEvaluateArgs("globalThis.observerElements?."+function+"() ?? null").SetContextID(f.world).SetReturnByValue(true))
	if err != nil {
		return nil, e.callFailed(ctx, err)
	}
	if reply.ExceptionDetails != nil {
		return nil, thrown(reply.ExceptionDetails)
	}
	var a *Armed
	if err := unreadable(json.Unmarshal(reply.Result.Value, &a)); err != nil {
		return nil, err
	}
	if a != nil && a.Blocked != nil {
		a.Blocked.Frame, a.Blocked.LoaderID = e.frame, e.loader
	}
	return a, nil
}
