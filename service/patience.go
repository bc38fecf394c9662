package service

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
)

// defaultPatience is how long a call waits for a page that cannot be read before it gets what the page
// showed last, maxPatience how long it may ask to wait.
const (
	defaultPatience = 10 * time.Second
	maxPatience     = time.Minute
)

// patienceOf shortens a patience so that the answer comes before the deadline of the call.
func patienceOf(ctx context.Context, patience time.Duration) time.Duration {
	if deadline, has := ctx.Deadline(); has {
		patience = min(patience, time.Until(deadline)*4/5)
	}
	return max(patience, 0)
}

// readable refuses what only a page that can be read tells: where its elements are.
func (v *viewing) readable() error {
	if !v.req.GetIncludeBounds() && !v.req.GetView().GetMarkCovered() {
		return nil
	}
	switch v.age {
	case page.Blocked:
		return fault.New(fault.DialogOpen, "a dialog keeps the page from being measured; answer it first, or ask without bounds and covers")
	case page.Unresponsive:
		return fault.New(fault.Timeout, "the page did not answer while it was to be measured; ask without bounds and covers").
			With("phase", "measuring the page")
	default:
		return nil
	}
}

func staleReason(age page.Age) observerv1.StaleReason {
	switch age {
	case page.Blocked:
		return observerv1.StaleReason_STALE_REASON_DIALOG
	case page.Unresponsive:
		return observerv1.StaleReason_STALE_REASON_UNRESPONSIVE
	default:
		return observerv1.StaleReason_STALE_REASON_UNSPECIFIED
	}
}
