package act

import (
	"context"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// dragSteps is in how many moves the pointer goes from one element to the other: libraries want to
// see it on its way.
const dragSteps = 8

// dragRests is how often the pointer says that it rests at the end, over about a fifth of a second:
// pages that animate what makes room look again only then.
const dragRests = 6

// nudge is how far the pointer moves first, in CSS pixels: further than any usual threshold.
const nudge = 12

// drag does a drag step: with the mouse, and where the page starts an HTML drag, with that.
func (s *step) drag(ctx context.Context, d *observerv1.Drag) error {
	from, _, err := s.element(ctx, d.GetRef())
	if err != nil {
		return err
	}
	to, _, err := s.element(ctx, d.GetToRef())
	if err != nil {
		return err
	}
	want := cdpclient.Want{Stable: true, Scroll: true, Point: true, Nested: true}
	if _, err := s.ready(ctx, to, want); err != nil {
		return err
	}
	want.Enabled = true
	start, err := s.ready(ctx, from, want)
	if err != nil {
		return err
	}
	want.Enabled, want.Scroll = false, false
	end, err := s.ready(ctx, to, want) // where it is now that the other is in view
	if err != nil {
		return err
	}
	if err := to.Call(ctx, nil, "function() { lib.awaitDrop(); }"); err != nil {
		return err
	}
	dropped, err := s.dragFrom(ctx, from, to, start, end)
	switch {
	case err != nil:
		return s.answered(err)
	case dropped:
		return s.dropped(ctx, to)
	case from.Apart(to):
		return s.released(ctx, from)
	}
	return nil
}

// released asks the page that was pressed whether it saw the release in another process. One whose
// own process is that of the page does not.
func (s *step) released(ctx context.Context, from *cdpclient.Element) error {
	var seen bool
	err := from.Call(ctx, &seen, "function() { return lib.pointerReleased(); }")
	if fault.Is(err, fault.StaleRef) {
		return nil // the release took the element or its document away
	}
	if err != nil {
		return s.unseen(err)
	}
	if !seen {
		return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.NotActionable,
			"%s was dragged into a frame of another site, so its document saw no release of the pointer; look at the page",
			describe(s.result.GetTarget())).With("check", "release"))
	}
	return nil
}

// dropped asks the page whether it took what was dropped. One that does not gets no drop event.
func (s *step) dropped(ctx context.Context, to *cdpclient.Element) error {
	var took bool
	err := to.Call(ctx, &took, "function() { return lib.dropped(); }")
	if fault.Is(err, fault.StaleRef) {
		return nil // the drop took the element or its document away
	}
	if err != nil {
		return s.unseen(err)
	}
	if !took {
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, fault.New(fault.NotActionable,
			"%s was dragged, but the page does not take it where it was dropped", describe(s.result.GetTarget())).
			With("check", "drop"))
	}
	return nil
}

// dragFrom presses the mouse at a point of one element and releases it at one of another. It reports
// whether the page made an HTML drag of it.
func (s *step) dragFrom(ctx context.Context, from, to *cdpclient.Element, start, end cdpclient.Point) (dropped bool, err error) {
	if err := s.tab().MoveMouse(ctx, start, 0); err != nil {
		return false, err
	}
	s.sent = true
	h, err := s.grip(ctx, from, start, cdpclient.LeftButton, 0)
	if h == nil {
		return false, err
	}
	defer func() {
		if up := h.letGo(ctx); err == nil {
			err = up
		}
	}()
	if err != nil {
		return false, err
	}
	if err := s.travel(ctx, h, path(start, end), to); err != nil {
		return false, err
	}
	return s.drop(ctx, h)
}

// path returns the points from start to end: a small move first, which starts the drag, then even
// steps, and a rest at the end.
func path(start, end cdpclient.Point) []cdpclient.Point {
	dx, dy := end.X-start.X, end.Y-start.Y
	points := []cdpclient.Point{{X: start.X + sign(dx)*nudge, Y: start.Y + sign(dy)*nudge}}
	for i := 1; i <= dragSteps; i++ {
		f := float64(i) / dragSteps
		points = append(points, cdpclient.Point{X: start.X + dx*f, Y: start.Y + dy*f})
	}
	for range dragRests {
		points = append(points, end)
	}
	return points
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
