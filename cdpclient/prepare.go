package cdpclient

import (
	"github.com/mafredri/cdp/protocol/emulation"
	"github.com/mafredri/cdp/protocol/network"
	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// networkBuffer is how many bytes of answers the browser keeps for reading them later, which
// nobody does.
const networkBuffer = 1 << 10

// prepare enables what a session needs and lets its target run. It is one batch, because some
// targets answer nothing before they run.
func (t *Tab) prepare(s *session) error {
	calls := []transport.Call{
		{Method: "Page.enable"},
		t.frameTreeCall(s),
		{Method: "Runtime.enable"},
		{Method: "Page.setLifecycleEventsEnabled", Params: page.NewSetLifecycleEventsEnabledArgs(true)},
		// Stays on: without it each question about accessibility builds the whole tree anew.
		{Method: "Accessibility.enable"},
		{Method: "Network.enable", Params: network.NewEnableArgs().
			SetMaxTotalBufferSize(networkBuffer).SetMaxResourceBufferSize(networkBuffer)},
		{Method: "Target.setAutoAttach", Params: autoAttach(inPages())},
	}
	calls = append(calls, t.emulation(s)...)
	calls = append(calls, transport.Call{Method: "Fetch.enable", Params: t.context.options.held()})
	if t.agent != nil {
		calls = append(calls, t.agent.prepare(s)...)
	}
	calls = append(calls, transport.Call{Method: "Runtime.runIfWaitingForDebugger"})
	return t.browser.mux.Batch(t.life, s.id, calls)
}

// emulation sets how the page sees its device. Overrides of locale and time zone belong to the
// renderer process, which another session may have given the same already: that is no failure.
func (t *Tab) emulation(s *session) []transport.Call {
	o, d := t.context.options, t.Device()
	var calls []transport.Call
	if s.main() {
		calls = append(d.metrics(s),
			// Every tab is as if it were in front: none is, and all are used at the same time.
			transport.Call{Method: "Emulation.setFocusEmulationEnabled",
				Params: emulation.NewSetFocusEmulationEnabledArgs(true), Optional: true},
			o.place())
	}
	if d.Dark != nil || d.ReducedMotion != nil {
		calls = append(calls, d.media())
	}
	if o.Locale != "" {
		calls = append(calls,
			transport.Call{Method: "Emulation.setLocaleOverride", Optional: true,
				Params: emulation.NewSetLocaleOverrideArgs().SetLocale(o.Locale)},
			transport.Call{Method: "Emulation.setUserAgentOverride", Optional: true,
				Params: emulation.NewSetUserAgentOverrideArgs(t.browser.userAgent).SetAcceptLanguage(o.Locale)})
	}
	if o.Timezone != "" {
		calls = append(calls, transport.Call{Method: "Emulation.setTimezoneOverride", Optional: true,
			Params: emulation.NewSetTimezoneOverrideArgs(o.Timezone)})
	}
	return calls
}
