package cdpclient

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

// Click moves the pointer to a point and clicks there, count times in a row as a double click does.
// All is sent at once, so nothing of the caller's comes in between and the button is released in
// every case; while a dialog blocks the page, once it is closed.
func (t *Tab) Click(ctx context.Context, at Point, b Button, count int, m Modifiers) error {
	s, err := t.pageSession()
	if err != nil {
		return err
	}
	ctx, cancel := t.guard(ctx)
	defer cancel()
	if err := callError(ctx, ctx.Err()); err != nil {
		return err
	}
	var answered atomic.Int32 // the presses and releases the page has done
	done := func(json.RawMessage) { answered.Add(1) }
	call := func(params any, then func(json.RawMessage)) transport.Call {
		return transport.Call{Method: "Input.dispatchMouseEvent", Params: params, Then: then}
	}
	name, bit := b.wire()
	calls := []transport.Call{call(mouseArgs("mouseMoved", at, m), nil)}
	for i := 1; i <= count; i++ {
		calls = append(calls,
			call(mouseArgs("mousePressed", at, m).SetButton(name).SetButtons(bit).SetClickCount(i), done),
			call(mouseArgs("mouseReleased", at, m).SetButton(name).SetButtons(0).SetClickCount(i), done))
	}
	err = callError(ctx, t.browser.mux.Batch(ctx, s.id, calls))
	if pressed := answered.Load()%2 == 0; fault.Is(err, fault.DialogOpen) && pressed {
		// The page is stuck in a press: the browser drops what comes while the dialog is open.
		up := mouseArgs("mouseReleased", at, m).SetButton(name).SetButtons(0).SetClickCount(1)
		t.releaseLater(func(ctx context.Context) error { return t.mouse(ctx, up) })
	}
	return err
}
