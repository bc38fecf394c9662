package act

import (
	"context"
	"errors"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// failure is why a step did not do what it says.
type failure struct {
	why *fault.Error
	// outcome is set where it is known from the page; otherwise it follows from whether input was sent.
	outcome  observerv1.Outcome
	obstacle *observerv1.Target
}

// Error returns the sentence.
func (f *failure) Error() string { return f.why.Error() }

// Unwrap returns the fault.
func (f *failure) Unwrap() error { return f.why }

// asFailure makes a failure of any error of a step.
func asFailure(ctx context.Context, err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var e *fault.Error
	if errors.As(err, &e) {
		return &failure{why: e}
	}
	if ctx.Err() != nil {
		return &failure{why: interruption(ctx, "acting")}
	}
	return &failure{why: fault.New(fault.Internal, "the step failed for a reason the server did not expect").Because(err)}
}

// interruption says that a context is over, and in which phase.
func interruption(ctx context.Context, phase string) *fault.Error {
	var e *fault.Error
	if cause := context.Cause(ctx); errors.As(cause, &e) {
		return e
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return fault.New(fault.Cancelled, "the call was cancelled while %s", phase).With("phase", phase)
	}
	return fault.New(fault.Timeout, "the time for the step was over while %s", phase).With("phase", phase)
}

// reason returns the reason of the contract with the same name.
func reason(r fault.Reason) observerv1.ErrorReason {
	return observerv1.ErrorReason(observerv1.ErrorReason_value["ERROR_REASON_"+string(r)])
}

// plain returns the sentence of a fault.
func plain(err error) string {
	var e *fault.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return "it cannot be done"
}
