package service

import (
	"context"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// boxes is where the nodes of a revision are drawn.
type boxes map[tree.ID]*observerv1.Box

// measure finds the boxes of all nodes of the view, frame by frame. Frames that are not drawn, or
// have another document by now, have no boxes.
func (v *viewing) measure(ctx context.Context) (boxes, error) {
	frames := map[tree.Doc]tree.FrameID{}
	for frame, doc := range v.rev.Tree.Docs {
		frames[doc] = frame
	}
	wanted := map[tree.Doc][]tree.Key{}
	collect(v.lens.picture(v.rev).tree.Root, wanted)
	found := boxes{}
	for doc, keys := range wanted {
		if err := v.measureFrame(ctx, frames[doc], doc, keys, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func collect(n *tree.Node, wanted map[tree.Doc][]tree.Key) {
	if n.ID != 0 {
		wanted[n.ID.Doc()] = append(wanted[n.ID.Doc()], n.ID.Key())
	}
	for _, kid := range n.Children {
		collect(kid, wanted)
	}
}

func (v *viewing) measureFrame(ctx context.Context, frame tree.FrameID, doc tree.Doc, keys []tree.Key, found boxes) error {
	measured, loader, err := v.tab.page.Tab().Bounds(ctx, frame, keys)
	switch {
	case fault.Is(err, fault.StaleRef), fault.Is(err, fault.NotVisible):
		return nil
	case err != nil:
		return err
	case v.tab.page.Store().Fork().Doc(frame, loader) != doc:
		return nil
	}
	for key, b := range measured {
		found[tree.NewID(doc, key)] = &observerv1.Box{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
	}
	return nil
}

// put sets the boxes of nodes.
func (b boxes) put(nodes []*observerv1.Node) {
	for _, n := range nodes {
		n.Bounds = b[tree.ID(n.GetNodeId())]
	}
}
