package service

import (
	"context"

	"google.golang.org/grpc"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// observerService handles the calls of ObserverService.
type observerService struct {
	observerv1.UnimplementedObserverServiceServer
	server *Server
}

// Observe sends the current tree of a tab, or a part of a snapshot that is still held.
func (o *observerService) Observe(req *observerv1.ObserveRequest, stream grpc.ServerStreamingServer[observerv1.ObserveResponse]) error {
	ctx := stream.Context()
	t, done, err := o.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return err
	}
	defer done()
	v, err := o.server.viewing(t, req)
	if err != nil {
		return err
	}
	if v.rev, err = v.revision(ctx); err != nil {
		return phase(err, "capturing the page")
	}
	if err := v.lens.inScope(v.rev.Tree); err != nil {
		return err
	}
	if err := v.readable(); err != nil {
		return err
	}
	if err := v.cover(ctx); err != nil {
		return phase(err, "looking for what is covered")
	}
	if req.GetIncludeBounds() {
		if v.boxes, err = v.measure(ctx); err != nil {
			return phase(err, "measuring the page")
		}
	}
	return v.answer(ctx, stream)
}

// viewing is one Observe under way.
type viewing struct {
	server  *Server
	tab     *tab
	req     *observerv1.ObserveRequest
	shape   shape
	lens    *lens
	format  observerv1.Format
	pick    selection
	rev     *refstore.Revision
	age     page.Age
	engines page.Engines       // that read the page for this answer
	nonce   string             // of the fence; empty without one
	boxes   boxes              // where the nodes are; nil when nobody asked
	dialog  *observerv1.Dialog // that waits while this is answered

	covered *covered   // what is covered; nil when nobody asked
	marked  *tree.Tree // the view with it, once made
}

// viewing reads the request.
func (s *Server) viewing(t *tab, req *observerv1.ObserveRequest) (*viewing, error) {
	v := &viewing{server: s, tab: t, req: req, format: format(req.GetFormat())}
	var err error
	if v.shape, err = shapeOf(req.GetView()); err != nil {
		return nil, err
	}
	if v.pick, err = s.selection(req); err != nil {
		return nil, err
	}
	if err := v.check(); err != nil {
		return nil, err
	}
	if req.GetFence() {
		v.nonce = randomID()
	}
	v.lens = t.renders.lens(v.shape)
	return v, nil
}

// check refuses fields that contradict each other.
func (v *viewing) check() error {
	switch {
	case v.req.GetSinceSnapshotId() != "" && (v.pick.any() || v.req.GetCursor() != ""):
		return invalid("since_snapshot_id", "is not allowed together with find, budget or cursor")
	case v.req.GetSinceSnapshotId() != "" && v.req.GetView().GetMarkCovered():
		return invalid("view.mark_covered", "is not allowed together with since_snapshot_id")
	case v.req.GetCursor() != "" && v.req.GetBudget() == nil:
		return invalid("cursor", "needs a budget; send the one of the answer that gave the cursor, or a larger one")
	case v.req.GetIncludeBounds() && !hasNodes(v.format):
		return invalid("include_bounds", "needs a format with nodes; the text has no place for it")
	case v.req.GetIncludeBounds() && (v.req.GetSnapshotId() != "" || v.req.GetCursor() != "" || v.req.GetSinceSnapshotId() != ""):
		return invalid("include_bounds", "is only possible for the whole page as it is now")
	}
	return nil
}

// revision returns the revision to show: that of the cursor, of the snapshot id, or the page now.
func (v *viewing) revision(ctx context.Context) (*refstore.Revision, error) {
	store := v.tab.page.Store()
	switch {
	case v.req.GetCursor() != "":
		at, err := v.resume(v.req.GetCursor())
		if err != nil {
			return nil, err
		}
		return held(store, at)
	case v.req.GetSnapshotId() != "":
		epoch, tab, number, err := refstore.ParseSnapshotID(v.req.GetSnapshotId())
		if err != nil {
			return nil, invalid("snapshot_id", "is not a snapshot id")
		}
		if epoch != v.tab.session.epoch || tab != v.tab.id {
			return nil, staleCursor("the snapshot belongs to another tab, or to a browser that is gone; observe the page again")
		}
		return held(store, number)
	}
	engine := cdpclient.PageEngine
	if v.req.GetEngine() == observerv1.Engine_ENGINE_AX {
		engine = cdpclient.AXEngine
	}
	patience, err := duration("max_wait", v.req.GetMaxWait(), defaultPatience, 0, maxPatience)
	if err != nil {
		return nil, err
	}
	seen, err := v.tab.page.Look(ctx, engine, patienceOf(ctx, patience))
	v.age, v.engines = seen.Age, seen.Engines
	return seen.Revision, err
}

// held returns a revision of the history. It fails with fault.StaleSnapshotCursor.
func held(store *refstore.Store, number uint64) (*refstore.Revision, error) {
	rev, err := store.At(number)
	if err != nil {
		return nil, staleCursor("the snapshot is no longer held; observe the page again")
	}
	return rev, nil
}

func staleCursor(why string) error { return fault.New(fault.StaleSnapshotCursor, "%s", why) }

// baseline returns the revision of since_snapshot_id, or why there can be no delta from it.
func (v *viewing) baseline() (*refstore.Revision, observerv1.FullReason, error) {
	epoch, tab, number, err := refstore.ParseSnapshotID(v.req.GetSinceSnapshotId())
	if err != nil {
		return nil, 0, invalid("since_snapshot_id", "is not a snapshot id")
	}
	if epoch != v.tab.session.epoch || tab != v.tab.id || number > v.rev.Number {
		return nil, observerv1.FullReason_FULL_REASON_OTHER_BASELINE, nil
	}
	rev, lost := v.tab.page.Store().At(number)
	switch {
	case lost != nil:
		return nil, observerv1.FullReason_FULL_REASON_HISTORY_LOST, nil //nolint:nilerr // the reason is the answer
	case rev.Generation != v.rev.Generation:
		return nil, observerv1.FullReason_FULL_REASON_NAVIGATED, nil
	}
	return rev, observerv1.FullReason_FULL_REASON_UNSPECIFIED, nil
}
