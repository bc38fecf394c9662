package act

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// step is one step under way.
type step struct {
	*act
	index   uint32
	request *observerv1.Step
	began   time.Time

	result   observerv1.StepResult
	begun    bool                           // it was noted where the page is before it
	base     *refstore.Revision             // the state when the step began; nil where nothing was read yet
	events   uint64                         // the newest page event when the step began
	requests uint64                         // the mark for the requests the step starts
	loading  bool                           // the document was still loading when the step began
	document uint64                         // counts the documents of the main frame when the step began
	pace     pace                           // how to settle after it
	sent     bool                           // input reached the page, or may have
	waiting  string                         // what StepWaiting said last
	bound    tree.ID                        // the element the ref of the step means
	recheck  func(context.Context) *failure // looks again at what was done, once the page has settled; may be nil
}

// run does the step and returns its result, with the failure when there is one.
func (s *step) run(ctx context.Context) (*observerv1.StepResult, error) {
	s.result.Step = s.index
	failed := s.perform(ctx)
	if failed != nil && (!s.sent || fault.Is(failed, fault.Timeout)) {
		s.pace = paceNone // there is nothing to wait for, or the page does not answer
	}
	var settled error
	if s.begun {
		settled = s.conclude(ctx)
	}
	if failed == nil && settled != nil {
		failed = s.confirmed(ctx, settled)
	}
	if failed == nil && s.recheck != nil {
		failed = s.recheck(ctx)
	}
	s.result.Elapsed = durationpb.New(time.Since(s.began))
	if failed == nil {
		s.result.Outcome = observerv1.Outcome_OUTCOME_APPLIED
		return &s.result, nil
	}
	s.result.Outcome = s.outcome(failed)
	s.result.Reason, s.result.Message, s.result.Obstacle = reason(failed.why.Reason), failed.why.Message, failed.obstacle
	return &s.result, failed.why
}

// outcome is what a failure means: what the page showed, or else whether input was sent.
func (s *step) outcome(f *failure) observerv1.Outcome {
	switch {
	case f.outcome != observerv1.Outcome_OUTCOME_UNSPECIFIED:
		return f.outcome
	case s.sent:
		return observerv1.Outcome_OUTCOME_UNKNOWN
	}
	return observerv1.Outcome_OUTCOME_NOT_APPLIED
}

// confirmed says what an error after a step that was confirmed means: the step was done, but its
// effect could not be read. Only what ended the call or the tab is worth a failure.
func (s *step) confirmed(ctx context.Context, err error) *failure {
	if fault.Is(err, fault.TabClosed) {
		s.result.SettleReason = observerv1.SettleReason_SETTLE_REASON_CLOSED
		return nil
	}
	f := asFailure(ctx, err)
	f.outcome = observerv1.Outcome_OUTCOME_APPLIED
	return f
}

// perform resolves, prepares, acts and verifies, within the time of the step.
func (s *step) perform(ctx context.Context) *failure {
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout(),
		fault.New(fault.Timeout, "the time for the step, %s, was over", s.timeout()).With("phase", "step"))
	defer cancel()
	if err := s.open(ctx); err != nil {
		return asFailure(ctx, err)
	}
	for {
		err := s.dispatch(ctx)
		if err == nil {
			return nil
		}
		if !s.succeeded(ctx, refOf(s.request), err) {
			return asFailure(ctx, err)
		}
	}
}

// succeeded is whether an element that left the page before any input was sent has a successor:
// an equal one that a framework put in its place and that took over its ref.
func (s *step) succeeded(ctx context.Context, name string, err error) bool {
	if s.sent || !fault.Is(err, fault.StaleRef) || ctx.Err() != nil {
		return false
	}
	before := s.bound
	if _, err := s.observe(ctx); err != nil {
		return false
	}
	b, err := s.resolve(name)
	if err != nil || b.ID == before {
		return false
	}
	s.bound, s.result.Rebound = b.ID, true
	return true
}

// open notes where the page is before the step, and says that the step has begun.
func (s *step) open(ctx context.Context) error {
	if err := s.unblocked(); err != nil {
		return err
	}
	if err := s.baseline(ctx); err != nil {
		return err
	}
	s.requests = s.tab().Requests()
	s.loading, s.document = s.tab().State() == cdpclient.Loading, s.tab().Generation()
	return s.start(ctx)
}

// baseline takes the state the effect starts from: what the caller knows from the step before, or
// the page as it is now. To leave a page, or to stop loading, it need not be read: Chromium answers
// nothing for a page that is being left until the new document comes or the navigation is stopped.
// Then the base is what was read last, or nil.
func (s *step) baseline(ctx context.Context) error {
	rev := s.known
	if rev == nil && (s.navigates() || s.request.GetStop() != nil) {
		rev = s.env.Page.Store().Current()
	} else if rev == nil {
		var err error
		if rev, err = s.env.Page.Observe(ctx, cdpclient.PageEngine); err != nil {
			return err
		}
	}
	s.begun, s.base, s.events = true, rev, s.seen
	if s.known == nil {
		_, s.events = s.tab().Events(0)
	}
	return nil
}

// navigates is whether the caller asked to leave the document.
func (s *step) navigates() bool {
	switch s.request.GetAction().(type) {
	case *observerv1.Step_Navigate, *observerv1.Step_History:
		return true
	}
	return false
}

// unblocked refuses a step while a dialog waits for its answer, or without a renderer that could
// do it. A navigation revives a crashed tab.
func (s *step) unblocked() error {
	if d, open := s.tab().Dialog(); open {
		return dialogOpen(d)
	}
	if s.tab().State() == cdpclient.Crashed && !s.navigates() {
		return fault.New(fault.PageCrashed, "the renderer of the page crashed; navigate to go on")
	}
	return nil
}

func dialogOpen(d cdpclient.Dialog) error {
	return fault.New(fault.DialogOpen, "a dialog saying %q is open; answer it with HandleDialog first", d.Message).
		With("message", d.Message)
}

// start emits StepStarted with the target as the tree shows it, or showed it last.
func (s *step) start(ctx context.Context) error {
	name := refOf(s.request)
	hidden, unseen := s.aim(name)
	if name != "" && unseen != nil && hidden == nil {
		return unseen
	}
	began := &observerv1.StepStarted{Step: s.index, Target: s.result.GetTarget()}
	if err := s.send(&observerv1.ActResponse{Event: &observerv1.ActResponse_Started{Started: began}}); err != nil {
		return err
	}
	if hidden != nil {
		return s.appear(ctx, *hidden, unseen)
	}
	return nil
}

// aim takes the element of a ref for the target. One that is not in the tree now, for a reason, but
// may still exist is returned as it was last seen.
func (s *step) aim(name string) (hidden *refstore.Binding, unseen error) {
	b, err := s.resolve(name)
	last, exists := s.last(name)
	if exists {
		b, hidden = last, &last
	}
	if err == nil || exists {
		s.result.Target, s.result.Rebound, s.bound = target(b.Node), b.Rebound, b.ID
	}
	return hidden, err
}

// wait emits StepWaiting when what the step waits for is another thing than last time.
func (s *step) wait(what string, obstacle *observerv1.Target) error {
	key := what + obstacle.GetRef() + obstacle.GetName()
	if s.waiting == key {
		return nil
	}
	s.waiting = key
	return s.send(&observerv1.ActResponse{Event: &observerv1.ActResponse_Waiting{
		Waiting: &observerv1.StepWaiting{Step: s.index, WaitingFor: what, Obstacle: obstacle},
	}})
}

func (s *step) tab() *cdpclient.Tab { return s.env.Page.Tab() }

// mac is whether ControlOrMeta is Meta.
func (s *step) mac() bool { return s.tab().Context().Browser().Mac() }

func (s *step) timeout() time.Duration {
	otherwise := defaultTimeout
	if s.navigates() {
		otherwise = defaultNavigation
	}
	if s.request.GetScroll().GetUntilText() != "" {
		otherwise = defaultSearch
	}
	otherwise += time.Duration(len(s.request.GetType().GetText())) * keyTime
	otherwise += time.Duration(len(s.request.GetFillMany().GetFields())) * fieldTime
	for _, c := range s.request.GetWait().GetAnyOf() {
		otherwise = max(otherwise, defaultTimeout+c.GetTime().AsDuration(), defaultTimeout+c.GetQuiet().AsDuration(),
			defaultTimeout+c.GetNetworkQuiet().AsDuration())
	}
	return orDefault(s.request.GetTimeout(), orDefault(s.req.GetTimeout(), otherwise))
}

func orDefault(d *durationpb.Duration, otherwise time.Duration) time.Duration {
	if d == nil || d.AsDuration() <= 0 {
		return otherwise
	}
	return d.AsDuration()
}

// replaced is whether a new document came under the rest of the steps. A caller who navigates
// expects that, and goes on.
func (s *step) replaced() bool {
	return !s.navigates() && s.base != nil && s.known != nil && s.base.Generation != s.known.Generation
}
