package main

import (
	"context"
	"fmt"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// overview measures the main calls on pages of growing size, each as time and as ratio to one raw
// Accessibility.getFullAXTree and one raw Runtime.evaluate of the same page in the same run.
func overview(ctx context.Context, r *rig, o *report) error {
	o.line("%-9s %-22s %10s %10s %12s", "elements", "call", "ms", "÷ AX tree", "÷ evaluate")
	for _, n := range []int{60, 1500, 10000, 50000} {
		if err := overviewOf(ctx, r, o, n); err != nil {
			return fmt.Errorf("%d elements: %w", n, err)
		}
	}
	return nil
}

func overviewOf(ctx context.Context, r *rig, o *report, n int) error {
	rounds := max(5, r.rounds/2)
	if n >= 50000 {
		rounds = 3
	}
	path := fmt.Sprintf("/table?n=%d", n)
	tree, trip, err := floors(ctx, r, path, rounds)
	if err != nil {
		return err
	}
	calls := []struct {
		name    string
		measure func(context.Context, *rig, string, int) (samples, error)
	}{
		{"Observe, cold", coldTimes}, {"Observe, repeated", repeatedTimes},
		{"click with diff", clickTimes}, {"mutation → watcher", mutationTimes},
	}
	o.line("%-9d %-22s %10.2f", n, "(raw getFullAXTree)", tree.median())
	o.line("%-9d %-22s %10.2f", n, "(raw evaluate)", trip.median())
	for _, c := range calls {
		took, err := c.measure(ctx, r, path, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		o.line("%-9d %-22s %10.2f %10.3f %12.1f", n, c.name, took.median(), took.median()/tree.median(), took.median()/trip.median())
	}
	return nil
}

// floors times the two raw calls on a tab of the bench's own.
func floors(ctx context.Context, r *rig, path string, rounds int) (tree, trip samples, err error) {
	w, done, err := r.rawTab(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	for range rounds {
		t, err := w.axTree(ctx)
		if err != nil {
			return nil, nil, err
		}
		e, err := w.roundTrip(ctx)
		if err != nil {
			return nil, nil, err
		}
		tree, trip = append(tree, t), append(trip, e)
	}
	return tree, trip, w.eval(ctx, "window.close()", nil)
}

func coldTimes(ctx context.Context, r *rig, path string, rounds int) (samples, error) {
	var all samples
	for range rounds {
		err := inTab(ctx, r, path, func(tab string) error {
			_, _, total, err := r.observe(ctx, tab)
			all = append(all, total)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func repeatedTimes(ctx context.Context, r *rig, path string, rounds int) (all samples, err error) {
	err = inTab(ctx, r, path, func(tab string) error {
		for range rounds * 4 {
			_, _, total, err := r.observe(ctx, tab)
			if err != nil {
				return err
			}
			all = append(all, total)
		}
		all = all[1:] // the first one was cold
		return nil
	})
	return all, err
}

func clickTimes(ctx context.Context, r *rig, path string, rounds int) (all samples, err error) {
	err = inTab(ctx, r, path, func(tab string) error {
		text, _, _, err := r.observe(ctx, tab)
		if err != nil {
			return err
		}
		m := bump.FindStringSubmatch(text)
		if m == nil {
			return fmt.Errorf("the page shows no button Bump with a ref")
		}
		for range rounds {
			d, _, err := r.clickRef(ctx, tab, m[1], pb.SettleUntil_SETTLE_UNTIL_QUIET)
			if err != nil {
				return err
			}
			all = append(all, d)
		}
		return nil
	})
	return all, err
}

func mutationTimes(ctx context.Context, r *rig, path string, rounds int) (all samples, err error) {
	err = inTab(ctx, r, path, func(tab string) (err error) {
		watching, stop := context.WithCancel(ctx)
		defer stop()
		deltas, err := r.watch(watching, tab)
		if err != nil {
			return err
		}
		w, err := dialRaw(ctx, r.devtools, r.site+path)
		if err != nil {
			return err
		}
		defer w.close()
		all, err = lags(ctx, w, deltas, "text", rounds*2)
		return err
	})
	return all, err
}

// inTab opens a page, runs f with its tab, and closes it.
func inTab(ctx context.Context, r *rig, path string, f func(tab string) error) error {
	tab, err := r.open(ctx, path)
	if err != nil {
		return err
	}
	if err := f(tab); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	return r.shut(ctx, tab)
}
