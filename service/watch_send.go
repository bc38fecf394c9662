package service

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
)

// open begins the stream: opened, and then, unless it goes on from a token, a snapshot.
func (w *watch) open(ctx context.Context, rev *refstore.Revision) error {
	now := time.Now()
	w.authAt = now.Add(w.server.cfg.Watch.AuthEvery)
	epoch := w.tab.session.epoch
	if w.resume == nil {
		w.at = place{epoch: epoch, generation: rev.Generation, revision: rev.Number, event: w.firstEvent(rev)}
		if err := w.opened(ctx, false, false); err != nil {
			return err
		}
		return w.snapshot(ctx, rev, !w.skip)
	}
	from, why := continuity(w.tab.page.Store(), epoch, *w.resume, rev)
	if from != nil {
		w.at, w.digest = *w.resume, w.lens.picture(from).tree.Root.Digest()
		return w.opened(ctx, true, true)
	}
	w.at = place{epoch: epoch, generation: rev.Generation, revision: rev.Number, event: w.firstEvent(rev)}
	if w.resume.epoch == epoch {
		w.at.event = w.resume.event
	}
	if err := w.opened(ctx, false, false); err != nil {
		return err
	}
	return w.reset(ctx, why, rev)
}

// firstEvent returns the event cursor of a watch that begins at a revision: what happened before is
// past, except a dialog that is still open.
func (w *watch) firstEvent(rev *refstore.Revision) uint64 {
	p := w.tab.page
	cursor := p.EventsUntil(rev.Number)
	if _, open := p.Dialog(); !open {
		return cursor
	}
	events, _ := p.Events(0)
	for _, e := range events {
		if e.Kind == cdpclient.EventDialogOpened {
			cursor = e.Seq - 1
		}
	}
	return cursor
}

// snapshot sends the tree of a revision and closes it with current.
func (w *watch) snapshot(ctx context.Context, rev *refstore.Revision, withTree bool) error {
	pic := w.lens.picture(rev)
	if withTree {
		rendered, err := w.lens.chunks(pic, w.format)
		if err != nil {
			return err
		}
		for _, body := range rendered.bodies {
			if err := w.send(ctx, wrap(watchHead(w.position(), nil), watchSnapshotField, body)); err != nil {
				return err
			}
		}
	}
	w.lastDelta, w.digest = time.Now(), pic.tree.Root.Digest()
	age := w.age
	w.age = page.Fresh
	return w.message(ctx, &observerv1.WatchDiffResponse{
		Event: &observerv1.WatchDiffResponse_Current{Current: &observerv1.WatchCurrent{
			SnapshotId: w.tab.page.Store().SnapshotID(rev.Number),
			NodeCount:  pic.nodes(), Digest: w.digest, Url: clip(rev.Tree.URL, clipURL), Title: clip(rev.Tree.Title, clipText),
			StaleReason: staleReason(age),
		}},
	}, true)
}

// reset tells that continuity is lost and sends a new snapshot.
func (w *watch) reset(ctx context.Context, why observerv1.ResetReason, to *refstore.Revision) error {
	w.server.measures.resets.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", why.String())))
	w.at.epoch, w.at.generation, w.at.revision = w.tab.session.epoch, to.Generation, to.Number
	if err := w.message(ctx, &observerv1.WatchDiffResponse{
		Event: &observerv1.WatchDiffResponse_Reset_{Reset_: &observerv1.WatchReset{Reason: why}},
	}, false); err != nil {
		return err
	}
	return w.snapshot(ctx, to, true)
}

// envelopes puts the parts of a change into responses. Only the last carries a token.
func (w *watch) envelopes(c *change) []encoded {
	made := make([]encoded, 0, len(c.bodies))
	for i, body := range c.bodies {
		var token []byte
		if i == len(c.bodies)-1 {
			token = w.token(w.at)
		}
		made = append(made, wrap(watchHead(w.position(), token), watchDeltaField, body))
	}
	return made
}

// delta sends a change.
func (w *watch) delta(ctx context.Context, c *change, to *refstore.Revision) error {
	w.at.generation, w.at.revision = to.Generation, to.Number
	_, span := w.server.measures.tracer.Start(ctx, "observer.delta")
	defer span.End()
	for _, m := range c.messages(w.at.event, func() []encoded { return w.envelopes(c) }) {
		if err := w.send(ctx, m); err != nil {
			return err
		}
	}
	w.lastDelta, w.digest = time.Now(), c.digest
	w.server.measures.deltas.Add(ctx, 1)
	w.server.measures.lag.Record(ctx, w.lastDelta.Sub(to.Time).Seconds())
	return nil
}

// events sends the page events up to the revision the client has. It reports whether there were any.
func (w *watch) events(ctx context.Context) (sent bool, err error) {
	events, lost := w.tab.page.Events(w.at.event)
	if lost {
		w.at.event = events[0].Seq - 1
		return true, w.reset(ctx, observerv1.ResetReason_RESET_REASON_COMPACTED, w.tab.page.Store().Current())
	}
	for _, e := range events {
		if e.Revision > w.reached() {
			return sent, nil
		}
		sent, w.at.event = true, e.Seq
		m := w.tab.session.pageEvent(e.Event)
		if m == nil {
			continue
		}
		w.at.revision = w.reached()
		if err := w.message(ctx, &observerv1.WatchDiffResponse{
			Event: &observerv1.WatchDiffResponse_PageEvent{PageEvent: m},
		}, true); err != nil {
			return sent, err
		}
	}
	return sent, nil
}
