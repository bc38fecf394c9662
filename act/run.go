package act

import (
	"context"
	"log/slog"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// Run runs the steps of a request and emits what happens, from the calling goroutine. It stops at
// the first step that fails, which it also returns as a *fault.Error, and after a step under which
// the document was replaced. A request with a name that Memory knows is answered from there.
//
// It fails with fault.InvalidRequest before anything is done when a ref, a key or a time cannot be
// read, and with what emit returns.
func Run(ctx context.Context, env Env, req *observerv1.ActRequest, emit func(*observerv1.ActResponse) error) error {
	if err := validate(env, req); err != nil {
		return err
	}
	if env.Memory == nil || req.GetRequestId() == "" {
		return run(ctx, env, req, emit)
	}
	return env.Memory.do(ctx, req, emit, func(emit func(*observerv1.ActResponse) error) error {
		return run(ctx, env, req, emit)
	})
}

// act is one request under way.
type act struct {
	env      Env
	req      *observerv1.ActRequest
	emit     func(*observerv1.ActResponse) error
	log      *slog.Logger
	snapshot uint64             // the revision the caller read, 0 when it did not say
	known    *refstore.Revision // what the caller knows after the step before
	seen     uint64             // the newest page event the caller knows
	broken   error              // what emit failed with
	held     *hold              // the button that a click keeps pressed
}

func run(ctx context.Context, env Env, req *observerv1.ActRequest, emit func(*observerv1.ActResponse) error) error {
	unlock, err := env.Page.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	done := env.Page.Tab().Leave() // whoever acts asked for what follows, leaving the page included
	defer done()
	a := &act{env: env, req: req, emit: emit, log: env.Logger}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	if a.snapshot, err = snapshotOf(env.Page.Store(), req.GetSnapshotId()); err != nil {
		return err
	}
	defer a.letGo(ctx)
	for i := range req.GetSteps() {
		stop, err := a.step(ctx, i)
		if err != nil || stop {
			return err
		}
	}
	return nil
}

// step runs one step and emits its result. It reports whether the rest must not be run.
func (a *act) step(ctx context.Context, i int) (stop bool, err error) {
	s := &step{act: a, index: uint32(i), request: a.req.GetSteps()[i], began: time.Now()}
	result, failed := s.run(ctx)
	if failed != nil {
		result.Stopped = i+1 < len(a.req.GetSteps())
	} else if s.replaced() && i+1 < len(a.req.GetSteps()) {
		stop, result.Stopped = true, true
	}
	a.log.InfoContext(ctx, "step", "kind", s.kind(), "outcome", result.GetOutcome().String(),
		"reason", result.GetReason().String(), "settled", result.GetSettleReason().String(),
		"elapsed", result.GetElapsed().AsDuration())
	_ = a.send(&observerv1.ActResponse{Event: &observerv1.ActResponse_Result{Result: result}})
	if a.broken != nil {
		return true, a.broken
	}
	if failed != nil {
		return true, failed
	}
	return stop, nil
}

// send emits a message. Once that failed nobody listens any more, but a Memory still wants the rest.
func (a *act) send(m *observerv1.ActResponse) error {
	if err := a.emit(m); a.broken == nil {
		a.broken = err
	}
	return a.broken
}
