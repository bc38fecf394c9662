package cdpclient

import (
	"context"
	"errors"

	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/fault"
)

// guarded is a call to the page that must not outlive what makes it hang.
type guarded struct{ cancel context.CancelCauseFunc }

// guard returns a context that also ends when the tab is closed, crashes, or shows a dialog that
// waits for the caller; context.Cause then is a *fault.Error. A call to the page made with it
// never hangs on a dialog. The cancel function must be called.
func (t *Tab) guard(ctx context.Context) (context.Context, context.CancelFunc) {
	return t.guardFrom(ctx, true)
}

// guardRevival is guard for what revives a crashed page: only a new crash ends it.
func (t *Tab) guardRevival(ctx context.Context) (context.Context, context.CancelFunc) {
	return t.guardFrom(ctx, false)
}

func (t *Tab) guardFrom(ctx context.Context, crash bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &guarded{cancel}
	t.mu.Lock()
	t.guards[g] = struct{}{}
	var why error
	switch {
	case t.cause != nil:
		why = t.cause
	case t.crashed && crash:
		why = pageCrashed()
	case t.dialog.asks():
		why = dialogInTheWay(t.dialog.dialog)
	}
	t.mu.Unlock()
	if why != nil {
		cancel(why)
	}
	return ctx, func() {
		t.mu.Lock()
		delete(t.guards, g)
		t.mu.Unlock()
		cancel(context.Canceled)
	}
}

// pending returns what ends the guarded calls of this moment; the lock is held. A call that is
// guarded later has seen the reason already, or has a reason to go on nevertheless.
func (t *Tab) pending() (interrupt func(why error)) {
	all := make([]*guarded, 0, len(t.guards))
	for g := range t.guards {
		all = append(all, g)
	}
	return func(why error) {
		for _, g := range all {
			g.cancel(why)
		}
	}
}

// codeNoSession is how the browser refuses a call to a session that is gone.
const codeNoSession = -32001

// explain turns the error of a call for a tab into a *fault.Error. doing says what was attempted.
func (t *Tab) explain(ctx context.Context, err error, doing string) error {
	if err == nil {
		return nil
	}
	t.mu.Lock()
	cause, crashed := t.cause, t.crashed
	t.mu.Unlock()
	var refused *rpcc.ResponseError
	switch {
	case cause != nil:
		return cause
	case fault.ReasonOf(err) != "":
	case !errors.As(err, &refused):
	case crashed:
		return pageCrashed().Because(err)
	case refused.Code == codeNoSession:
		return frameGone().Because(err)
	}
	return explain(ctx, err, doing)
}

// explain turns the error of a call into a *fault.Error: one that is in err or the cause of ctx,
// or one for how the call ended.
func explain(ctx context.Context, err error, doing string) error {
	var f *fault.Error
	var refused *rpcc.ResponseError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f):
		return f
	case errors.As(context.Cause(ctx), &f):
		return f
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Timeout, "The browser did not answer in time while %s.", doing).With("phase", doing).Because(err)
	case errors.Is(err, context.Canceled):
		return fault.New(fault.Cancelled, "The call was cancelled while %s.", doing).With("phase", doing).Because(err)
	case errors.As(err, &refused) && refused.Code == codeNoSession:
		return tabClosed().Because(err)
	default:
		return fault.New(fault.Internal, "The browser refused a command while %s.", doing).With("phase", doing).Because(err)
	}
}
