package main

import (
	"context"
	"fmt"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// watch follows a tab and sends the wall clock of each delta's arrival.
func (r *rig) watch(ctx context.Context, tab string) (<-chan time.Time, error) {
	stream, err := r.observer.WatchDiff(ctx, &pb.WatchDiffRequest{SessionId: r.session, TabId: tab})
	if err != nil {
		return nil, err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return nil, fmt.Errorf("watch: %w", err)
		}
		if m.GetCurrent() != nil {
			break
		}
	}
	deltas := make(chan time.Time, 1024)
	go func() {
		defer close(deltas)
		for {
			m, err := stream.Recv()
			if err != nil {
				return
			}
			if m.GetDelta() != nil {
				deltas <- time.Now()
			}
		}
	}()
	return deltas, nil
}

// mutation measures from a one-line change in the page to its delta at the watching client,
// against what Blink itself needs for the same change on the same page.
func mutation(ctx context.Context, r *rig, o *report) error {
	for _, n := range []int{1500, 10000, 50000} {
		if err := mutationOn(ctx, r, o, n); err != nil {
			return err
		}
	}
	return nil
}

func mutationOn(ctx context.Context, r *rig, o *report, n int) error {
	path := fmt.Sprintf("/table?n=%d", n)
	own, done, err := r.rawTab(ctx, path)
	if err != nil {
		return err
	}
	floors := map[string]samples{}
	for _, kind := range []string{"text", "state", "row"} {
		for range r.rounds {
			d, err := own.floor(ctx, kind)
			if err != nil {
				return err
			}
			floors[kind] = append(floors[kind], d)
		}
	}
	_ = own.eval(ctx, "window.close()", nil)
	done()

	tab, w, err := r.openBeside(ctx, path)
	if err != nil {
		return err
	}
	defer w.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	deltas, err := r.watch(ctx, tab)
	if err != nil {
		return err
	}
	for _, kind := range []string{"text", "state", "row"} {
		lag, err := lags(ctx, w, deltas, kind, r.rounds*4)
		if err != nil {
			return err
		}
		f := floors[kind]
		o.line("%d elements, %s: p50 %.1f ms, p99 %.1f ms; floor p50 %.1f ms", n, kind, lag.median(), lag.quantile(0.99), f.median())
		o.aim(fmt.Sprintf("%s → delta, p50 above the floor, %d elements", kind, n), lag.median()-f.median(), 12, "ms")
		o.aim(fmt.Sprintf("%s → delta, p99 above the floor, %d elements", kind, n), lag.quantile(0.99)-f.median(), 60, "ms")
	}
	stop()
	return r.shut(context.WithoutCancel(ctx), tab)
}

// lags triggers a mutation again and again and returns the times to the first delta after each.
func lags(ctx context.Context, w *raw, deltas <-chan time.Time, kind string, rounds int) (samples, error) {
	var lag samples
	for range rounds {
		if err := drainQuiet(ctx, deltas); err != nil {
			return nil, err
		}
		var at float64
		if err := w.eval(ctx, fmt.Sprintf("mutations[%q]()", kind), &at); err != nil {
			return nil, err
		}
		select {
		case t, ok := <-deltas:
			if !ok {
				return nil, fmt.Errorf("the watch ended")
			}
			lag = append(lag, t.Sub(time.UnixMicro(int64(at*1000))))
		case <-time.After(30 * time.Second):
			return nil, fmt.Errorf("no delta for a %s mutation within 30 s", kind)
		}
	}
	return lag, nil
}

// drainQuiet waits until no delta has come for 300 ms, so that every mutation finds a quiet page.
func drainQuiet(ctx context.Context, deltas <-chan time.Time) error {
	quiet := time.NewTimer(300 * time.Millisecond)
	defer quiet.Stop()
	for {
		select {
		case <-deltas:
			quiet.Reset(300 * time.Millisecond)
		case <-quiet.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
