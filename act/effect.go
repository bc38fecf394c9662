package act

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// maxConsoleErrors is how many console errors an effect holds.
const maxConsoleErrors = 20

// conclude waits for the page to settle after input and adds the effect to the result.
func (s *step) conclude(ctx context.Context) error {
	began := time.Now()
	if s.pace != paceNone {
		reason, err := s.settle(ctx)
		if err != nil {
			return err
		}
		s.result.SettleReason, s.result.SettleTime = reason, durationpb.New(time.Since(began))
	}
	rev, err := s.observe(ctx)
	if err != nil {
		return err
	}
	return s.effect(rev)
}

func (s *step) settle(ctx context.Context) (observerv1.SettleReason, error) {
	release := s.env.Page.Watch()
	defer release()
	return settle(ctx, &pageScene{step: s}, ending{
		pace: s.pace, first: s.req.GetSettleUntil() == observerv1.SettleUntil_SETTLE_UNTIL_FIRST_CHANGE,
		limit: orDefault(s.req.GetSettleTimeout(), defaultSettle), document: s.document,
	})
}

// observe returns the state of the page now. A page that is replaced again and again, or whose
// main thread is stuck, is taken as it was last seen.
func (s *step) observe(ctx context.Context) (*refstore.Revision, error) {
	limit := observeLimit
	if s.pace == paceNone || s.begun && s.leaving() {
		limit = observeBriefly
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	rev, err := s.env.Page.Observe(bounded, cdpclient.PageEngine)
	switch {
	case err == nil:
		return rev, nil
	case ctx.Err() != nil:
		return nil, interruption(ctx, "reading the page")
	case fault.Is(err, fault.PageChangedDuringCapture) || bounded.Err() != nil:
		if last := s.env.Page.Store().Current(); last != nil {
			return last, nil
		}
	}
	return nil, err
}

const (
	// observeLimit is how long a page whose main thread is busy may take to be read.
	observeLimit = 5 * time.Second
	// observeBriefly is how long where the step had no effect that could have kept it busy, or where the
	// page is being left and says nothing.
	observeBriefly = time.Second
)

// pageScene is a page that settles after a step.
type pageScene struct {
	step     *step
	compared uint64
	effect   bool
}

func (p *pageScene) changed() <-chan struct{} { return p.step.env.Page.Changed() }

func (p *pageScene) look() sight {
	pg, tab := p.step.env.Page, p.step.tab()
	rev := pg.Store().Current()
	_, dialog := tab.Dialog()
	started, open := tab.InFlight(p.step.requests)
	state := tab.State()
	s := sight{
		document: tab.Generation(),
		started:  started, open: open, dialog: dialog, closed: pg.Err() != nil || state == cdpclient.Closed || state == cdpclient.Crashed,
	}
	if rev != nil { // otherwise nothing was read yet
		s.revision = rev.Number
	}
	if !p.effect && s.revision != p.compared {
		p.compared = s.revision
		p.effect = p.step.base == nil || shows(p.step.base.Tree, rev.Tree)
	}
	s.effect = p.effect
	// A document that was loading before the step may go on for ever; one that the step caused counts.
	s.loading = state == cdpclient.Loading && (!p.step.loading || s.document != p.step.document)
	return s
}

// shows is whether the change from one tree to another is more than a moved focus.
func shows(a, b *tree.Tree) bool {
	if a == b {
		return false
	}
	for _, op := range diff.Between(a, b).Ops {
		if op.Kind != diff.Changed || op.Node == nil {
			return true
		}
		found := map[tree.ID]*tree.Node{op.ID: nil}
		collect(a.Root, found)
		if !equalButFocus(found[op.ID], op.Node) {
			return true
		}
	}
	return false
}

func equalButFocus(a, b *tree.Node) bool {
	if a == nil {
		return false
	}
	sa, sb := a.States, b.States
	sa.Focused, sb.Focused = false, false
	return sa == sb && a.Role == b.Role && a.Name == b.Name && a.Value == b.Value && a.HasValue == b.HasValue
}

// effect adds what the step changed.
func (s *step) effect(rev *refstore.Revision) error {
	store := s.env.Page.Store()
	e := &observerv1.Effect{
		SnapshotId: store.SnapshotID(rev.Number),
		Position:   &observerv1.Position{Epoch: s.tab().Context().Browser().Epoch(), Generation: rev.Generation, Revision: rev.Number},
		Url:        s.tab().URL(), Title: rev.Tree.Title,
	}
	if err := s.change(e, rev); err != nil {
		return err
	}
	var events []page.Event
	events, s.seen = s.eventsAfter(s.events, rev)
	e.Events, e.ConsoleErrors = s.env.Encoder.Events(events), consoleErrors(events)
	s.known = rev
	s.result.Effect = e
	return nil
}

// eventsAfter returns what happened to the tab since an event, and the newest event. It asks the
// tab: its page takes note of events a moment later.
func (s *step) eventsAfter(seq uint64, rev *refstore.Revision) (events []page.Event, last uint64) {
	logged, last := s.tab().Events(seq)
	for _, e := range logged {
		events = append(events, page.Event{Event: e, Revision: rev.Number})
	}
	return events, last
}

// change adds the delta since the step began, or the whole tree.
func (s *step) change(e *observerv1.Effect, rev *refstore.Revision) error {
	if s.base != nil && rev.Generation == s.base.Generation {
		d, err := s.env.Encoder.Delta(s.base, rev)
		if err != nil {
			return err
		}
		if d != nil {
			e.Change = &observerv1.Effect_Delta{Delta: d}
			return nil
		}
	}
	full, err := s.env.Encoder.Full(rev)
	if err != nil {
		return err
	}
	e.Change = &observerv1.Effect_Full{Full: full}
	return nil
}

func consoleErrors(events []page.Event) []string {
	var texts []string
	for _, e := range events {
		if e.Kind == cdpclient.EventConsoleError && len(texts) < maxConsoleErrors {
			texts = append(texts, e.Text)
		}
	}
	return texts
}
