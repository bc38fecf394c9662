package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/emulation"
	"github.com/mafredri/cdp/protocol/target"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

// Close closes the tab without asking the page and waits until it is gone.
func (t *Tab) Close(ctx context.Context) error {
	t.release(ctx)
	_, err := target.NewClient(t.browser.mux.Root()).CloseTarget(ctx, target.NewCloseTargetArgs(target.ID(t.target)))
	select {
	case <-t.done:
		return nil
	default:
	}
	if err != nil {
		return t.explain(ctx, err, "closing the tab")
	}
	select {
	case <-t.done:
		return nil
	case <-ctx.Done():
		return t.explain(ctx, ctx.Err(), "closing the tab")
	}
}

// release lets a popup that still waits for its first script go on, to nowhere: it may share its
// process, and so its thread, with its opener, which would wait for ever.
func (t *Tab) release(ctx context.Context) {
	t.mu.Lock()
	s := t.main
	t.mu.Unlock()
	select {
	case <-t.ready:
		return
	default:
	}
	if s == nil {
		return
	}
	t.unwanted.Store(true)
	err := t.browser.mux.Batch(ctx, s.id, []transport.Call{
		{Method: "Fetch.enable", Params: documentsOnly()}, // refused from now on
		{Method: "Emulation.setScriptExecutionDisabled", Params: emulation.NewSetScriptExecutionDisabledArgs(true), Optional: true},
		{Method: "Runtime.runIfWaitingForDebugger", Optional: true},
	})
	if err != nil {
		t.log.Debug("releasing a popup", "cause", err) // it is gone already
	}
}

// Done is closed when the tab is gone.
func (t *Tab) Done() <-chan struct{} { return t.done }

// gone ends the tab.
func (t *Tab) gone(why error) {
	var sessions []*session
	var interrupt func(error)
	first := false
	t.update(func() {
		interrupt = t.pending()
		if first = t.cause == nil; !first {
			return
		}
		t.cause = why
		for _, s := range t.sessions {
			sessions = append(sessions, s)
		}
		t.sessions = map[string]*session{}
		t.registry.lostAll()
		t.note(Event{Kind: EventClosed})
	})
	if !first {
		return
	}
	for _, s := range sessions {
		t.browser.mux.Drop(s.id, why)
	}
	interrupt(why)
	t.end()
	if t.agent != nil {
		t.agent.gone()
	}
	t.context.forget(t)
	close(t.done)
	t.ring()
}

// why returns why the tab is gone.
func (t *Tab) why() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cause
}

func tabClosed() *fault.Error { return fault.New(fault.TabClosed, "The tab was closed. Open another.") }
