package main

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/observer-svc/observer-svc/client"
	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// reconnect kills a client's connection a hundred times while its page changes twenty times a
// second. Every watch must go on from where it was, with the tree of the service.
func reconnect(ctx context.Context, r *rig, o *report) error {
	const kills = 100
	path := "/table?n=1500&of=reconnect"
	tab, w, err := r.openBeside(ctx, path)
	if err != nil {
		return err
	}
	defer w.close()
	var line cuttable
	conn, err := r.connect(grpc.WithContextDialer(line.dial))
	if err != nil {
		return err
	}
	if err := w.eval(ctx, fmt.Sprintf("beat(%d)", everyMillis), nil); err != nil {
		return err
	}
	began := time.Now()
	t, err := endure(ctx, client.New(conn), unmerged(r.session, tab), &line, kills, func() (last int64, err error) {
		err = w.eval(ctx, "rest()", &last)
		return last, err
	})
	if err != nil {
		return err
	}
	digest, err := r.digest(ctx, tab)
	if err != nil {
		return err
	}
	o.line("%d connections killed in %.1f s: %d deltas, %d streams lost", kills, time.Since(began).Seconds(), t.deltas, t.lost)
	o.atLeast("resumed", float64(t.resumed), kills, "")
	o.aim("resets and new snapshots", float64(t.fresh), 0, "")
	o.aim("trees that differ from the service's", float64(b2i(t.digest != digest)), 0, "")
	return r.shut(ctx, tab)
}

// toll is what a watch lived through.
type toll struct {
	deltas, lost, resumed, fresh int
	beat                         int64
	digest                       uint64
}

// endure watches, and cuts the line after each third change until it was cut often enough. Then it
// lets the page rest and waits for its last beat.
func endure(ctx context.Context, c *client.Client, req *pb.WatchDiffRequest, line *cuttable, kills int, rest func() (int64, error)) (t toll, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	last, since := int64(-1), 0
	for event, err := range c.Watch(ctx, req, client.WatchOptions{MinPause: 10 * time.Millisecond}) {
		if err != nil {
			return t, err
		}
		since += t.take(event)
		switch {
		case since >= 3 && t.lost < kills:
			since = 0
			line.cut()
		case t.lost == kills && since >= 3 && last < 0:
			if last, err = rest(); err != nil {
				return t, err
			}
		}
		if last >= 0 && t.beat >= last {
			return t, nil
		}
	}
	return t, ctx.Err()
}

// take counts an event. It returns 1 for a change on a line that has not been cut since.
func (t *toll) take(event client.Event) int {
	switch e := event.(type) {
	case client.Opened:
		t.resumed += b2i(e.Opened.GetResumed())
	case client.Snapshot:
		t.fresh += b2i(t.lost > 0)
	case client.Reset:
		t.fresh++
	case client.Lost:
		t.lost++
	case client.Changed:
		t.deltas, t.digest = t.deltas+1, e.Delta.GetDigest()
		if beat, _, ok := beatOf(e.Delta); ok {
			t.beat = beat
		}
		return b2i(t.resumed == t.lost)
	}
	return 0
}

// cuttable is a line to the service that can be cut.
type cuttable struct {
	mu   sync.Mutex
	conn net.Conn
}

func (c *cuttable) dial(ctx context.Context, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn = conn
	return conn, err
}

func (c *cuttable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.conn.Close()
}
