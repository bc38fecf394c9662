package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/input"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Point is a place in the main viewport, in CSS pixels.
type Point struct{ X, Y float64 }

// Button is a button of the mouse.
type Button uint8

// The buttons.
const (
	LeftButton Button = iota
	MiddleButton
	RightButton
)

// wire returns the name of the button and its bit in MouseEvent.buttons.
func (b Button) wire() (input.MouseButton, int) {
	switch b {
	case MiddleButton:
		return input.MouseButtonMiddle, 4
	case RightButton:
		return input.MouseButtonRight, 2
	default:
		return input.MouseButtonLeft, 1
	}
}

// MoveMouse moves the pointer and leaves it there. Like all input it goes to the page's own
// session, whatever frame lies under the point, and the events are trusted.
//
// Every input method ends early when the tab closes, crashes or shows a dialog that waits for an
// answer; the error is then the *fault.Error of that. An error does not mean that the page saw
// nothing: a command that was sent may still be executed.
func (t *Tab) MoveMouse(ctx context.Context, at Point, m Modifiers) error {
	return t.mouse(ctx, mouseArgs("mouseMoved", at, m))
}

// DragMouse moves the pointer with a button held down that was pressed over an element.
func (t *Tab) DragMouse(ctx context.Context, from *Element, at Point, b Button, m Modifiers) error {
	name, bit := b.wire()
	return t.captured(ctx, from, mouseArgs("mouseMoved", at, m).SetButton(name).SetButtons(bit))
}

// captured sends an event of the mouse whose button was pressed over an element, or nil, to the
// process of that, wherever the pointer is: the browser does so for a real mouse, but brings the
// events of DevTools to the process at their point. It cannot keep those of the page's own process
// from a frame of another.
func (t *Tab) captured(ctx context.Context, from *Element, args *input.DispatchMouseEventArgs) error {
	if from == nil {
		return t.mouse(ctx, args)
	}
	f, err := from.document(ctx)
	if err != nil || f.session.main() { // a document that is gone captures nothing
		return t.mouse(ctx, args)
	}
	m := measuring{tab: t, toPage: map[tree.FrameID]matrix{}}
	toPage, err := m.frame(ctx, t.localRoot(f))
	if err != nil {
		return t.mouse(ctx, args)
	}
	back, ok := toPage.inverse()
	if !ok {
		return t.mouse(ctx, args)
	}
	p := back.apply(Point{args.X, args.Y})
	args.X, args.Y = p.X, p.Y
	return t.inputTo(ctx, f.session, func(ctx context.Context, c inputClient) error { return c.DispatchMouseEvent(ctx, args) })
}

// PressMouse presses a button. count is 1 for the first press, 2 for the second of a double click.
// The caller owes a ReleaseMouse, whatever PressMouse returns.
func (t *Tab) PressMouse(ctx context.Context, at Point, b Button, count int, m Modifiers) error {
	name, bit := b.wire()
	return t.mouse(ctx, mouseArgs("mousePressed", at, m).SetButton(name).SetButtons(bit).SetClickCount(count))
}

// ReleaseMouse releases a button that was pressed over an element, or nil, also when the context is over. While a dialog blocks the page the
// browser drops input, so the release is sent once the dialog is closed; the error says so.
func (t *Tab) ReleaseMouse(ctx context.Context, from *Element, at Point, b Button, count int, m Modifiers) error {
	ctx, cancel := releasing(ctx)
	defer cancel()
	name, _ := b.wire()
	args := mouseArgs("mouseReleased", at, m).SetButton(name).SetButtons(0).SetClickCount(count)
	d, open := t.Dialog()
	if !open {
		return t.captured(ctx, from, args)
	}
	t.releaseLater(func(ctx context.Context) error { return t.captured(ctx, from, args) })
	return dialogInTheWay(d)
}

// releaseLater releases a button or a key when no dialog is open any more.
func (t *Tab) releaseLater(release func(context.Context) error) {
	t.owe(func() { t.releaseAfterDialog(release) })
}

// owe does input in the background that a dialog may hold up; whoever answers the dialog waits for it.
func (t *Tab) owe(send func()) {
	t.update(func() { t.owed++ })
	t.browser.run(func() {
		defer t.update(func() { t.owed-- })
		send()
	})
}

func (t *Tab) releaseAfterDialog(release func(context.Context) error) {
	for {
		err := t.wait(t.life, func() (bool, error) { return !t.dialog.asks(), nil })
		if err == nil {
			err = release(t.life)
		}
		if !fault.Is(err, fault.DialogOpen) {
			return // released, or the tab is gone
		}
	}
}

// Wheel turns the wheel over a point, by CSS pixels.
func (t *Tab) Wheel(ctx context.Context, at Point, dx, dy float64, m Modifiers) error {
	return t.mouse(ctx, mouseArgs("mouseWheel", at, m).SetDeltaX(dx).SetDeltaY(dy))
}

func mouseArgs(kind string, at Point, m Modifiers) *input.DispatchMouseEventArgs {
	return input.NewDispatchMouseEventArgs(kind, at.X, at.Y).SetModifiers(int(m))
}

func (t *Tab) mouse(ctx context.Context, args *input.DispatchMouseEventArgs) error {
	return t.input(ctx, func(ctx context.Context, c inputClient) error { return c.DispatchMouseEvent(ctx, args) })
}

// InsertText enters text as an input method does: beforeinput and input events, but no key events.
func (t *Tab) InsertText(ctx context.Context, text string) error {
	return t.input(ctx, func(ctx context.Context, c inputClient) error {
		return c.InsertText(ctx, input.NewInsertTextArgs(text))
	})
}

// inputClient is the part of the Input domain used here.
type inputClient interface {
	DispatchMouseEvent(context.Context, *input.DispatchMouseEventArgs) error
	DispatchKeyEvent(context.Context, *input.DispatchKeyEventArgs) error
	InsertText(context.Context, *input.InsertTextArgs) error
	IMESetComposition(context.Context, *input.IMESetCompositionArgs) error
	SetInterceptDrags(context.Context, *input.SetInterceptDragsArgs) error
	DispatchDragEvent(context.Context, *input.DispatchDragEventArgs) error
}

// input runs one command of the Input domain on the page's own session.
func (t *Tab) input(ctx context.Context, do func(context.Context, inputClient) error) error {
	s, err := t.pageSession()
	if err != nil {
		return err
	}
	return t.inputTo(ctx, s, do)
}

// inputTo runs one command of the Input domain on a session.
func (t *Tab) inputTo(ctx context.Context, s *session, do func(context.Context, inputClient) error) error {
	guarded, cancel := t.guard(ctx)
	defer cancel()
	return callError(guarded, do(guarded, input.NewClient(s.conn)))
}

// pageSession returns the session of the page itself.
func (t *Tab) pageSession() (*session, error) {
	f, ok := t.frame(t.MainFrame())
	if !ok || f.session == nil {
		return nil, tabClosed()
	}
	return f.session, nil
}

// callError makes a *fault.Error of what a call to the page returned, ctx being the guarded
// context it was made with.
func callError(ctx context.Context, err error) error { return explain(ctx, err, "acting on the page") }
