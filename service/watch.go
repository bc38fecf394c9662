package service

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
)

// watch is one WatchDiff stream. It holds no state of the page but its place in the history, so a
// slow one costs nobody else anything: it falls behind, gets what it missed as one delta, is reset
// when the history does not reach back any more, and is ended when it does not read at all.
type watch struct {
	server    *Server
	tab       *tab
	shape     shape
	lens      *lens
	format    observerv1.Format
	context   int
	heartbeat time.Duration
	interval  time.Duration
	skip      bool
	resume    *place
	expires   time.Time
	out       *outlet

	age       page.Age  // of the first snapshot, until it is sent
	at        place     // what the client has been told
	digest    uint64    // of the tree it then has
	quiet     uint64    // the revision up to which nothing has changed in the view since then
	lastDelta time.Time // when the newest delta or snapshot was sent
	lastSent  time.Time // when the newest message was sent
	beat      time.Duration
	authAt    time.Time // when to authenticate the caller again
}

// run sends the stream until it ends. It returns nil when the stream has reached its age.
func (w *watch) run(ctx context.Context) error {
	p := w.tab.page
	defer p.WatchEvery(w.interval)()
	seen, err := p.Look(ctx, cdpclient.PageEngine, patienceOf(ctx, defaultPatience))
	if err != nil {
		return err
	}
	w.age = seen.Age
	if err := w.open(ctx, seen.Revision); err != nil {
		return err
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		changed := p.Changed()
		wake, err := w.advance(ctx)
		if err != nil {
			return err
		}
		if wake.IsZero() {
			return w.out.ready(ctx)
		}
		timer.Reset(time.Until(wake))
		select {
		case <-changed:
		case <-timer.C:
		case <-w.server.draining:
		case <-p.Done():
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// advance sends all that is due and returns when something will be due next if nothing happens
// before; the zero time when the stream is complete.
func (w *watch) advance(ctx context.Context) (wake time.Time, err error) {
	if err := w.out.ready(ctx); err != nil {
		return wake, err
	}
	ended := w.tab.page.Err()
	due, err := w.catchUp(ctx)
	if err != nil {
		return wake, err
	}
	now := time.Now()
	switch {
	case ended != nil:
		if err := w.out.ready(ctx); err != nil {
			return wake, err
		}
		return wake, ended
	case w.drained():
		if err := w.goAway(ctx, "the server is shutting down"); err != nil {
			return wake, err
		}
		return wake, errDraining()
	case !now.Before(w.expires):
		return wake, w.goAway(ctx, "the stream has reached its age")
	case !now.Before(w.authAt):
		if err := w.server.cfg.Auth.still(ctx); err != nil {
			return wake, err
		}
		w.authAt = now.Add(w.server.cfg.Watch.AuthEvery)
	}
	if !now.Before(w.nextProgress()) {
		if err := w.progress(ctx); err != nil {
			return wake, err
		}
	}
	wake = earliest(w.nextProgress(), w.expires, w.authAt)
	if !due.IsZero() {
		wake = earliest(wake, due)
	}
	return wake, nil
}

// nextProgress is when progress is due if nothing else is sent, also while a delta is held back: a client
// that hears nothing takes the stream for lost. A client whose view is quiet while
// the rest of the page changes gets it before the history forgets where the client is.
func (w *watch) nextProgress() time.Time {
	beat := w.beat
	if w.quiet > w.at.revision {
		beat = min(beat, w.server.cfg.History.MinHistory/3)
	}
	return w.lastSent.Add(beat)
}

func (w *watch) drained() bool {
	select {
	case <-w.server.draining:
		return true
	default:
		return false
	}
}

// catchUp brings the client to the current revision with its page events. It returns when the next
// delta is due, if there is one that min_interval holds back.
func (w *watch) catchUp(ctx context.Context) (due time.Time, err error) {
	for {
		current := w.tab.page.Store().Current()
		moved, err := w.events(ctx)
		if err != nil {
			return due, err
		}
		if !moved && current.Number == w.reached() {
			return time.Time{}, nil
		}
		if moved || current.Number == w.reached() {
			continue
		}
		if next := w.lastDelta.Add(w.interval); time.Now().Before(next) {
			return next, nil
		}
		if err := w.follow(ctx, current); err != nil {
			return due, err
		}
		// The client may have been slow to take this; what came meanwhile is one more delta.
		if err := w.out.ready(ctx); err != nil {
			return due, err
		}
	}
}

// reached is the revision up to which nothing remains to be sent. The client may have been told of an
// earlier one; the next message closes the gap.
func (w *watch) reached() uint64 { return max(w.at.revision, w.quiet) }

// follow sends what changed up to a revision, or a reset with its snapshot.
func (w *watch) follow(ctx context.Context, to *refstore.Revision) error {
	from, why := continuity(w.tab.page.Store(), w.tab.session.epoch, w.at, to)
	if from == nil {
		return w.reset(ctx, why, to)
	}
	c, err := w.lens.change(from, to, w.format, w.context)
	if err != nil {
		return err
	}
	switch {
	case c.empty:
		w.quiet = to.Number
		return nil
	case c.large:
		return w.reset(ctx, observerv1.ResetReason_RESET_REASON_LARGE_CHANGE, to)
	}
	return w.delta(ctx, c, to)
}

// jitter shortens a duration by up to a fifth, so that many streams do not act at the same moment.
func jitter(d time.Duration) time.Duration {
	return d - time.Duration(rand.Int64N(int64(d)/5+1)) //nolint:gosec // spreads load, no secret
}

func earliest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.Before(first) {
			first = t
		}
	}
	return first
}

// message sends a message of its own for this watch. With settled it carries a resume token.
func (w *watch) message(ctx context.Context, m *observerv1.WatchDiffResponse, settled bool) error {
	m.Position = w.position()
	if settled {
		m.ResumeToken = w.token(w.at)
	}
	return w.send(ctx, m)
}

func (w *watch) position() *observerv1.Position {
	return &observerv1.Position{Epoch: w.at.epoch, Generation: w.at.generation, Revision: w.at.revision}
}

func (w *watch) send(ctx context.Context, m any) error {
	if err := w.out.put(ctx, m); err != nil {
		return err
	}
	w.lastSent, w.beat = time.Now(), jitter(w.heartbeat)
	return nil
}

// progress tells the client that it has everything up to a revision. What it shows is what it was told
// last, so its digest holds also when the history does not reach back to that any more.
func (w *watch) progress(ctx context.Context) error {
	w.at.revision = w.reached()
	return w.message(ctx, &observerv1.WatchDiffResponse{
		Event: &observerv1.WatchDiffResponse_Progress{Progress: &observerv1.WatchProgress{Digest: w.digest}},
	}, true)
}

func (w *watch) goAway(ctx context.Context, why string) error {
	if err := w.message(ctx, &observerv1.WatchDiffResponse{
		Event: &observerv1.WatchDiffResponse_GoingAway{GoingAway: &observerv1.WatchGoingAway{
			Message: why, RetryAfter: durationpb.New(retryDraining),
		}},
	}, true); err != nil {
		return err
	}
	return w.out.ready(ctx)
}

func (w *watch) opened(ctx context.Context, resumed, settled bool) error {
	return w.message(ctx, &observerv1.WatchDiffResponse{
		Event: &observerv1.WatchDiffResponse_Opened{Opened: &observerv1.WatchOpened{
			TabId: w.tab.id, Heartbeat: durationpb.New(w.heartbeat), MinInterval: durationpb.New(w.interval),
			Resumed: resumed, ExpireTime: timestamppb.New(w.expires),
		}},
	}, settled)
}

var _ proto.Message = (*observerv1.WatchDiffResponse)(nil)
