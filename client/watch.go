package client

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// errSilent is why a stream without heartbeats is given up.
var errSilent = errors.New("the server fell silent")

// Watch follows a tab until ctx ends, the caller stops the loop, or the watch cannot go on; then the
// last pair holds the error. When a stream breaks off it yields Lost, pauses, and goes on from the
// last consistent position with a resume token, or, where that is not possible, with a new Snapshot.
// Every Snapshot and Changed is continuous with the event before it and, with nodes, verified
// against the digest of the server.
func (c *Client) Watch(ctx context.Context, req *observerv1.WatchDiffRequest, opts WatchOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		w := &watcher{
			client: c.Observer,
			req:    proto.CloneOf(req),
			opts:   opts.withDefaults(),
			fold:   NewFold(req),
			token:  req.GetResumeToken(),
			yield:  yield,
		}
		w.run(ctx)
	}
}

// watcher is one Watch.
type watcher struct {
	client observerv1.ObserverServiceClient
	req    *observerv1.WatchDiffRequest
	opts   WatchOptions
	fold   *Fold
	token  []byte // of the last consistent position
	yield  func(Event, error) bool

	tries  int           // streams in a row that brought nothing
	faults int           // streams that did not fold, since one proved to be right
	asked  time.Duration // how long the server asked to wait
}

// errStopped says that the caller has left the loop.
var errStopped = errors.New("stopped")

func (w *watcher) run(ctx context.Context) {
	for {
		w.asked = 0
		err := w.stream(ctx)
		switch {
		case errors.Is(err, errStopped):
			return
		case ctx.Err() != nil:
			w.yield(nil, context.Cause(ctx))
			return
		case !w.recoverable(err):
			w.yield(nil, err)
			return
		}
		pause := w.pause()
		if !w.yield(Lost{Err: err, Pause: pause}, nil) {
			return
		}
		if !sleep(ctx, pause) {
			w.yield(nil, context.Cause(ctx))
			return
		}
	}
}

// stream reads one stream to its end. It returns nil when the server ended it in order.
func (w *watcher) stream(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stream, err := w.client.WatchDiff(ctx, w.request())
	if err != nil {
		return err
	}
	guard := time.AfterFunc(time.Hour, func() { cancel(errSilent) })
	defer guard.Stop()
	silence := time.Hour
	for {
		m, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && errors.Is(context.Cause(ctx), errSilent):
			return errSilent
		case err != nil:
			return err
		}
		if beat := m.GetOpened().GetHeartbeat().AsDuration(); beat > 0 {
			silence = beat * time.Duration(w.opts.Silence)
		}
		guard.Reset(silence)
		if err := w.take(m); err != nil {
			return err
		}
	}
}

// request returns the request of the next stream: going on from the token when there is one.
func (w *watcher) request() *observerv1.WatchDiffRequest {
	if len(w.token) == 0 {
		return w.req
	}
	req := proto.CloneOf(w.req)
	req.ResumeToken, req.SkipSnapshot = w.token, false
	return req
}

// take folds a message and yields the event it completes.
func (w *watcher) take(m *observerv1.WatchDiffResponse) error {
	event, err := w.fold.Add(m)
	if err != nil {
		return err
	}
	if m.GetOpened() == nil {
		w.tries = 0
	}
	if m.GetProgress() != nil {
		w.faults = 0
	}
	if len(m.GetResumeToken()) > 0 {
		w.token = m.GetResumeToken()
	}
	if after := m.GetGoingAway().GetRetryAfter().AsDuration(); after > 0 {
		w.asked = after
	}
	if event != nil && !w.yield(event, nil) {
		return errStopped
	}
	return nil
}
