package act

import (
	"context"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// dispatch does what the step says. It sets the pace at which the page settles afterwards.
func (s *step) dispatch(ctx context.Context) error {
	s.pace = paceInput
	switch a := s.request.GetAction().(type) {
	case *observerv1.Step_Click:
		return s.click(ctx, a.Click)
	case *observerv1.Step_Hover:
		return s.hover(ctx, a.Hover)
	case *observerv1.Step_Focus:
		return s.focus(ctx, a.Focus)
	case *observerv1.Step_Fill:
		return s.fill(ctx, a.Fill)
	case *observerv1.Step_Type:
		return s.typeText(ctx, a.Type)
	case *observerv1.Step_Press:
		return s.press(ctx, a.Press)
	case *observerv1.Step_Check:
		return s.check(ctx, a.Check)
	case *observerv1.Step_Select:
		return s.choose(ctx, a.Select)
	case *observerv1.Step_Scroll:
		return s.scroll(ctx, a.Scroll)
	case *observerv1.Step_Navigate:
		return s.navigate(ctx, a.Navigate)
	case *observerv1.Step_History:
		return s.history(ctx, a.History)
	case *observerv1.Step_Wait:
		return s.waitFor(ctx, a.Wait)
	case *observerv1.Step_Upload:
		return s.upload(ctx, a.Upload)
	case *observerv1.Step_Drag:
		return s.drag(ctx, a.Drag)
	case *observerv1.Step_Evaluate:
		return s.evaluate(ctx, a.Evaluate)
	}
	return s.dispatchMore(ctx)
}

// dispatchMore does the steps that are made of others, or that change what the tab is.
func (s *step) dispatchMore(ctx context.Context) error {
	switch a := s.request.GetAction().(type) {
	case *observerv1.Step_Clear:
		return s.clear(ctx, a.Clear)
	case *observerv1.Step_FillMany:
		return s.fillMany(ctx, a.FillMany)
	case *observerv1.Step_Compose:
		return s.compose(ctx, a.Compose)
	case *observerv1.Step_Release:
		return s.release(ctx, a.Release)
	case *observerv1.Step_Stop:
		return s.stop(ctx)
	case *observerv1.Step_Emulate:
		return s.emulate(ctx, a.Emulate)
	}
	return fault.New(fault.InvalidRequest, "step %d has no action", s.index).With("field", "steps")
}

// kind names the action for the log.
func (s *step) kind() string {
	m := s.request.ProtoReflect()
	if f := m.WhichOneof(m.Descriptor().Oneofs().ByName("action")); f != nil {
		return string(f.Name())
	}
	return "none"
}
