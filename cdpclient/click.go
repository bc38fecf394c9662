package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
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
	c := clicks{tab: t, at: at, modifiers: m, done: make(chan error, 1)}
	t.owe(func() { c.send(s, b, count) })
	select {
	case err := <-c.done:
		return callError(ctx, err)
	case <-ctx.Done():
		return callError(ctx, context.Cause(ctx))
	}
}

// clicks are presses and releases of a button under way. They go on when nobody waits any more.
type clicks struct {
	tab       *Tab
	at        Point
	modifiers Modifiers
	pressed   int // presses the page has done
	released  int
	lost      bool // a release was dropped
	done      chan error
}

// send sends all of them and waits for the answers as long as the tab lives. What comes to the browser while a
// dialog that was opened by the press is open, it drops and answers at once: then the answer to the release
// comes before that to the press.
func (c *clicks) send(s *session, b Button, count int) {
	name, bit := b.wire()
	calls := []transport.Call{c.call(mouseArgs("mouseMoved", c.at, c.modifiers), nil)}
	for i := 1; i <= count; i++ {
		calls = append(calls,
			c.call(mouseArgs("mousePressed", c.at, c.modifiers).SetButton(name).SetButtons(bit).SetClickCount(i), func() { c.pressed++ }),
			c.call(mouseArgs("mouseReleased", c.at, c.modifiers).SetButton(name).SetButtons(0).SetClickCount(i), func() {
				c.released++
				c.lost = c.lost || c.released > c.pressed
			}))
	}
	err := c.tab.browser.mux.Batch(c.tab.life, s.id, calls)
	c.done <- err
	if err == nil && c.lost {
		up := mouseArgs("mouseReleased", c.at, c.modifiers).SetButton(name).SetButtons(0).SetClickCount(1)
		c.tab.releaseAfterDialog(func(ctx context.Context) error { return c.tab.mouse(ctx, up) })
	}
}

// call is one event; then is called in the goroutine that reads the connection.
func (c *clicks) call(params any, then func()) transport.Call {
	call := transport.Call{Method: "Input.dispatchMouseEvent", Params: params}
	if then != nil {
		call.Then = func(json.RawMessage) { then() }
	}
	return call
}
