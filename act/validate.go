package act

import (
	"math"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// validate reads everything in a request that can be read before anything is done: refs, keys,
// times, what the server allows, and whether the mouse is free for each step.
func validate(env Env, req *observerv1.ActRequest) error {
	if err := sensible(map[string]*durationpb.Duration{"timeout": req.GetTimeout(), "settle_timeout": req.GetSettleTimeout()}); err != nil {
		return err
	}
	pressed := false
	for i, st := range req.GetSteps() {
		err := validateStep(env, st)
		if err == nil {
			pressed, err = validatePress(st, pressed)
		}
		if err != nil {
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
	if err := sensible(map[string]*durationpb.Duration{"timeout": st.GetTimeout()}); err != nil {
		return err
	}
	switch a := st.GetAction().(type) {
	case nil:
		return fault.New(fault.InvalidRequest, "a step needs an action")
	case *observerv1.Step_Press:
		_, err := cdpclient.ParseChord(a.Press.GetKey(), env.Page.Tab().Context().Browser().Mac())
		return err
	case *observerv1.Step_Click:
		return finite("offset", a.Click.GetOffset().GetX(), a.Click.GetOffset().GetY())
	case *observerv1.Step_Scroll:
		return validateScroll(a.Scroll)
	case *observerv1.Step_Wait:
		return validateWait(a.Wait)
	case *observerv1.Step_Emulate:
		return finite("device_scale_factor", a.Emulate.GetDeviceScaleFactor())
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

func validateScroll(c *observerv1.ScrollTo) error {
	if c.GetRef() == "" && c.GetUntilText() == "" && c.GetDeltaX() == 0 && c.GetDeltaY() == 0 {
		return fault.New(fault.InvalidRequest, "a scroll step needs a ref, how far to scroll, or a text to look for")
	}
	return finite("delta", c.GetDeltaX(), c.GetDeltaY())
}

func validateWait(w *observerv1.Wait) error {
	for _, c := range w.GetAnyOf() {
		if c.GetCondition() == nil {
			return fault.New(fault.InvalidRequest, "a wait condition is empty")
		}
		err := sensible(map[string]*durationpb.Duration{
			"time": c.GetTime(), "quiet": c.GetQuiet(), "network_quiet": c.GetNetworkQuiet(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// validatePress follows the mouse button that a click keeps pressed: whether it is pressed after a
// step. Nothing else presses the mouse meanwhile, and only what is pressed is released.
func validatePress(st *observerv1.Step, pressed bool) (after bool, err error) {
	if st.GetRelease() != nil {
		if !pressed {
			err = fault.New(fault.InvalidRequest, "there is no button to release: no click before it keeps one pressed")
		}
		return false, err
	}
	c := st.GetClick()
	if c.GetKeepPressed() && c.GetCount() > 1 {
		return false, fault.New(fault.InvalidRequest, "a click that keeps the button pressed is a single one")
	}
	presses := c != nil || st.GetCheck() != nil || st.GetDrag() != nil || st.GetUpload() != nil || st.GetFillMany() != nil
	if pressed && presses {
		return false, fault.New(fault.InvalidRequest, "a click before it keeps the mouse button pressed; release it first")
	}
	return pressed || c.GetKeepPressed(), nil
}

// longest is the longest time a caller may give.
const longest = time.Hour

// sensible refuses times that are no span of time, lie in the past, or last absurdly long. None are
// fine: they stand for the defaults.
func sensible(times map[string]*durationpb.Duration) error {
	for field, d := range times {
		if d == nil {
			continue
		}
		if d.CheckValid() != nil || d.AsDuration() < 0 || d.AsDuration() > longest {
			return fault.New(fault.InvalidRequest, "%s must lie between 0 and %s", field, longest).With("field", field)
		}
	}
	return nil
}

// finite refuses numbers that are no amount.
func finite(field string, numbers ...float64) error {
	for _, n := range numbers {
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return fault.New(fault.InvalidRequest, "%s is not a finite number", field)
		}
	}
	return nil
}
