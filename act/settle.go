package act

import (
	"context"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// pace says how long a page may do nothing before it counts as settled.
type pace struct {
	// idle is how long to wait for a first change after the step, work how long after each change.
	idle, work time.Duration
}

// The paces. A handler that defers its work (a timer of 50 to 100 ms is common) shows nothing at
// first, so a step that changed nothing yet is given longer than one that did.
var (
	paceInput = pace{idle: 160 * time.Millisecond, work: 60 * time.Millisecond}
	paceLight = pace{idle: 40 * time.Millisecond, work: 40 * time.Millisecond}
	paceNone  = pace{}
)

const (
	// busyLimit is how long changes without an end and without requests hold a step: a clock or a
	// carousel is not what the step did.
	busyLimit = 800 * time.Millisecond
	// requestLimit is how long open requests hold a step while nothing else happens: a request
	// that takes longer is taken for one that waits for the server to speak.
	requestLimit = 2500 * time.Millisecond
	// requestsMany is after how many requests the rest is taken for a page that asks its server again
	// and again, such as one that replaces its frames: like a clock, that is not what the step did.
	requestsMany = 100
)

// scene is what settling looks at. Its answers are of the moment.
type scene interface {
	// changed is closed at the next change of anything below.
	changed() <-chan struct{}
	// look returns the state of the page.
	look() sight
}

// sight is the state of a page while it settles.
type sight struct {
	revision uint64 // grows with each change of the tree
	effect   bool   // the tree shows more than a moved focus
	document uint64 // grows with each new document
	loading  bool   // a document the step caused is on its way, or loads
	started  int    // requests since the step began
	open     int    // those of them that are still under way
	dialog   bool   // waits for an answer
	closed   bool
}

// ending says when a step has settled.
type ending struct {
	pace     pace
	first    bool          // at the first change of the tree already
	limit    time.Duration // in any case
	document uint64        // the one the step began in
}

// settle waits until the page has settled: a dialog opened, a new document was loaded, or it was
// quiet for its pace with no request open, or showed a first change where that is enough; at most
// until the limit.
func settle(ctx context.Context, sc scene, e ending) (observerv1.SettleReason, error) {
	w := newWait(sc.look(), e, time.Now())
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		changed := sc.changed()
		reason, next := w.judge(sc.look(), time.Now())
		if reason != observerv1.SettleReason_SETTLE_REASON_UNSPECIFIED {
			return reason, nil
		}
		timer.Reset(time.Until(next))
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
			return observerv1.SettleReason_SETTLE_REASON_CAP, interruption(ctx, "waiting for the page to settle")
		}
	}
}

// poll is how often requests are looked at: their end rings no bell.
const poll = 20 * time.Millisecond

// wait is the memory of one settle.
type wait struct {
	ending
	cap   time.Time
	seen  sight
	moved time.Time // when the tree, the document or the requests changed last
	busy  time.Time // since when changes come without a quiet time
}

func newWait(s sight, e ending, now time.Time) *wait {
	return &wait{ending: e, cap: now.Add(e.limit), seen: s, moved: now, busy: now}
}

// judge returns why the wait is over, or when to look again at the latest.
func (w *wait) judge(s sight, now time.Time) (observerv1.SettleReason, time.Time) {
	if s.started > requestsMany {
		s.open = 0
	}
	if s.revision != w.seen.revision || s.document != w.seen.document || s.open != w.seen.open ||
		s.loading != w.seen.loading {
		w.moved = now
	}
	if s.open != 0 || s.loading {
		w.busy = now
	}
	w.seen = s
	quiet := w.moved.Add(w.quiet())
	switch {
	case s.closed:
		return observerv1.SettleReason_SETTLE_REASON_CLOSED, now
	case s.dialog:
		return observerv1.SettleReason_SETTLE_REASON_DIALOG, now
	case !now.Before(w.cap):
		return observerv1.SettleReason_SETTLE_REASON_CAP, now
	case s.loading:
		return 0, earliest(w.cap, now.Add(poll))
	case w.first && s.effect && s.document == w.document:
		return observerv1.SettleReason_SETTLE_REASON_CHANGED, now
	case s.open > 0 && now.Before(w.moved.Add(requestLimit)):
		return 0, earliest(w.cap, now.Add(poll))
	case s.open > 0:
		return observerv1.SettleReason_SETTLE_REASON_CAP, now
	case !now.Before(quiet) && s.document != w.document:
		return observerv1.SettleReason_SETTLE_REASON_NAVIGATED, now
	case !now.Before(quiet):
		return observerv1.SettleReason_SETTLE_REASON_QUIET, now
	case !now.Before(w.busy.Add(busyLimit)):
		return observerv1.SettleReason_SETTLE_REASON_CAP, now
	}
	return 0, earliest(quiet, w.cap, now.Add(poll))
}

// quiet is how long nothing may happen before the page counts as settled.
func (w *wait) quiet() time.Duration {
	if w.seen.effect || w.seen.document != w.document {
		return w.pace.work
	}
	return w.pace.idle
}

func earliest(first time.Time, others ...time.Time) time.Time {
	for _, t := range others {
		if t.Before(first) {
			first = t
		}
	}
	return first
}
