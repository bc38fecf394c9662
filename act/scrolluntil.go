package act

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// scrollAreaJS finds the area that is scrolled for an element.
//
//go:embed js/scrollarea.js
var scrollAreaJS string

// scrollOnJS scrolls an area, by an amount or by most of its height.
//
//go:embed js/scrollon.js
var scrollOnJS string

// revealJS brings something inside an area into view, and says whether it is.
//
//go:embed js/reveal.js
var revealJS string

const (
	// mostScrolls is how often an area is scrolled when the caller does not say.
	mostScrolls = 1000
	// mostPlaces is how many places of a text are looked at.
	mostPlaces = 50
	// scrollLimit is how long to wait for what an area shows after it was scrolled.
	scrollLimit = 3 * time.Second
)

// search is a scroll step that looks for a text.
type search struct {
	*step
	area   *cdpclient.Element
	key    tree.Key // of the area
	text   string   // in lower case
	dx, dy float64
	went   *observerv1.Scrolled
}

// scrollUntil scrolls an area until a text is in view.
func (s *step) scrollUntil(ctx context.Context, el *cdpclient.Element, c *observerv1.ScrollTo) error {
	q := &search{step: s, text: strings.ToLower(c.GetUntilText()), dx: c.GetDeltaX(), dy: c.GetDeltaY(), went: &observerv1.Scrolled{}}
	s.result.Scrolled = q.went
	if err := q.find(ctx, el); err != nil {
		return err
	}
	most := c.GetMaxScrolls()
	if most == 0 {
		most = mostScrolls
	}
	err := q.run(ctx, most)
	if fault.Is(err, fault.Timeout) {
		return q.missing("the time for the step was over", fault.Timeout)
	}
	return err
}

// find takes the area around an element.
func (q *search) find(ctx context.Context, el *cdpclient.Element) error {
	var key uint64
	dy := q.dy
	if q.dx == 0 && dy == 0 {
		dy = 1
	}
	if err := el.Call(ctx, &key, scrollAreaJS, q.dx, dy); err != nil {
		return err
	}
	q.key = treeKey(key)
	q.area = el.With(q.key)
	return nil
}

// run looks and scrolls in turn. At the end of the area it waits for more to come.
func (q *search) run(ctx context.Context, most uint32) error {
	for waited := false; ; {
		rev, err := q.observe(ctx)
		if err != nil {
			return err
		}
		if there, err := q.shown(ctx, rev); there || err != nil {
			return err
		}
		if q.went.GetScrolls() >= most {
			return q.missing("it was scrolled as often as it may be", fault.NotVisible)
		}
		moved, err := q.on(ctx)
		switch {
		case err != nil:
			return err
		case moved:
			waited = false
			err = q.rest(ctx, paceLight)
		case waited:
			q.went.Ended = true
			return q.missing("it is at its end", fault.NotVisible)
		default:
			waited = true
			err = q.rest(ctx, pace{idle: patience, work: patience})
		}
		if err != nil {
			return err
		}
	}
}

// rest waits for what the page shows after it was scrolled.
func (q *search) rest(ctx context.Context, p pace) error {
	release := q.env.Page.Watch()
	defer release()
	_, err := settle(ctx, &pageScene{step: q.step}, ending{pace: p, limit: scrollLimit, document: q.document})
	return err
}

// on scrolls the area further, with the wheel where it cannot be told to, and reports whether it
// moved.
func (q *search) on(ctx context.Context) (bool, error) {
	var moved struct {
		X       float64 `json:"x"`
		Y       float64 `json:"y"`
		DY      float64 `json:"dy"`      // what was asked for
		Scrolls bool    `json:"scrolls"` // it holds more than it shows
	}
	q.sent = true
	if err := q.area.Call(ctx, &moved, scrollOnJS, q.dx, q.dy, q.dx == 0 && q.dy == 0); err != nil {
		return false, q.unseen(err)
	}
	if moved.X == 0 && moved.Y == 0 {
		if moved.Scrolls {
			return false, nil
		}
		turned, err := q.turn(ctx, q.area, q.dx, moved.DY)
		if err != nil || !turned {
			return false, err
		}
		moved.X, moved.Y = q.dx, moved.DY
	}
	q.went.X, q.went.Y, q.went.Scrolls = q.went.GetX()+moved.X, q.went.GetY()+moved.Y, q.went.GetScrolls()+1
	return true, q.answered(q.frame(ctx, q.area))
}

// shown brings the first place of the text inside the area into view, and reports whether there is one.
func (q *search) shown(ctx context.Context, rev *refstore.Revision) (bool, error) {
	for _, n := range places(rev.Tree, q.text) {
		el, area, err := q.place(ctx, rev, n)
		if err != nil {
			continue // gone, or in a frame that is not drawn
		}
		var there bool
		err = el.Call(ctx, &there, revealJS, uint64(area))
		if there && err == nil {
			return true, q.unveil(ctx, el)
		}
		if err != nil && !fault.Is(err, fault.StaleRef) {
			return false, q.answered(err)
		}
	}
	return false, nil
}

// unveil scrolls the frames around an element into view.
func (q *search) unveil(ctx context.Context, el *cdpclient.Element) error {
	route, err := el.Route(ctx)
	if err == nil {
		err = route.Reveal(ctx)
	}
	return q.answered(err)
}

// place returns the element of a node, and the area that it must be inside of: none for a node of
// another frame, which the page as a whole holds.
func (q *search) place(ctx context.Context, rev *refstore.Revision, n *tree.Node) (*cdpclient.Element, tree.Key, error) {
	if rev.Tree.Docs[q.area.Frame()] == n.ID.Doc() {
		return q.area.With(n.ID.Key()), q.key, nil
	}
	for frame, doc := range rev.Tree.Docs {
		if doc != n.ID.Doc() {
			continue
		}
		_, loader, err := q.tab().Bounds(ctx, frame, []tree.Key{n.ID.Key()})
		if err != nil {
			return nil, 0, err
		}
		el, err := q.tab().Element(ctx, frame, loader, n.ID.Key())
		return el, 0, err
	}
	return nil, 0, fault.New(fault.StaleRef, "the frame of the text is gone").With("why", "document replaced")
}

// missing says that the text did not come, and how far the area was scrolled.
func (q *search) missing(why string, reason fault.Reason) error {
	o := observerv1.Outcome_OUTCOME_PARTIAL
	if q.went.GetScrolls() == 0 {
		o = observerv1.Outcome_OUTCOME_NOT_APPLIED
	}
	return outcomeOf(o, fault.New(reason, "the text %s did not come into view: %s, %.0f CSS pixels to the right and %.0f down in %d scrolls",
		quote(q.text), why, q.went.GetX(), q.went.GetY(), q.went.GetScrolls()).With("check", "text").With("text", q.text))
}

// places returns the innermost nodes that say a text, in document order.
func places(t *tree.Tree, text string) []*tree.Node {
	var found []*tree.Node
	stack := []*tree.Node{t.Root}
	for len(stack) > 0 && len(found) < mostPlaces {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.ID != 0 && mentions(n, text) {
			found = append(found, n)
		}
		for i := len(n.Children) - 1; i >= 0; i-- {
			stack = append(stack, n.Children[i])
		}
	}
	return found
}
