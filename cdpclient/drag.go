package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/input"

	"github.com/observer-svc/observer-svc/tree"
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

// DragData is the drag that a page started, if it did.
type DragData struct {
	tab     *Tab
	started chan json.RawMessage
	data    json.RawMessage
	entered bool
	over    *session // where the drag goes to, when that is no frame of the page's own session
	local   matrix   // from the main viewport to that of over
}

// Toward says which element the drag goes to: a frame in a process of its own has its drag events
// sent to itself. What begins in such a frame was not seen to arrive outside of it. It fails as
// Element.Route does.
func (d *DragData) Toward(ctx context.Context, e *Element) error {
	d.over = nil
	f, err := e.document(ctx)
	if err != nil || f.session.main() {
		return err
	}
	m := measuring{tab: d.tab, toPage: map[tree.FrameID]matrix{}}
	toPage, err := m.frame(ctx, d.tab.localRoot(f))
	if err != nil {
		return err
	}
	if back, ok := toPage.inverse(); ok {
		d.over, d.local = f.session, back
	}
	return nil
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

// Move moves the drag to a point; the first time it enters the page there.
func (d *DragData) Move(ctx context.Context, at Point) error {
	if !d.entered {
		d.entered = true
		if err := d.send(ctx, "dragEnter", at); err != nil {
			return err
		}
	}
	return d.send(ctx, "dragOver", at)
}

// Drop ends the drag where it is, if the page takes it there.
func (d *DragData) Drop(ctx context.Context, at Point) error { return d.send(ctx, "drop", at) }

func (d *DragData) send(ctx context.Context, kind string, at Point) error {
	send := d.tab.input
	if d.over != nil {
		at = d.local.apply(at)
		send = func(ctx context.Context, do func(context.Context, inputClient) error) error {
			return d.tab.inputTo(ctx, d.over, do)
		}
	}
	return send(ctx, func(ctx context.Context, c inputClient) error {
		var data input.DragData
		if err := json.Unmarshal(d.data, &data); err != nil {
			return err
		}
		return c.DispatchDragEvent(ctx, input.NewDispatchDragEventArgs(kind, at.X, at.Y, data))
	})
}
