package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/input"
)

// CatchDrag catches the HTML drag that a page starts, so that it can be carried on with DragData in
// place of the browser's own drag, which would swallow the mouse. It ends with end, which must be
// called unless CatchDrag fails, and works also when the context is over.
func (t *Tab) CatchDrag(ctx context.Context) (d *DragData, end func() error, err error) {
	d = &DragData{tab: t, started: make(chan json.RawMessage, 1)}
	untap := t.tap(func(_ *session, method string, params json.RawMessage) {
		if method != "Input.dragIntercepted" {
			return
		}
		decode(params, func(e *struct{ Data json.RawMessage }) {
			select {
			case d.started <- e.Data:
			default:
			}
		})
	})
	end = func() error {
		defer untap()
		ctx, cancel := releasing(ctx)
		defer cancel()
		if err := t.interceptDrags(ctx, false); t.why() == nil {
			return err
		}
		return nil
	}
	if err := t.interceptDrags(ctx, true); err != nil {
		_ = end() // the first failure is the one to report
		return nil, nil, err
	}
	return d, end, nil
}

func (t *Tab) interceptDrags(ctx context.Context, on bool) error {
	return t.input(ctx, func(ctx context.Context, c inputClient) error {
		return c.SetInterceptDrags(ctx, input.NewSetInterceptDragsArgs(on))
	})
}

// DragData is the drag that a page started, if it did. All of it goes to the page's own session: the
// browser finds the frame at each point, in whatever process that is.
type DragData struct {
	tab     *Tab
	started chan json.RawMessage
	data    json.RawMessage
}

// Started is whether the page has started an HTML drag.
func (d *DragData) Started() bool {
	if d.data != nil {
		return true
	}
	select {
	case d.data = <-d.started:
		return true
	default:
		return false
	}
}

// Move moves the drag to a point. Each process must have been entered before anything can move or
// drop in it, and to enter it again is to move, so every move enters.
func (d *DragData) Move(ctx context.Context, at Point) error { return d.send(ctx, "dragEnter", at) }

// Drop ends the drag where it is, if the page takes it there. A document in another process than that
// of the drop does not learn by it that its drag ended.
func (d *DragData) Drop(ctx context.Context, at Point) error { return d.send(ctx, "drop", at) }

// End tells the document at a point that the drag it started is over, as one that was not taken.
func (d *DragData) End(ctx context.Context, at Point) error { return d.send(ctx, "dragCancel", at) }

func (d *DragData) send(ctx context.Context, kind string, at Point) error {
	var data input.DragData
	if err := json.Unmarshal(d.data, &data); err != nil {
		return err
	}
	return d.tab.input(ctx, func(ctx context.Context, c inputClient) error {
		return c.DispatchDragEvent(ctx, input.NewDispatchDragEventArgs(kind, at.X, at.Y, data))
	})
}
