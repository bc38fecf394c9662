package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// deviceJS says what the page sees of its device.
//
//go:embed js/device.js
var deviceJS string

// seenDevice is what deviceJS says.
type seenDevice struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Scale  float64 `json:"scale"`
	Touch  bool    `json:"touch"`
	Dark   bool    `json:"dark"`
	Still  bool    `json:"still"` // less motion is wanted
}

// emulate does an emulate step, and asks the page whether it sees what was asked for.
func (s *step) emulate(ctx context.Context, e *observerv1.Emulate) error {
	d := emulated(s.tab().Device(), e)
	s.sent = true
	if err := s.tab().Emulate(ctx, d); err != nil {
		return s.answered(err)
	}
	root, err := s.tab().DocumentElement(ctx)
	if err != nil {
		return s.answered(err)
	}
	var seen seenDevice
	if err := root.Call(ctx, &seen, deviceJS, d.Width, d.Height, d.Scale, d.Touch); err != nil {
		return s.unseen(err)
	}
	if !sees(seen, d) {
		return outcomeOf(observerv1.Outcome_OUTCOME_PARTIAL, fault.New(fault.NotActionable,
			"the browser was told, but the page sees %g by %g CSS pixels at %g", seen.Width, seen.Height, seen.Scale).
			With("check", "emulate"))
	}
	return nil
}

// emulated returns the device with what a step says of it.
func emulated(d cdpclient.Device, e *observerv1.Emulate) cdpclient.Device {
	if e.Width != nil {
		d.Width = int(e.GetWidth())
	}
	if e.Height != nil {
		d.Height = int(e.GetHeight())
	}
	if e.DeviceScaleFactor != nil {
		d.Scale = e.GetDeviceScaleFactor()
	}
	if e.Mobile != nil {
		d.Mobile = e.GetMobile()
	}
	if e.Touch != nil {
		d.Touch = e.GetTouch()
	}
	if c := e.GetColorScheme(); c != observerv1.ColorScheme_COLOR_SCHEME_UNSPECIFIED {
		dark := c == observerv1.ColorScheme_COLOR_SCHEME_DARK
		d.Dark = &dark
	}
	if e.ReducedMotion != nil {
		still := e.GetReducedMotion()
		d.ReducedMotion = &still
	}
	return d
}

// sees is whether a page sees a device. On a mobile one the page chooses the size of its viewport.
func sees(p seenDevice, d cdpclient.Device) bool {
	size := d.Mobile || (near(p.Width, float64(d.Width)) && near(p.Height, float64(d.Height)))
	return size && near(p.Scale*100, d.Scale*100) && p.Touch == d.Touch &&
		(d.Dark == nil || p.Dark == *d.Dark) && (d.ReducedMotion == nil || p.Still == *d.ReducedMotion)
}

func near(a, b float64) bool { return a-b < 1 && b-a < 1 }
