package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// toggleJS says what an element that can be on or off is, and how it stands.
//
//go:embed js/toggle.js
var toggleJS string

// toggle is what toggleJS says.
type toggle struct {
	Kind     string `json:"kind"`  // "checkbox", "radio"; empty for what cannot be on or off
	State    string `json:"state"` // "true", "false", "mixed"
	Disabled bool   `json:"disabled"`
	// Target is what to click: the element itself, or the label that stands for a hidden one; 0
	// when there is neither.
	Target uint64 `json:"target"`
}

// check does a check step: it clicks when the state is another one, and reads it again.
func (s *step) check(ctx context.Context, c *observerv1.Check) error {
	el, _, err := s.element(ctx, c.GetRef())
	if err != nil {
		return err
	}
	is, err := s.switchable(ctx, el, c.GetChecked())
	if err != nil {
		return err
	}
	if is.State == wanted(c.GetChecked()) {
		s.pace = paceNone
		return nil
	}
	return s.switchTo(ctx, el, is, wanted(c.GetChecked()))
}

// switchable returns how an element stands that is on already, or can be switched.
func (s *step) switchable(ctx context.Context, el *cdpclient.Element, on bool) (toggle, error) {
	is, err := s.toggle(ctx, el)
	if err != nil {
		return is, err
	}
	what := describe(s.result.GetTarget())
	switch {
	case is.Kind == "":
		err = fault.New(fault.NotActionable, "%s cannot be switched on or off; click it instead", what).With("target", what)
	case is.Kind == "radio" && is.State == "true" && !on:
		err = fault.New(fault.NotActionable, "%s is a radio button and cannot be switched off; check another one of its group", what).
			With("target", what)
	case is.Disabled && is.State != wanted(on):
		_, err = s.ready(ctx, el.With(treeKey(is.Target)), cdpclient.Want{Enabled: true})
	}
	return is, err
}

func wanted(on bool) string {
	if on {
		return "true"
	}
	return "false"
}

func (s *step) toggle(ctx context.Context, el *cdpclient.Element) (is toggle, err error) {
	err = el.Call(ctx, &is, toggleJS)
	return is, err
}

// switchTo clicks until the state is the wanted one; one that is in between may need two clicks.
func (s *step) switchTo(ctx context.Context, el *cdpclient.Element, is toggle, want string) error {
	clicks := 1
	if is.State == "mixed" {
		clicks = 2
	}
	for range clicks {
		if err := s.clickElement(ctx, el.With(treeKey(is.Target)), clicking{count: 1}); err != nil {
			return err
		}
		now, err := s.toggled(ctx, el, want)
		if err != nil || now == want {
			return err
		}
	}
	return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.ValueNotRetained,
		"%s was clicked, but the page did not switch it to %s", describe(s.result.GetTarget()), want).With("wanted", want))
}

// toggled reads the state until it is the wanted one, for as long as a page usually takes that
// renders it anew.
func (s *step) toggled(ctx context.Context, el *cdpclient.Element, want string) (state string, err error) {
	err = el.Call(ctx, &state, `async function(want) {
  const read = `+toggleJS+`;
  for (const end = performance.now() + 300; ; await lib.frameTick()) {
    const state = read.call(this).state;
    if (state === want || !this.isConnected || performance.now() > end) return state;
  }
}`, want)
	if err != nil {
		if err = s.unseen(err); err == nil {
			return want, nil
		}
	}
	return state, err
}
