package act

import (
	"context"
	"strconv"
	"strings"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// fillMany does a fill_many step: all fields are looked at before the first is touched, filled in
// order, and looked at again once all are, since pages reset one field when another changes.
func (s *step) fillMany(ctx context.Context, m *observerv1.FillMany) error {
	for _, f := range m.GetFields() {
		if err := s.fillable(ctx, f); err != nil {
			return err
		}
	}
	for i, f := range m.GetFields() {
		if err := s.fillNext(ctx, i, f); err != nil {
			return err
		}
	}
	if err := s.allKept(ctx, m.GetFields()); err != nil {
		return err
	}
	s.result.Target = nil // it is no single one
	return nil
}

// fillable waits until a field can take its value, and refuses what it cannot.
func (s *step) fillable(ctx context.Context, f *observerv1.FieldValue) error {
	hidden, err := s.aim(f.GetRef())
	if hidden != nil {
		err = s.appear(ctx, *hidden, err)
	}
	if err != nil {
		return err
	}
	el, _, err := s.element(ctx, f.GetRef())
	if err != nil {
		return err
	}
	switch v := f.GetValue().(type) {
	case *observerv1.FieldValue_Checked:
		_, err = s.switchable(ctx, el, v.Checked)
		return err
	case *observerv1.FieldValue_Options:
		_, _, err = s.choosable(ctx, el, v.Options.GetOptions())
		return err
	}
	is, err := s.fieldToFill(ctx, el)
	if err != nil {
		return err
	}
	switch is.Kind {
	case selectField:
		_, _, err = s.choosable(ctx, el, byText(f.GetText()))
	case nativeField:
		err = s.wellFormed(ctx, el, is, f.GetText())
	}
	return err
}

// fillNext gives one field its value and adds what became of it to the result. A page may render its
// form anew for each field.
func (s *step) fillNext(ctx context.Context, i int, f *observerv1.FieldValue) error {
	before := s.sent
	s.sent = false
	var err error
	if i > 0 {
		_, err = s.observe(ctx)
	}
	if err == nil {
		_, err = s.aim(f.GetRef())
	}
	for err == nil {
		if err = s.fillOne(ctx, f); err == nil || !s.succeeded(ctx, f.GetRef(), err) {
			break
		}
		err = nil
	}
	if err != nil {
		err = s.filledSome(ctx, f, err)
	} else {
		s.result.Fields = append(s.result.Fields, s.fieldResult(observerv1.Outcome_OUTCOME_APPLIED))
		s.result.Value, s.result.Means = nil, observerv1.InputMeans_INPUT_MEANS_UNSPECIFIED
	}
	s.sent = s.sent || before
	return err
}

// fillOne gives one field its value.
func (s *step) fillOne(ctx context.Context, f *observerv1.FieldValue) error {
	switch v := f.GetValue().(type) {
	case *observerv1.FieldValue_Checked:
		err := s.check(ctx, &observerv1.Check{Ref: f.GetRef(), Checked: v.Checked})
		s.pace = paceInput
		return err
	case *observerv1.FieldValue_Options:
		return s.choose(ctx, &observerv1.Select{Ref: f.GetRef(), Options: v.Options.GetOptions()})
	default:
		return s.fill(ctx, &observerv1.Fill{Ref: f.GetRef(), Text: f.GetText()})
	}
}

// fieldResult takes what the result says of the last field.
func (s *step) fieldResult(o observerv1.Outcome) *observerv1.FieldResult {
	return &observerv1.FieldResult{Target: s.result.GetTarget(), Outcome: o, Value: s.result.Value, Means: s.result.GetMeans()}
}

// filledSome says what the failure of one field means for the step: the fields before it hold their
// values.
func (s *step) filledSome(ctx context.Context, at *observerv1.FieldValue, err error) error {
	f := *asFailure(ctx, err)
	own := s.outcome(&f)
	s.result.Fields = append(s.result.Fields, s.fieldResult(own))
	if done := len(s.result.GetFields()) - 1; done > 0 {
		f.why = fault.New(f.why.Reason, "%s; the %d fields before it were filled", f.why.Message, done).
			With("ref", at.GetRef()).With("filled", strconv.Itoa(done)).Because(f.why)
		if own != observerv1.Outcome_OUTCOME_UNKNOWN {
			own = observerv1.Outcome_OUTCOME_PARTIAL
		}
	}
	f.outcome = own
	return &f
}

// allKept looks at all fields once more. One that left the page with its form is no failure.
func (s *step) allKept(ctx context.Context, fields []*observerv1.FieldValue) error {
	if _, err := s.observe(ctx); err != nil {
		return s.unseen(err)
	}
	for i, f := range fields {
		result := s.result.GetFields()[i]
		s.result.Target = result.GetTarget()
		el, _, err := s.element(ctx, f.GetRef())
		var kept bool
		if err == nil {
			kept, err = s.keeps(ctx, el, f, result)
		}
		switch {
		case fault.Is(err, fault.StaleRef):
			continue
		case err != nil:
			return s.unseen(err)
		case !kept:
			result.Outcome = observerv1.Outcome_OUTCOME_PARTIAL
			return outcomeOf(observerv1.Outcome_OUTCOME_PARTIAL, fault.New(fault.ValueNotRetained,
				"%s was filled, but does not hold its value any more after the other fields were", describe(result.GetTarget())).
				With("ref", f.GetRef()))
		}
	}
	return nil
}

// keeps is whether a field still holds what it was given.
func (s *step) keeps(ctx context.Context, el *cdpclient.Element, f *observerv1.FieldValue, was *observerv1.FieldResult) (bool, error) {
	if v, ok := f.GetValue().(*observerv1.FieldValue_Checked); ok {
		is, err := s.toggle(ctx, el)
		return is.State == wanted(v.Checked), err
	}
	var is field
	if err := el.Call(ctx, &is, fieldJS); err != nil {
		return false, err
	}
	if _, ok := f.GetValue().(*observerv1.FieldValue_Options); ok && is.Kind != selectField {
		now, err := s.listbox(ctx, el)
		isSaid := now.Kind == popupKind && was.GetValue() != "" && strings.Contains(now.Says, was.GetValue())
		return isSaid || now.chosen() == was.GetValue(), err
	}
	if is.Kind == selectField {
		var now options
		err := el.Call(ctx, &now, optionsJS)
		return now.chosen() == was.GetValue(), err
	}
	return is.Secret || is.Staged || is.Kind == richField || same(is.Value, was.GetValue()), nil
}
