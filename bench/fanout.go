package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const (
	watchers    = 1000
	connections = 10
	everyMillis = 50
)

// fanout lets a thousand watch one tab that changes twenty times a second, in turns alone and
// together with one that never reads.
func fanout(ctx context.Context, r *rig, o *report) error {
	path := fmt.Sprintf("/table?n=%d&of=fanout", 1500)
	tab, err := r.open(ctx, path)
	if err != nil {
		return err
	}
	w, err := dialRaw(ctx, r.devtools, r.site+path)
	if err != nil {
		return err
	}
	defer w.close()
	var services []pb.ObserverServiceClient
	for range connections {
		conn, err := r.connect()
		if err != nil {
			return err
		}
		services = append(services, pb.NewObserverServiceClient(conn))
		if _, err := pb.NewTabServiceClient(conn).ListTabs(ctx, &pb.ListTabsRequest{SessionId: r.session}); err != nil {
			return err
		}
	}
	c := &crowd{rig: r, tab: tab, page: w, services: services}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	if err := c.gather(watching, o); err != nil {
		return err
	}
	if err := c.listen(watching, o); err != nil {
		return err
	}
	stop()
	if err := c.check(ctx, o); err != nil {
		return err
	}
	return r.shut(ctx, tab)
}

// crowd is a thousand followers of one tab.
type crowd struct {
	*rig
	tab      string
	page     *raw
	services []pb.ObserverServiceClient
	phase    atomic.Int32 // 1 while one never reads
	all      []*follower
	last     int64 // how often the page beat
}

// gather begins the watches on the quiet page and says what they cost.
func (c *crowd) gather(ctx context.Context, o *report) error {
	before, err := c.settled(ctx, c.tab)
	if err != nil {
		return err
	}
	for i := range watchers {
		c.all = append(c.all, follow(ctx, c.services[i%connections], unmerged(c.session, c.tab), &c.phase))
	}
	for _, f := range c.all {
		select {
		case <-f.ready:
		case <-f.done:
			return errors.Join(errors.New("a watch ended before its snapshot"), f.err)
		}
	}
	after, err := c.settled(ctx, c.tab)
	if err != nil {
		return err
	}
	o.line("%d idle watchers: %.0f goroutines, resident memory %.1f KiB each", watchers,
		after.goroutines-before.goroutines, (after.resident-before.resident)/watchers/1024)
	o.aim("live heap and stacks per idle watcher", (after.live()-before.live())/watchers/1024, 32, "KiB")
	return nil
}

// listen lets the page beat in four turns, in the second and fourth of which one never reads.
func (c *crowd) listen(ctx context.Context, o *report) error {
	before, err := c.cpu()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := c.page.eval(ctx, fmt.Sprintf("beat(%d)", everyMillis), nil); err != nil {
		return err
	}
	for turn := range 4 {
		if err := c.turn(ctx, turn%2 == 1); err != nil {
			return err
		}
	}
	if err := c.page.eval(ctx, "rest()", &c.last); err != nil {
		return err
	}
	took := time.Since(began)
	after, err := c.cpu()
	if err != nil {
		return err
	}
	o.line("%d changes in %.0f s to %d watchers over %d connections: service CPU %.0f %% of one core", c.last, took.Seconds(),
		watchers, connections, 100*float64(after-before)/float64(took))
	return c.arrive(ctx)
}

// turn waits for half a span, with one that never reads or without.
func (c *crowd) turn(ctx context.Context, stalled bool) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c.phase.Store(int32(b2i(stalled)))
	if stalled {
		if _, err := c.services[0].WatchDiff(ctx, unmerged(c.session, c.tab)); err != nil {
			return err
		}
	}
	select {
	case <-time.After(c.spans.fanout / 2):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// arrive waits until everybody has the last beat.
func (c *crowd) arrive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for _, f := range c.all {
		for f.seen.Load() < c.last {
			select {
			case <-tick.C:
			case <-f.done:
				return errors.Join(errors.New("a watch ended early"), f.err)
			case <-ctx.Done():
				return fmt.Errorf("a watcher has beat %d of %d 10 s after the last", f.seen.Load(), c.last)
			}
		}
	}
	return nil
}

// check compares what everybody has with what Observe tells, and reports the lags.
func (c *crowd) check(ctx context.Context, o *report) error {
	digest, err := c.digest(ctx, c.tab)
	if err != nil {
		return err
	}
	var lags [2]samples
	var failed, differ, resets, deltas int
	for _, f := range c.all {
		<-f.done
		failed, differ = failed+b2i(f.err != nil), differ+b2i(f.digest != digest)
		resets, deltas = resets+f.resets, deltas+f.deltas
		for i := range lags {
			lags[i] = append(lags[i], f.lags[i]...)
		}
	}
	o.line("%.1f deltas per watcher; change → watcher p50 %.1f ms, p99 %.1f ms", float64(deltas)/watchers, lags[0].median(), lags[0].quantile(0.99))
	o.line("with one that never reads: p50 %.1f ms, p99 %.1f ms", lags[1].median(), lags[1].quantile(0.99))
	o.aim("watchers with a gap, a double, or another tree than Observe", float64(failed+differ), 0, "")
	o.aim("resets", float64(resets), 0, "")
	o.aim("p99 with one that never reads ÷ without", lags[1].quantile(0.99)/lags[0].quantile(0.99), 1.2, "")
	return nil
}

// digest returns the digest of the tab as Observe tells it.
func (r *rig) digest(ctx context.Context, tab string) (uint64, error) {
	stream, err := r.observer.Observe(ctx, &pb.ObserveRequest{SessionId: r.session, TabId: tab, Format: pb.Format_FORMAT_NODES})
	if err != nil {
		return 0, err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return 0, fmt.Errorf("observe: %w", err)
		}
		if m.GetEnd() != nil {
			return m.GetEnd().GetDigest(), nil
		}
	}
}
