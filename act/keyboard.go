package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// focusJS gives an element the focus and returns whether it has it.
//
//go:embed js/focus.js
var focusJS string

// holdingJS returns what the element with the focus holds, for checking what typing did.
//
//go:embed js/holding.js
var holdingJS string

// focus does a focus step.
func (s *step) focus(ctx context.Context, f *observerv1.Focus) error {
	el, _, err := s.element(ctx, f.GetRef())
	if err != nil {
		return err
	}
	err = s.focusElement(ctx, el)
	if fault.Is(err, fault.DialogOpen) {
		s.sent = true // a handler of the focus event opened it
		return s.answered(err)
	}
	return err
}

// focusElement makes an element ready and gives it the focus, as the Tab key would.
func (s *step) focusElement(ctx context.Context, el *cdpclient.Element) error {
	var shown uint64 // what shows it: the stage of an editor whose text goes into a hidden element
	if err := el.Call(ctx, &shown, "function() { return agent.key(lib.stageOf(this) ?? this); }"); err != nil {
		return err
	}
	if _, err := s.ready(ctx, el.With(treeKey(shown)), cdpclient.Want{Enabled: true, Scroll: true}); err != nil {
		return err
	}
	var has *bool // nil when the page took the element away meanwhile
	if err := el.Call(ctx, &has, focusJS); err != nil {
		return err
	}
	if has == nil {
		return s.leftOnFocus()
	}
	if !*has {
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, fault.New(fault.NotActionable,
			"%s cannot have the focus, or gave it away at once", describe(s.result.GetTarget())).With("check", "focus"))
	}
	return nil
}

// leftOnFocus says that a page took an element away, or put an equal one in its place, because the
// focus moved.
func (s *step) leftOnFocus() error {
	return fault.New(fault.StaleRef, "%s left the page when it got the focus; observe it again", describe(s.result.GetTarget())).
		With("why", "node gone")
}

// holding is what an editable element holds around its caret. It may be secret.
type holding struct {
	Editable bool   `json:"editable"` // text can be typed into it
	Readonly bool   `json:"readonly"`
	Disabled bool   `json:"disabled"`
	Secret   bool   `json:"secret"`
	Value    string `json:"value"`
	Told     string `json:"told"` // Value without the secrets of other fields
	// Start and End are the selection in UTF-16 code units; -1 where the element does not tell.
	Start int `json:"start"`
	End   int `json:"end"`
}

// typeText does a type step.
func (s *step) typeText(ctx context.Context, t *observerv1.TypeText) error {
	return s.atCaret(ctx, t.GetRef(), t.GetText(), func() error {
		return s.tab().Type(ctx, t.GetText(), func(int) error { return ctx.Err() })
	})
}

// atCaret gives the element of a ref the focus, if there is one, sends a text to what has the focus, and
// reads the text back from an element that can be edited.
func (s *step) atCaret(ctx context.Context, name, text string, send func() error) error {
	el, err := s.typingInto(ctx, name)
	if err != nil {
		return err
	}
	var before holding
	if el != nil {
		if err := el.Call(ctx, &before, holdingJS); err != nil {
			return err
		}
	}
	if before.Secret || el == nil && focusIsSecret(s.base.Tree.Root) {
		s.hide(text)
	}
	s.sent, s.result.Means = true, observerv1.InputMeans_INPUT_MEANS_TRUSTED
	if err := send(); err != nil {
		return s.unseen(err)
	}
	if el == nil || !before.Editable {
		return nil
	}
	return s.typed(ctx, el, before, text)
}

// typingInto gives the element of a ref the focus; it returns nil when name is empty.
func (s *step) typingInto(ctx context.Context, name string) (*cdpclient.Element, error) {
	if name == "" {
		return nil, nil
	}
	el, _, err := s.element(ctx, name)
	if err != nil {
		return nil, err
	}
	var h holding
	if err := el.Call(ctx, &h, holdingJS); err != nil {
		return nil, err
	}
	if h.Readonly && !h.Disabled {
		return nil, s.readonly()
	}
	if err := s.focusElement(ctx, el); err != nil {
		return nil, err
	}
	return el, nil
}

func (s *step) readonly() error {
	return fault.New(fault.NotEditable, "%s is read-only", describe(s.result.GetTarget())).With("check", "editable")
}

// typed checks that a field holds what was typed where it was typed.
func (s *step) typed(ctx context.Context, el *cdpclient.Element, before holding, text string) error {
	var after holding
	err := el.Call(ctx, &after, holdingJS)
	if fault.Is(err, fault.StaleRef) && hasBreak(text) {
		return nil // Enter sent the form away
	}
	if err != nil {
		return s.unseen(err)
	}
	s.value(after.Told, after.Secret)
	switch {
	case hasBreak(text), before.Start >= 0 && after.Value == inserted(before, text):
		return nil
	case after.Value == before.Value:
		return s.retained(observerv1.Outcome_OUTCOME_NOT_APPLIED, after.Value, text)
	case contains(after.Value, text):
		return nil // completed or formatted around what was typed
	}
	return s.retained(observerv1.Outcome_OUTCOME_PARTIAL, after.Value, text)
}

// press does a press step. The key was read before any step.
func (s *step) press(ctx context.Context, p *observerv1.Press) error {
	chord, err := cdpclient.ParseChord(p.GetKey(), s.mac())
	if err != nil {
		return err
	}
	if p.GetRef() != "" {
		el, _, err := s.element(ctx, p.GetRef())
		if err != nil {
			return err
		}
		if err := s.focusElement(ctx, el); err != nil {
			return err
		}
	}
	s.sent = true
	return s.answered(s.tab().Press(ctx, chord))
}
