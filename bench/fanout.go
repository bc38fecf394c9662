package main

import (
	"context"
	"fmt"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const (
	watchers    = 1000
	connections = 10
	everyMillis = 50
	turns       = 20
)

// fanout lets a thousand watch one tab that changes twenty times a second, in turns alone and
// together with one that never reads.
func fanout(ctx context.Context, r *rig, o *report) error {
	path := fmt.Sprintf("/table?n=%d&of=fanout", 1500)
	tab, w, err := r.openBeside(ctx, path)
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

// check compares what everybody has with what Observe tells, and reports the lags.
func (c *crowd) check(ctx context.Context, o *report) error {
	digest, err := c.digest(ctx, c.tab)
	if err != nil {
		return err
	}
	var failed, differ, resets, deltas int
	var lags [turns]samples
	for _, f := range c.all {
		<-f.done
		failed, differ = failed+b2i(f.err != nil), differ+b2i(f.digest != digest)
		resets, deltas = resets+f.resets, deltas+f.deltas
		for i := range lags {
			lags[i] = append(lags[i], f.lags[i]...)
		}
	}
	o.line("%.1f deltas per watcher", float64(deltas)/watchers)
	o.aim("watchers with a gap, a double, or another tree than Observe", float64(failed+differ), 0, "")
	o.aim("resets", float64(resets), 0, "")
	compare(o, lags)
	return nil
}

// compare reports the lags of the turns with one that never reads and of those without. The median of
// the turns is compared, as a machine that stops for a moment spoils a turn of either kind.
func compare(o *report, lags [turns]samples) {
	var all, tails [2]samples
	for i, l := range lags {
		all[i%2] = append(all[i%2], l...)
		tails[i%2] = append(tails[i%2], time.Duration(l.quantile(0.99)*float64(time.Millisecond)))
	}
	for i, who := range []string{"alone", "with one that never reads"} {
		o.line("change → watcher, %s: p50 %.1f ms, p99 %.1f ms, median of the turns' p99 %.1f ms", who,
			all[i].median(), all[i].quantile(0.99), tails[i].median())
	}
	o.aim("p99 with one that never reads ÷ alone", tails[1].median()/tails[0].median(), 1.2, "")
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
