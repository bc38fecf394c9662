package act

import (
	"context"
	"fmt"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// navigate does a navigate step. It has its end in itself, so little is waited for afterwards.
func (s *step) navigate(ctx context.Context, n *observerv1.Navigate) error {
	s.pace = paceLight
	if err := s.wait("load", nil); err != nil {
		return err
	}
	load, err := s.tab().Navigate(ctx, n.GetUrl(), until(n.GetWaitUntil()))
	return s.loaded(ctx, load, err)
}

// history does a history step.
func (s *step) history(ctx context.Context, h *observerv1.History) error {
	s.pace = paceLight
	if err := s.wait("load", nil); err != nil {
		return err
	}
	load, err := s.tab().History(ctx, move(h.GetMove()), until(h.GetWaitUntil()))
	return s.loaded(ctx, load, err)
}

// stop does a stop step.
func (s *step) stop(ctx context.Context) error {
	s.pace, s.sent = paceLight, true
	return s.tab().Stop(ctx)
}

// loaded says what the end of a navigation means for the step.
func (s *step) loaded(ctx context.Context, load cdpclient.Load, err error) error {
	switch fault.ReasonOf(err) {
	case "":
		if err != nil {
			return err
		}
	case fault.URLNotAllowed, fault.NavigationFailed, fault.DialogOpen, fault.InvalidRequest:
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, asFailure(ctx, err).why)
	default:
		s.sent = true // the browser may still go there
		return err
	}
	if load.IsFile {
		return s.gotFile(ctx, load.Download)
	}
	if load.TimedOut {
		s.result.SettleReason = observerv1.SettleReason_SETTLE_REASON_CAP
	}
	return nil
}

// gotFile says that the address is no page but a file. The page stayed.
func (s *step) gotFile(ctx context.Context, d cdpclient.Download) error {
	if refused := d.Refused(); refused != nil {
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, asFailure(ctx, refused).why)
	}
	s.result.Message = "the address is a file; the page stayed, and the download is listed"
	if d.ID != "" {
		s.result.Message = fmt.Sprintf("the address is a file; the page stayed, and download %s has begun", d.ID)
	}
	return nil
}

func until(w observerv1.WaitUntil) cdpclient.Until {
	switch w {
	case observerv1.WaitUntil_WAIT_UNTIL_COMMIT:
		return cdpclient.UntilCommit
	case observerv1.WaitUntil_WAIT_UNTIL_DOM_CONTENT_LOADED:
		return cdpclient.UntilDOMContentLoaded
	default:
		return cdpclient.UntilLoad
	}
}

func move(m observerv1.HistoryMove) cdpclient.Move {
	switch m {
	case observerv1.HistoryMove_HISTORY_MOVE_FORWARD:
		return cdpclient.Forward
	case observerv1.HistoryMove_HISTORY_MOVE_RELOAD:
		return cdpclient.Reload
	default:
		return cdpclient.Back
	}
}
