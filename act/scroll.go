package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// scrollByJS scrolls the nearest area around an element that can move that way, and says how far it
// moved.
//
//go:embed js/scrollby.js
var scrollByJS string

// scroll does a scroll step.
func (s *step) scroll(ctx context.Context, c *observerv1.ScrollTo) error {
	s.pace = paceLight
	el, err := s.scrolled(ctx, c.GetRef())
	if err != nil {
		return err
	}
	if c.GetUntilText() != "" {
		return s.scrollUntil(ctx, el, c)
	}
	if c.GetDeltaX() == 0 && c.GetDeltaY() == 0 {
		return s.scrollIntoView(ctx, el)
	}
	return s.scrollBy(ctx, el, c)
}

// scrolled returns the element of a ref, or the root element of the page.
func (s *step) scrolled(ctx context.Context, name string) (*cdpclient.Element, error) {
	if name != "" {
		el, _, err := s.element(ctx, name)
		return el, err
	}
	return s.tab().DocumentElement(ctx)
}

func (s *step) scrollIntoView(ctx context.Context, el *cdpclient.Element) error {
	s.sent = true
	at, err := s.ready(ctx, el, cdpclient.Want{Scroll: true, Point: true, Nested: true})
	_ = at
	if fault.Is(err, fault.Covered) {
		return nil // in view, though something lies over it
	}
	return err
}

// scrollBy scrolls by an amount, with the wheel where no area can be told to.
func (s *step) scrollBy(ctx context.Context, el *cdpclient.Element, c *observerv1.ScrollTo) error {
	var moved struct {
		X     float64 `json:"x"`
		Y     float64 `json:"y"`
		Ended bool    `json:"ended"` // an area can scroll, but is at its end
		Last  bool    `json:"last"`  // it came to its end
	}
	s.sent = true
	if err := el.Call(ctx, &moved, scrollByJS, c.GetDeltaX(), c.GetDeltaY()); err != nil {
		return s.answered(err)
	}
	switch {
	case moved.X != 0 || moved.Y != 0:
		s.result.Scrolled = &observerv1.Scrolled{X: moved.X, Y: moved.Y, Ended: moved.Last, Scrolls: 1}
		return nil
	case moved.Ended:
		s.result.Scrolled = &observerv1.Scrolled{Ended: true}
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, fault.New(fault.NotActionable,
			"it is scrolled to the end already and cannot go further that way").With("check", "scrollable"))
	}
	s.sent = false
	turned, err := s.turn(ctx, el, c.GetDeltaX(), c.GetDeltaY())
	if err != nil {
		return err
	}
	if !turned {
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, fault.New(fault.NotActionable,
			"nothing around it can scroll that way").With("check", "scrollable"))
	}
	return nil
}

// turn turns the wheel over an element: maps, editors and virtual lists scroll by it alone. It
// reports whether that changed the page.
func (s *step) turn(ctx context.Context, el *cdpclient.Element, dx, dy float64) (bool, error) {
	at, err := s.ready(ctx, el, cdpclient.Want{Scroll: true, Point: true, Nested: true})
	if err != nil {
		return false, err
	}
	s.sent = true
	before := s.env.Page.Store().Current()
	if err := s.answered(s.tab().Wheel(ctx, at, dx, dy, 0)); err != nil {
		return false, err
	}
	if err := s.frame(ctx, el); err != nil {
		return true, s.answered(err)
	}
	rev, err := s.observe(ctx)
	if err != nil {
		return true, s.answered(err)
	}
	return rev.Number != before.Number, nil
}
