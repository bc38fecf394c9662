package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/emulation"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// Device is what a page is told of the device it is shown on.
type Device struct {
	// Width and Height are the size of the page in CSS pixels.
	Width, Height int
	// Scale is the number of device pixels per CSS pixel. Scripts in iframes of other sites do not
	// see it, since Chromium emulates it for the main page only.
	Scale float64
	// Mobile is whether the page chooses its own viewport, as on a phone; Touch whether it has a
	// touch screen.
	Mobile, Touch bool
	// Dark is whether the user likes light on dark, ReducedMotion whether they want less motion; the
	// browser's own setting when nil.
	Dark, ReducedMotion *bool
}

// Device returns what the tab's page is told of its device.
func (t *Tab) Device() Device {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.device
}

// Emulate changes what the tab's page is told of its device, for all documents from now on. It
// fails as input does; the browser may have taken it nevertheless.
func (t *Tab) Emulate(ctx context.Context, d Device) error {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	var sessions []*session
	t.update(func() {
		t.device = d // a session that comes from now on is prepared with it
		for _, s := range t.sessions {
			sessions = append(sessions, s)
		}
	})
	for _, s := range sessions {
		err := t.browser.mux.Batch(ctx, s.id, append(d.metrics(s), d.media()))
		if err != nil && (s.main() || ctx.Err() != nil) { // iframes come and go
			return callError(ctx, err)
		}
	}
	return nil
}

// metrics sets the size and kind of the device. It is that of the page; its iframes follow.
func (d Device) metrics(s *session) []transport.Call {
	if !s.main() {
		return nil
	}
	touch := emulation.NewSetTouchEmulationEnabledArgs(d.Touch)
	if d.Touch {
		touch.SetMaxTouchPoints(maxTouchPoints)
	}
	return []transport.Call{
		{Method: "Emulation.setDeviceMetricsOverride",
			Params: emulation.NewSetDeviceMetricsOverrideArgs(d.Width, d.Height, d.Scale, d.Mobile)},
		{Method: "Emulation.setTouchEmulationEnabled", Params: touch, Optional: true},
	}
}

// maxTouchPoints is how many fingers an emulated touch screen tells apart, as usual ones do.
const maxTouchPoints = 5

// media sets what media queries about the user's likings say. Each session has its own.
func (d Device) media() transport.Call {
	features := []emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: liking(d.Dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: liking(d.ReducedMotion, "reduce", "no-preference")},
	}
	return transport.Call{Method: "Emulation.setEmulatedMedia", Optional: true,
		Params: emulation.NewSetEmulatedMediaArgs().SetFeatures(features)}
}

// liking is the value of a media feature; an empty one leaves it to the browser.
func liking(is *bool, yes, no string) string {
	switch {
	case is == nil:
		return ""
	case *is:
		return yes
	}
	return no
}
