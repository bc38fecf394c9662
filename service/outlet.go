package service

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/observer-svc/observer-svc/fault"
)

// outlet sends the messages of a stream. Sending waits for the client's flow control, and nothing
// but the end of the stream interrupts it; so a goroutine of its own sends, and the handler can give
// up on a client that does not read. The goroutine lives for one put, so a quiet stream has none.
type outlet struct {
	owner   *sync.WaitGroup // waits for the goroutines
	send    func(any) error
	results chan error // one for each put
	timer   *time.Timer
	slow    time.Duration // how long a message may wait for the client
	busy    bool          // a result is outstanding
}

// newOutlet makes an outlet whose owner waits until it is closed and its goroutines have ended, which
// they do once their messages are sent or the stream has ended.
func newOutlet(owner *sync.WaitGroup, send func(any) error, slow time.Duration) *outlet {
	owner.Add(1)
	return &outlet{owner: owner, send: send, results: make(chan error, 1), timer: time.NewTimer(slow), slow: slow}
}

func sendAll(send func(any) error, messages []any) error {
	for _, m := range messages {
		if err := send(m); err != nil {
			return err
		}
	}
	return nil
}

// outlet makes the outlet of a stream. It must be closed.
func (s *Server) outlet(stream grpc.ServerStream) *outlet {
	return newOutlet(&s.watches.senders, stream.SendMsg, s.cfg.Watch.SlowAfter)
}

// ready waits until the client took all that was put. It fails with fault.WatcherTooSlow when that
// takes too long.
func (o *outlet) ready(ctx context.Context) error {
	if !o.busy {
		return nil
	}
	select {
	case err := <-o.results:
		o.busy = false
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-o.timer.C:
		return fault.New(fault.WatcherTooSlow,
			"the stream was not read for %s; read faster, or ask for less", o.slow).After(time.Second)
	}
}

// put sends messages once the client took those before.
func (o *outlet) put(ctx context.Context, messages ...any) error {
	if err := o.ready(ctx); err != nil {
		return err
	}
	o.busy = true
	o.owner.Go(func() { o.results <- sendAll(o.send, messages) })
	o.timer.Reset(o.slow)
	return nil
}

// close ends the outlet. It does not wait for a message that the client does not take: that is dropped
// when the handler of the stream returns.
func (o *outlet) close() {
	o.timer.Stop()
	o.owner.Done()
}
