package act

import (
	"context"
	"errors"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// hold is a mouse button that is pressed, with the keys of its modifiers: during a drag, or from a
// click that keeps it pressed to the release step or the end of the Act.
type hold struct {
	tab       *cdpclient.Tab
	from      *cdpclient.Element // what was pressed
	start, at cdpclient.Point    // where it was pressed, and where it is
	button    cdpclient.Button
	modifiers cdpclient.Modifiers
	keysUp    func() error
	data      *cdpclient.DragData // the HTML drag that the page starts, if it does
	caught    func() error        // ends catching it
}

// grip presses a button over a point of an element where the pointer is. The hold must be let go,
// unless there is none.
func (s *step) grip(ctx context.Context, el *cdpclient.Element, at cdpclient.Point, b cdpclient.Button, m cdpclient.Modifiers) (*hold, error) {
	if err := el.Call(ctx, nil, "function() { lib.awaitDrop(); }"); err != nil {
		return nil, err
	}
	tab := s.tab()
	data, caught, err := tab.CatchDrag(ctx)
	if err != nil {
		return nil, err
	}
	h := &hold{tab: tab, from: el, start: at, at: at, button: b, modifiers: m, data: data, caught: caught}
	if h.keysUp, err = tab.Hold(ctx, m); err == nil {
		err = tab.PressMouse(ctx, at, b, 1, m)
	}
	return h, err
}

// move moves the pointer, or the HTML drag once the page has started one.
func (h *hold) move(ctx context.Context, at cdpclient.Point) error {
	h.at = at
	if h.data.Started() {
		return h.data.Move(ctx, at)
	}
	return h.tab.DragMouse(ctx, h.from, at, h.button, h.modifiers)
}

// drop ends the HTML drag where the pointer is, if the page has started one, and reports whether. The
// document that started it is told of its end where the drop does not, which is so between processes.
func (s *step) drop(ctx context.Context, h *hold) (bool, error) {
	if !h.data.Started() {
		return false, nil
	}
	if err := h.data.Move(ctx, h.at); err != nil {
		return true, err
	}
	if err := h.data.Drop(ctx, h.at); err != nil {
		return true, err
	}
	if err := s.frame(ctx, h.from); err != nil {
		return true, s.afterDrop(err)
	}
	var ended bool
	err := h.from.Call(ctx, &ended, "function() { return lib.dragEnded(); }")
	if err != nil || ended {
		return true, s.afterDrop(err)
	}
	return true, h.data.End(ctx, h.start)
}

// afterDrop says what an error means once all was dropped: a page that takes the source away, or
// answers with a dialog, got it.
func (s *step) afterDrop(err error) error {
	if fault.Is(err, fault.StaleRef) {
		return nil
	}
	return s.answered(err)
}

// letGo releases everything, also when the context is over. It returns the first error.
func (h *hold) letGo(ctx context.Context) error {
	return errors.Join(h.tab.ReleaseMouse(ctx, h.from, h.at, h.button, 1, h.modifiers), h.keysUp(), h.caught())
}

// keepPressed presses a button over an element and leaves it so.
func (s *step) keepPressed(ctx context.Context, el *cdpclient.Element, at cdpclient.Point, c clicking) (*cdpclient.Obstacle, error) {
	if err := s.tab().MoveMouse(ctx, at, 0); err != nil {
		return nil, s.answered(err)
	}
	s.sent = true
	h, err := s.grip(ctx, el, at, c.button, c.modifiers)
	s.held = h
	if err != nil {
		return nil, s.answered(err)
	}
	missed, err := s.pressed(ctx, el)
	if missed != nil { // the page got nothing; nor shall it get the release
		s.held = nil
		_ = h.letGo(ctx)
	}
	if _, off := el.Disarm(ctx); err == nil && !fault.Is(off, fault.StaleRef) {
		err = s.answered(off)
	}
	return missed, err
}

// pressed asks the page whether the element got the press.
func (s *step) pressed(ctx context.Context, el *cdpclient.Element) (*cdpclient.Obstacle, error) {
	armed, err := el.Armed(ctx)
	switch {
	case fault.Is(err, fault.StaleRef):
		return nil, nil // the press took the element or its document away
	case err != nil:
		return nil, s.answered(err)
	case armed == nil:
		return nil, nil
	case armed.Blocked != nil:
		return armed.Blocked, nil
	case len(armed.Seen) == 0:
		return nil, outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.NotActionable,
			"the button was pressed, but %s saw nothing of it; look at the page", describe(s.result.GetTarget())))
	}
	return nil, nil
}

// release does a release step.
func (s *step) release(ctx context.Context, r *observerv1.Release) error {
	h := s.held
	if h == nil {
		return fault.New(fault.NotActionable, "no button is pressed any more").With("check", "pressed")
	}
	var to *cdpclient.Element
	if r.GetRef() != "" {
		var err error
		if to, err = s.moveHeld(ctx, r.GetRef()); err != nil {
			return err
		}
	}
	s.held, s.sent = nil, true
	dropped, err := s.drop(ctx, h)
	err = errors.Join(err, h.letGo(ctx))
	if err != nil || !dropped || to == nil {
		return s.answered(err)
	}
	return s.dropped(ctx, to)
}

// moveHeld moves the pressed button over an element, on a way that the page sees.
func (s *step) moveHeld(ctx context.Context, name string) (*cdpclient.Element, error) {
	el, _, err := s.element(ctx, name)
	if err != nil {
		return nil, err
	}
	at, err := s.ready(ctx, el, cdpclient.Want{Stable: true, Scroll: true, Point: true, Nested: true})
	if err != nil {
		return nil, err
	}
	if err := el.Call(ctx, nil, "function() { lib.awaitDrop(); }"); err != nil {
		return nil, err
	}
	s.sent = true
	return el, s.answered(s.travel(ctx, s.held, path(s.held.at, at), el))
}

// travel moves what is held along points, a frame of the page after each.
func (s *step) travel(ctx context.Context, h *hold, points []cdpclient.Point, over *cdpclient.Element) error {
	for _, at := range points {
		if err := h.move(ctx, at); err != nil {
			return err
		}
		if err := s.frame(ctx, over); err != nil && !fault.Is(err, fault.StaleRef) {
			return err
		}
	}
	return nil
}

// letGo releases what the steps of the Act have left pressed.
func (a *act) letGo(ctx context.Context) {
	if a.held == nil {
		return
	}
	h := a.held
	a.held = nil
	if err := h.letGo(ctx); err != nil {
		a.log.DebugContext(ctx, "releasing the mouse", "cause", err) // the tab is gone, or a dialog is in the way
	}
}
