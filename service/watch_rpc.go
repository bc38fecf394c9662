package service

import (
	"time"

	"google.golang.org/grpc"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// defaultContext is how many lines of context surround a change.
const defaultContext = 3

// WatchDiff follows a tab.
func (o *observerService) WatchDiff(req *observerv1.WatchDiffRequest, stream grpc.ServerStreamingServer[observerv1.WatchDiffResponse]) error {
	ctx := stream.Context()
	t, done, err := o.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return err
	}
	defer done()
	w, err := o.server.newWatch(t, req)
	if err != nil {
		return err
	}
	if err := o.server.watches.enter(); err != nil {
		return err
	}
	defer o.server.watches.leave()
	o.server.measures.watchers.Add(ctx, 1)
	defer o.server.measures.watchers.Add(ctx, -1)
	w.out = o.server.outlet(stream)
	defer w.out.close()
	err = w.run(ctx)
	if fault.Is(err, fault.WatcherTooSlow) {
		o.server.measures.tooSlow.Add(ctx, 1)
	}
	return phase(err, "watching")
}

// newWatch reads the request.
func (s *Server) newWatch(t *tab, req *observerv1.WatchDiffRequest) (*watch, error) {
	limits := s.cfg.Watch
	w := &watch{server: s, tab: t, format: format(req.GetFormat()), skip: req.GetSkipSnapshot(), context: defaultContext}
	var err error
	if w.shape, err = w.followed(req); err != nil {
		return nil, err
	}
	if w.heartbeat, err = duration("heartbeat", req.GetHeartbeat(), limits.Heartbeat, 0, limits.MaxHeartbeat); err != nil {
		return nil, err
	}
	if w.heartbeat == 0 {
		w.heartbeat = limits.Heartbeat
	}
	w.heartbeat = max(w.heartbeat, limits.MinHeartbeat)
	if w.interval, err = duration("min_interval", req.GetMinInterval(), limits.Interval, 0, limits.MaxInterval); err != nil {
		return nil, err
	}
	if w.interval == 0 {
		w.interval = limits.Interval
	}
	if req.ContextLines != nil {
		w.context = int(req.GetContextLines())
	}
	if len(req.GetResumeToken()) > 0 {
		if w.skip {
			return nil, invalid("skip_snapshot", "is not allowed together with resume_token")
		}
		at, err := w.resumeAt(req.GetResumeToken())
		if err != nil {
			return nil, err
		}
		w.resume = &at
	}
	w.lens = t.renders.lens(w.shape)
	w.expires = time.Now().Add(jitter(limits.MaxAge))
	return w, nil
}

// followed reads the view. A watch that is resumed goes on without the element it is limited to, as it
// does when that goes while it lasts: the token, which is bound to the view, says that it was there.
func (w *watch) followed(req *observerv1.WatchDiffRequest) (shape, error) {
	if len(req.GetResumeToken()) > 0 && !req.GetView().GetMarkCovered() {
		return shapeOf(req.GetView())
	}
	return liveShape(req.GetView(), w.tab.page.Store())
}
