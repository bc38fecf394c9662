package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// tabs lets fifty tabs in five sessions change five times a second, each before two watchers, and
// says whether the service grows.
func tabs(ctx context.Context, r *rig, o *report) error {
	const sessions, each, perTab = 5, 10, 2
	watching, stop := context.WithCancel(ctx)
	defer stop()
	began := time.Now()
	opening, cctx := errgroup.WithContext(ctx)
	open := make([][]*pb.WatchDiffRequest, sessions)
	for i := range open {
		s, err := r.sessions.CreateSession(ctx, &pb.CreateSessionRequest{Label: "bench tabs"})
		if err != nil {
			return err
		}
		id := s.GetSession().GetSessionId()
		defer r.sessions.DeleteSession(context.WithoutCancel(ctx), &pb.DeleteSessionRequest{SessionId: id}) //nolint:errcheck // the rig ends anyway
		opening.Go(func() (err error) {
			open[i], err = r.beating(cctx, id, each)
			return err
		})
	}
	if err := opening.Wait(); err != nil {
		return err
	}
	o.line("%d tabs opened in %.1f s", sessions*each, time.Since(began).Seconds())
	var phase atomic.Int32
	var all []*follower
	for _, req := range slices.Concat(open...) {
		for range perTab {
			all = append(all, follow(watching, r.observer, req, &phase))
		}
	}
	for _, f := range all {
		select {
		case <-f.ready:
		case <-f.done:
			return errors.Join(errors.New("a watch ended before its snapshot"), f.err)
		}
	}
	if err := growth(ctx, r, o, &phase); err != nil {
		return err
	}
	stop()
	return lagsOf(o, all)
}

// beating opens tabs that change five times a second.
func (r *rig) beating(ctx context.Context, session string, n int) ([]*pb.WatchDiffRequest, error) {
	var open []*pb.WatchDiffRequest
	for range n {
		t, err := r.tabs.OpenTab(ctx, &pb.OpenTabRequest{SessionId: session, Url: r.site + "/table?n=300&beat=200"})
		if err != nil {
			return nil, err
		}
		open = append(open, unmerged(session, t.GetTab().GetTabId()))
	}
	return open, nil
}

// full waits until what the tabs remember has reached its bounds: until then the live heap grows by
// what the changes hold. It gives up after the longest time to warm up.
func full(ctx context.Context, r *rig, o *report) error {
	began, last, standing := time.Now(), 0.0, time.Now()
	for time.Since(began) < r.spans.warm {
		m, err := r.held(ctx)
		if err != nil {
			return err
		}
		if m.history > last*1.02 {
			last, standing = m.history, time.Now()
		}
		if time.Since(standing) > 20*time.Second && last > 0 {
			o.line("the history stands at %.0f KiB after %.0f s", last/1024, time.Since(began).Seconds())
			return nil
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	o.line("the history still grows after %.0f s, at %.0f KiB: so does the memory, see -tabs-warm", r.spans.warm.Seconds(), last/1024)
	return nil
}

// growth samples the service over the span, once its history is full.
func growth(ctx context.Context, r *rig, o *report, phase *atomic.Int32) error {
	if err := full(ctx, r, o); err != nil {
		return err
	}
	phase.Store(1)
	used, err := r.cpu()
	if err != nil {
		return err
	}
	var times []time.Duration
	var goroutines, live, resident, history []float64
	began := time.Now()
	for time.Since(began) < r.spans.tabs {
		m, err := r.held(ctx)
		if err != nil {
			return err
		}
		times, goroutines = append(times, time.Since(began)), append(goroutines, m.goroutines)
		live, resident = append(live, m.live()/1024), append(resident, m.resident/1024)
		history = append(history, m.history/1024)
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	now, err := r.cpu()
	if err != nil {
		return err
	}
	last := len(times) - 1
	o.line("goroutines %.0f → %.0f: %+.2f a minute", goroutines[0], goroutines[last], slope(times, goroutines))
	o.line("live heap and stacks %.0f → %.0f KiB: %+.0f KiB a minute", live[0], live[last], slope(times, live))
	o.line("resident memory %.0f → %.0f KiB: %+.0f KiB a minute", resident[0], resident[last], slope(times, resident))
	o.line("history %.0f → %.0f KiB: %+.0f KiB a minute", history[0], history[last], slope(times, history))
	o.line("service CPU %.0f %% of one core", 100*float64(now-used)/float64(time.Since(began)))
	return nil
}

// lagsOf reports the lags of followers that have been told to end.
func lagsOf(o *report, all []*follower) error {
	var lags samples
	var failed, resets, deltas int
	for _, f := range all {
		<-f.done
		if f.err != nil {
			failed++
			o.line("a watch failed: %v", f.err)
		}
		resets, deltas, lags = resets+f.resets, deltas+f.deltas, append(lags, f.lags[1]...)
	}
	o.line("%d watchers, %d deltas for %d changes: change → watcher p50 %.1f ms, p99 %.1f ms", len(all), deltas, len(lags), lags.median(), lags.quantile(0.99))
	o.aim("watchers with a gap or a double", float64(failed), 0, "")
	o.aim("resets", float64(resets), 0, "")
	if len(lags) == 0 {
		return fmt.Errorf("no change arrived")
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
