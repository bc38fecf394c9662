package act

import (
	"context"
	"fmt"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const (
	// patience is how long the same thing may stand in the way before a step gives up although it
	// has time left, while nothing suggests that it will go away.
	patience = 600 * time.Millisecond
	// busyPatience is the same for a cover that says that something is under way.
	busyPatience = 2 * time.Second
	// firstRetry and lastRetry bound the time between two looks.
	firstRetry = 20 * time.Millisecond
	lastRetry  = 200 * time.Millisecond
)

// ready waits until an element can take some input, and returns where to send it.
func (s *step) ready(ctx context.Context, el *cdpclient.Element, want cdpclient.Want) (cdpclient.Point, error) {
	w := waiting{step: s, since: time.Now(), delay: firstRetry}
	for {
		r, err := el.Ready(ctx, want)
		if err != nil {
			return cdpclient.Point{}, w.explain(err)
		}
		if r.State == cdpclient.StateOK {
			return r.At, nil
		}
		if err := w.again(ctx, r); err != nil {
			return cdpclient.Point{}, err
		}
	}
}

// waiting is a step that waits for an element to become ready.
type waiting struct {
	step  *step
	last  *failure
	key   string
	since time.Time // when the reason became what it is
	delay time.Duration
}

// again notes what stands in the way and waits before the next look. It fails with that when there
// is no use in waiting.
func (w *waiting) again(ctx context.Context, r cdpclient.Readiness) error {
	f := w.step.refusal(r)
	key := string(r.State) + f.obstacle.GetRef() + "\x00" + f.obstacle.GetName()
	if key != w.key {
		w.key, w.since, w.delay = key, time.Now(), firstRetry
	}
	w.last = f
	most := patience
	if r.Obstacle != nil && r.Obstacle.Busy {
		most = busyPatience
	}
	if time.Since(w.since) >= most && !w.step.hopeful(r) {
		return f
	}
	return w.pause(ctx, waitsFor[r.State], f.obstacle)
}

// pause says what the step waits for and waits a while.
func (w *waiting) pause(ctx context.Context, what string, obstacle *observerv1.Target) error {
	if err := w.step.wait(what, obstacle); err != nil {
		return err
	}
	timer := time.NewTimer(w.delay)
	defer timer.Stop()
	w.delay = min(2*w.delay, lastRetry)
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return w.explain(interruption(ctx, "waiting for the element"))
	}
}

// explain returns what stood in the way rather than that the time is over.
func (w *waiting) explain(err error) error {
	if w.last != nil && fault.Is(err, fault.Timeout) {
		return w.last
	}
	return err
}

// hopeful is whether what stands in the way may go away by itself: the page still loads or asks
// its server, or something moves.
func (s *step) hopeful(r cdpclient.Readiness) bool {
	_, open := s.tab().InFlight(s.requests)
	return r.State == cdpclient.StateMoving || s.tab().State() == cdpclient.Loading || open > 0 ||
		(r.Obstacle != nil && r.Obstacle.Moving)
}

// waitsFor says what a step waits for in each state.
var waitsFor = map[cdpclient.ReadyState]string{
	cdpclient.StateDisabled:    "enabled",
	cdpclient.StateHidden:      "visible",
	cdpclient.StateEmpty:       "visible",
	cdpclient.StateInert:       "active",
	cdpclient.StateMoving:      "stable",
	cdpclient.StateOutside:     "in view",
	cdpclient.StateClipped:     "in view",
	cdpclient.StateUntouchable: "receives events",
	cdpclient.StateCovered:     "receives events",
	cdpclient.StateDetached:    "attached",
}

// refusal says why an element cannot take input now.
func (s *step) refusal(r cdpclient.Readiness) *failure {
	what := describe(s.result.GetTarget())
	fail := func(reason fault.Reason, check, sentence string) *failure {
		return &failure{why: fault.New(reason, "%s %s", what, sentence).With("check", check).With("target", what)}
	}
	switch r.State {
	case cdpclient.StateDisabled:
		return fail(fault.Disabled, "enabled", "is disabled, by itself or by an element around it")
	case cdpclient.StateHidden:
		return fail(fault.NotVisible, "visible", "is not visible")
	case cdpclient.StateEmpty:
		return fail(fault.NotVisible, "visible", "has no area on the page")
	case cdpclient.StateInert:
		return fail(fault.NotActionable, "active", "is in a part of the page that is inert")
	case cdpclient.StateMoving:
		return fail(fault.NotStable, "stable", "does not stop moving")
	case cdpclient.StateOutside:
		return fail(fault.NotVisible, "in view", "cannot be brought into view")
	case cdpclient.StateClipped:
		return fail(fault.NotVisible, "in view", "is cut off by an element around it, or lies behind it")
	case cdpclient.StateUntouchable:
		return fail(fault.NotActionable, "receives events", "takes no pointer events (pointer-events: none)")
	case cdpclient.StateDetached:
		return fail(fault.StaleRef, "attached", "left the page; observe it again").with("why", "node gone")
	default:
		return s.covered(r.Obstacle)
	}
}

// covered says that something else would get the event.
func (s *step) covered(o *cdpclient.Obstacle) *failure {
	t := s.obstacle(o)
	what := describe(s.result.GetTarget())
	message := fmt.Sprintf("%s is covered by %s, which would get the event", what, describe(t))
	e := fault.New(fault.Covered, "%s", message)
	if exits := s.exits(o); exits != "" {
		e = fault.New(fault.Covered, "%s; it holds %s", message, exits).With("exits", exits)
	}
	return &failure{why: e.With("check", "receives events").With("target", what).With("obstacle", describe(t)), obstacle: t}
}

// with returns the failure with one more variable.
func (f *failure) with(key, value string) *failure {
	c := *f
	c.why = f.why.With(key, value)
	return &c
}

// outcomeOf returns the failure with an outcome the page showed.
func outcomeOf(o observerv1.Outcome, e *fault.Error) *failure { return &failure{why: e, outcome: o} }
