package cdpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/tree"
)

// Box is an upright rectangle in CSS pixels of the main viewport.
type Box struct{ X, Y, Width, Height float64 }

// Bounds measures where nodes of the document that a frame shows are drawn, in one round trip. It
// returns the loader id of that document; nodes that it does not have, or that are not drawn, are
// left out. Nodes of an area that is rotated or skewed get the box around them. It fails as
// Element.Call does, and with fault.NotVisible when the frame itself is not drawn.
func (t *Tab) Bounds(ctx context.Context, frame tree.FrameID, keys []tree.Key) (boxes map[tree.Key]Box, loaderID string, err error) {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	f, err := t.world(ctx, frame)
	if err != nil {
		return nil, "", callError(ctx, err)
	}
	m := measuring{tab: t, toPage: map[tree.FrameID]matrix{}}
	toPage, err := m.frame(ctx, f)
	if err != nil {
		return nil, "", err
	}
	rects, err := t.rects(ctx, f, keys)
	if err != nil {
		return nil, "", err
	}
	boxes = make(map[tree.Key]Box, len(rects))
	for i, r := range rects {
		if i < len(keys) && len(r) == 4 {
			boxes[keys[i]] = toPage.around(Box{r[0], r[1], r[2], r[3]})
		}
	}
	return boxes, f.loader, nil
}

// measureJS returns the rectangle of each node in its own viewport, null where there is none.
const measureJS = `((agent, keys) => keys.map((key) => {
  let node = agent.node(key);
  if (!node || !node.isConnected) return null;
  if (node.nodeType !== Node.ELEMENT_NODE) {
    const range = document.createRange();
    range.selectNodeContents(node);
    node = range;
  }
  const box = node.getBoundingClientRect();
  return box.width || box.height ? [box.x, box.y, box.width, box.height] : null;
}))`

func (t *Tab) rects(ctx context.Context, f frame, keys []tree.Key) (rects [][]float64, err error) {
	e := &Element{tab: t, frame: f.id, loader: f.loader}
	list, err := json.Marshal(keys)
	if err != nil {
		return nil, fmt.Errorf("encode keys: %w", err)
	}
	reply, err := runtime.NewClient(f.session.conn).Evaluate(ctx, runtime.NewEvaluateArgs(
		measureJS+"("+agentExpression+", "+string(list)+")").SetContextID(f.world).SetReturnByValue(true))
	if err != nil {
		return nil, e.callFailed(ctx, err)
	}
	if reply.ExceptionDetails != nil {
		return nil, thrown(reply.ExceptionDetails)
	}
	return rects, unreadable(json.Unmarshal(reply.Result.Value, &rects))
}

// around returns the upright rectangle around what the map makes of a rectangle.
func (m matrix) around(b Box) Box {
	corners := []Point{{b.X, b.Y}, {b.X + b.Width, b.Y}, {b.X, b.Y + b.Height}, {b.X + b.Width, b.Y + b.Height}}
	low, high := m.apply(corners[0]), m.apply(corners[0])
	for _, c := range corners[1:] {
		p := m.apply(c)
		low = Point{math.Min(low.X, p.X), math.Min(low.Y, p.Y)}
		high = Point{math.Max(high.X, p.X), math.Max(high.Y, p.Y)}
	}
	return Box{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}
