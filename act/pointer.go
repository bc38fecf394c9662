package act

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// clicking is a click to be done.
type clicking struct {
	button    cdpclient.Button
	count     int
	modifiers cdpclient.Modifiers
	offset    *[2]float64
	nested    bool // a part with an action of its own may get the click
	keep      bool // the button stays pressed
}

// click does a click step. An option of a closed select is selected instead: it has no box.
func (s *step) click(ctx context.Context, c *observerv1.Click) error {
	el, b, err := s.element(ctx, c.GetRef())
	if err != nil {
		return err
	}
	if b.Node != nil && b.Node.Role == "option" {
		if done, err := s.chooseOption(ctx, el); done || err != nil {
			return err
		}
	}
	todo := clicking{
		button: button(c.GetButton()), count: max(1, int(c.GetCount())), modifiers: modifiers(c.GetModifiers()),
		keep: c.GetKeepPressed(),
	}
	if o := c.GetOffset(); o != nil {
		todo.offset = &[2]float64{o.GetX(), o.GetY()}
	}
	return s.clickElement(ctx, el, todo)
}

// clickElement makes an element ready and clicks it. A click that would have hit something that
// moved in between was kept from the page, and is tried again.
func (s *step) clickElement(ctx context.Context, el *cdpclient.Element, c clicking) error {
	want := cdpclient.Want{
		Enabled: true, Stable: true, Scroll: true, Point: true, Nested: c.nested, Offset: c.offset, Arm: true,
	}
	began := time.Now()
	for {
		at, err := s.ready(ctx, el, want)
		if err != nil {
			return err
		}
		send := s.clickAt
		if c.keep {
			send = s.keepPressed
		}
		missed, err := send(ctx, el, at, c)
		if err != nil || missed == nil {
			return err
		}
		s.sent = false
		if time.Since(began) >= patience {
			return s.covered(missed)
		}
		if err := s.wait("receives events", s.obstacle(missed)); err != nil {
			return err
		}
	}
}

// clickAt sends the events of a click and returns what would have got them in place of the
// element. Then the page got none.
func (s *step) clickAt(ctx context.Context, el *cdpclient.Element, at cdpclient.Point, c clicking) (*cdpclient.Obstacle, error) {
	held, err := s.tab().Hold(ctx, c.modifiers)
	s.sent = s.sent || c.modifiers != 0
	defer func() { _ = held() }() // a modifier that is not released leaves no state in the browser
	flood := false
	left := s.leaving()
	_, before := s.tab().Events(0)
	if err == nil {
		s.sent = true
		flood, err = s.orFlood(ctx, before, func(ctx context.Context) error {
			return s.tab().Click(ctx, at, c.button, c.count, c.modifiers)
		})
	}
	if err != nil || flood {
		return nil, s.answered(err)
	}
	return s.received(ctx, el, left, before)
}

// received asks the page whether the element got the click. The page says nothing while it is being left
// for a document whose server has not answered; left says that this began before the click, before is the
// newest page event then.
func (s *step) received(ctx context.Context, el *cdpclient.Element, left bool, before uint64) (*cdpclient.Obstacle, error) {
	var armed *cdpclient.Armed
	disarm := func(ctx context.Context) (err error) {
		armed, err = el.Disarm(ctx)
		return err
	}
	var begun bool
	var err error
	if left || s.loading {
		err = disarm(ctx)
	} else {
		begun, err = unless(ctx, errLeft, s.leavesForLong, disarm)
	}
	switch {
	case begun:
		return nil, nil // the click has begun a navigation
	case fault.Is(err, fault.StaleRef):
		return nil, nil // the click took the element or its document away
	case err != nil:
		return nil, s.answered(err)
	case armed == nil:
		return nil, nil
	case armed.Blocked != nil:
		return armed.Blocked, nil
	case len(armed.Seen) > 0 && !armed.Clicked && (armed.Taken || s.openedOne(before)):
		return nil, nil // the page acted on the press, and the element or the release went elsewhere by that
	case len(armed.Seen) > 0 && !armed.Clicked && armed.Connected:
		return nil, outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.NotStable,
			"%s was pressed, but moved away before the button was released, so it got no click; look at the page and try again",
			describe(s.result.GetTarget())).With("check", "stable"))
	case len(armed.Seen) == 0:
		return nil, outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.NotActionable,
			"the click was sent, but %s saw nothing of it; look at the page before trying again", describe(s.result.GetTarget())))
	}
	return nil, nil
}

// openedOne is whether the page has opened a window or a dialog since an event, which then gets the
// release of the button.
func (s *step) openedOne(before uint64) bool {
	events, _ := s.tab().Events(before)
	return slices.ContainsFunc(events, func(e cdpclient.Event) bool {
		return e.Kind == cdpclient.EventPopup || e.Kind == cdpclient.EventDialogOpened
	})
}

// leavingLimit is how long a page that is being left is asked about the step. Chromium answers nothing
// for it until the new document comes, or the navigation is stopped.
const leavingLimit = 500 * time.Millisecond

var errLeft = errors.New("the page is being left")

// leavesForLong waits until another document has been on its way for as long as the page is asked.
func (s *step) leavesForLong(ctx context.Context) error {
	timer := time.NewTimer(leavingLimit)
	defer timer.Stop()
	for {
		if err := s.tab().AwaitLoading(ctx); err != nil {
			return err
		}
		timer.Reset(leavingLimit)
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if s.leaving() {
			return nil
		}
	}
}

// leaving is whether another document is on its way that was not before the step.
func (s *step) leaving() bool { return !s.loading && s.tab().State() == cdpclient.Loading }

// answered says what an error of input that was sent in full means: a page that answers it with a
// dialog, or by closing, got it.
func (s *step) answered(err error) error {
	if s.sent && (fault.Is(err, fault.DialogOpen) || fault.Is(err, fault.TabClosed)) {
		return nil
	}
	return err
}

// unseen says what an error means that keeps the step from being verified, after all its input was
// sent: a page that closed got it, but behind a dialog nothing can be read.
func (s *step) unseen(err error) error {
	switch fault.ReasonOf(err) {
	case fault.TabClosed:
		return nil
	case fault.DialogOpen:
		return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.DialogOpen,
			"the page answered with a dialog before it could be checked what %s holds; answer the dialog and look",
			describe(s.result.GetTarget())).Because(err))
	case fault.StaleRef:
		return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.StaleRef,
			"%s left the page before it could be checked what it holds; look at the page", describe(s.result.GetTarget())).
			With("why", "node gone").Because(err))
	default:
		return err
	}
}

// hover does a hover step. The pointer stays where it is. With a button pressed that is all that can
// be said: then a page takes nothing for hovered.
func (s *step) hover(ctx context.Context, h *observerv1.Hover) error {
	if s.held != nil {
		_, err := s.moveHeld(ctx, h.GetRef())
		return err
	}
	el, _, err := s.element(ctx, h.GetRef())
	if err != nil {
		return err
	}
	at, err := s.ready(ctx, el, cdpclient.Want{Stable: true, Scroll: true, Point: true, Nested: true})
	if err != nil {
		return err
	}
	m := modifiers(h.GetModifiers())
	s.sent = true
	if err := s.answered(s.tab().MoveMouse(ctx, at, m)); err != nil {
		return err
	}
	return s.hovered(ctx, el)
}

// hovered asks the page whether the pointer is over the element. One that moves away from the
// pointer was hovered nevertheless.
func (s *step) hovered(ctx context.Context, el *cdpclient.Element) error {
	var over bool
	// In quirks mode a bare :hover is one of links only.
	err := el.Call(ctx, &over, "function() { return this.matches(':is(:hover)') || lib.controlOf(this).matches(':is(:hover)'); }")
	if fault.Is(err, fault.StaleRef) {
		return nil
	}
	if err != nil {
		return s.answered(err)
	}
	if !over {
		return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.NotStable,
			"the pointer was moved, but %s is not under it", describe(s.result.GetTarget())))
	}
	return nil
}

func button(b observerv1.MouseButton) cdpclient.Button {
	switch b {
	case observerv1.MouseButton_MOUSE_BUTTON_MIDDLE:
		return cdpclient.MiddleButton
	case observerv1.MouseButton_MOUSE_BUTTON_RIGHT:
		return cdpclient.RightButton
	default:
		return cdpclient.LeftButton
	}
}

func modifiers(list []observerv1.Modifier) (m cdpclient.Modifiers) {
	for _, one := range list {
		switch one {
		case observerv1.Modifier_MODIFIER_ALT:
			m |= cdpclient.ModAlt
		case observerv1.Modifier_MODIFIER_CONTROL:
			m |= cdpclient.ModControl
		case observerv1.Modifier_MODIFIER_META:
			m |= cdpclient.ModMeta
		case observerv1.Modifier_MODIFIER_SHIFT:
			m |= cdpclient.ModShift
		}
	}
	return m
}
