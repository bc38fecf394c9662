package cdpclient

import (
	"context"

	"github.com/observer-svc/observer-svc/tree"
)

// mostCovers is how many elements of a frame are tried: a hit test costs some ten microseconds, and
// a covered element takes up to 27.
const mostCovers = 2000

// Cover is what takes the pointer instead of an element. It holds plain data.
type Cover struct {
	Frame    tree.FrameID
	LoaderID string
	// Keys are the covering element and its ancestors that do not hold the covered one, nearest first.
	Keys []tree.Key
}

// reach is what one frame says about one of its elements.
type reach struct {
	At [][2]float64 `json:"at"` // points of the frame's viewport that reach the element
	By []tree.Key   `json:"by"` // what takes them all
}

// Covers tries which elements of the document that a frame shows get the pointer, at several points
// of each, by the rule of Ready with nested elements allowed: in the frame itself, and in every
// document above it. It returns what covers those that do not get it at any, and the loader id of
// the document. Elements outside the viewport, not drawn or behind the first 2,000 keys are left
// out. It fails as Bounds does.
func (t *Tab) Covers(ctx context.Context, frame tree.FrameID, keys []tree.Key) (covers map[tree.Key]Cover, loaderID string, err error) {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	f, err := t.world(ctx, frame)
	if err != nil {
		return nil, "", callError(ctx, err)
	}
	root, err := t.documentElement(ctx, f)
	if err != nil {
		return nil, "", err
	}
	keys = keys[:min(len(keys), mostCovers)]
	var reaches []*reach
	if err := root.Call(ctx, &reaches, "function(keys) { return lib.covers(keys); }", keys); err != nil {
		return nil, "", err
	}
	c := &covering{covers: map[tree.Key]Cover{}}
	for i, r := range reaches {
		switch {
		case r == nil || i >= len(keys):
		case len(r.By) > 0:
			c.covers[keys[i]] = Cover{Frame: f.id, LoaderID: f.loader, Keys: r.By}
		default:
			c.open(keys[i], r.At)
		}
	}
	if f.parent != "" {
		err = c.above(ctx, root)
	}
	return c.covers, f.loader, err
}

// covering narrows down which points of which elements get the pointer.
type covering struct {
	covers map[tree.Key]Cover
	points []Point    // in the viewport of the frame
	of     []tree.Key // whose point each is
}

func (c *covering) open(key tree.Key, at [][2]float64) {
	for _, p := range at {
		c.points, c.of = append(c.points, Point{p[0], p[1]}), append(c.of, key)
	}
}

// above asks the documents above the frame of an element, the outermost first, about the points that
// are left. An element is covered when its last point is.
func (c *covering) above(ctx context.Context, e *Element) error {
	route, err := e.Route(ctx)
	if err != nil {
		return err
	}
	for i := len(route.levels) - 1; i >= 0 && len(c.points) > 0; i-- {
		l := route.levels[i]
		back, ok := l.toPage.inverse()
		if !ok {
			return nil
		}
		points := make([][2]float64, len(c.points))
		for i, p := range c.points {
			at := back.apply(route.ToPage(p))
			points[i] = [2]float64{at.X, at.Y}
		}
		var blocked [][]tree.Key
		if err := l.owner.Call(ctx, &blocked, "function(points) { return lib.frameCovers(this, points); }", points); err != nil {
			return err
		}
		c.drop(blocked, l.owner)
	}
	return nil
}

// drop removes the points that something in a document above takes.
func (c *covering) drop(blocked [][]tree.Key, owner *Element) {
	if len(blocked) != len(c.points) {
		return
	}
	var open covering
	reached, by := map[tree.Key]bool{}, map[tree.Key]Cover{}
	for i, keys := range blocked {
		key := c.of[i]
		if keys == nil {
			open.points, open.of = append(open.points, c.points[i]), append(open.of, key)
			reached[key] = true
		} else if _, ok := by[key]; !ok && len(keys) > 0 {
			by[key] = Cover{Frame: owner.frame, LoaderID: owner.loader, Keys: keys}
		}
	}
	for key, cover := range by {
		if !reached[key] {
			c.covers[key] = cover
		}
	}
	c.points, c.of = open.points, open.of
}
