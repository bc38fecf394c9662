package act

import (
	"context"
	"math"

	"github.com/observer-svc/observer-svc/cdpclient"
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

// validate reads everything in a request that can be read before anything is done: refs, keys and
// what the server allows.
func validate(env Env, req *observerv1.ActRequest) error {
	for i, st := range req.GetSteps() {
		if err := validateStep(env, st); err != nil {
			return fault.New(fault.ReasonOf(err), "step %d: %s", i, plain(err)).With("field", "steps")
		}
	}
	return nil
}

func validateStep(env Env, st *observerv1.Step) error {
	for _, name := range refsOf(st) {
		if _, err := parseRef(name); err != nil {
			return err
		}
	}
	switch a := st.GetAction().(type) {
	case nil:
		return fault.New(fault.InvalidRequest, "a step needs an action")
	case *observerv1.Step_Press:
		_, err := cdpclient.ParseChord(a.Press.GetKey(), env.Policy.Mac)
		return err
	case *observerv1.Step_Click:
		return finite("offset", a.Click.GetOffset().GetX(), a.Click.GetOffset().GetY())
	case *observerv1.Step_Scroll:
		return finite("delta", a.Scroll.GetDeltaX(), a.Scroll.GetDeltaY())
	case *observerv1.Step_Evaluate:
		if !env.Policy.Evaluate {
			return fault.New(fault.NotPermitted, "this server does not run scripts of callers; it can be started so that it does")
		}
	case *observerv1.Step_Upload:
		if env.Policy.UploadFolder == "" {
			return fault.New(fault.NotPermitted, "this server gives no files to pages; it can be started with a folder for uploads")
		}
	}
	return nil
}

// finite refuses numbers that are no amount of pixels.
func finite(field string, numbers ...float64) error {
	for _, n := range numbers {
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return fault.New(fault.InvalidRequest, "%s is not a finite number", field)
		}
	}
	return nil
}
