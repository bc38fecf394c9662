package main

import (
	"context"
	"fmt"
)

// cold compares the first Observe of a page with one raw Accessibility.getFullAXTree of the same page.
func cold(ctx context.Context, r *rig, o *report) error {
	for _, c := range []struct {
		elements int
		aim      float64
	}{{1500, 0.4}, {10000, 0.2}, {50000, 0.2}} {
		rounds := max(3, r.rounds/3)
		if c.elements >= 50000 {
			rounds = 3
		}
		var ours, floor samples
		path := fmt.Sprintf("/table?n=%d", c.elements)
		for range rounds {
			if err := coldRound(ctx, r, path, &ours, &floor); err != nil {
				return err
			}
		}
		o.line("%d elements: cold Observe %.1f ms, getFullAXTree %.1f ms", c.elements, ours.median(), floor.median())
		o.aim(fmt.Sprintf("cold Observe ÷ getFullAXTree, %d elements", c.elements), ours.median()/floor.median(), c.aim, "")
	}
	return nil
}

func coldRound(ctx context.Context, r *rig, path string, ours, floor *samples) error {
	tab, err := r.open(ctx, path)
	if err != nil {
		return err
	}
	_, _, total, err := r.observe(ctx, tab)
	if err != nil {
		return err
	}
	*ours = append(*ours, total)
	if err := r.shut(ctx, tab); err != nil {
		return err
	}
	w, done, err := r.rawTab(ctx, path)
	if err != nil {
		return err
	}
	defer done()
	d, err := w.axTree(ctx)
	*floor = append(*floor, d)
	if err != nil {
		return err
	}
	return w.eval(ctx, "window.close()", nil)
}

// unchanged measures Observe of a page that did not change since the last one: the time to the
// first message against raw round trips, and whether it grows with the page.
func unchanged(ctx context.Context, r *rig, o *report) error {
	heads := map[int]float64{}
	for _, n := range []int{1500, 50000} {
		tab, err := r.open(ctx, fmt.Sprintf("/table?n=%d", n))
		if err != nil {
			return err
		}
		if _, _, _, err := r.observe(ctx, tab); err != nil {
			return err
		}
		w, err := dialRaw(ctx, r.devtools, fmt.Sprintf("%s/table?n=%d", r.site, n))
		if err != nil {
			return err
		}
		var first, total, trip samples
		var size int
		for range r.rounds * 4 {
			text, f, t, err := r.observe(ctx, tab)
			if err != nil {
				return err
			}
			d, err := w.roundTrip(ctx)
			if err != nil {
				return err
			}
			first, total, trip, size = append(first, f), append(total, t), append(trip, d), len(text)
		}
		w.close()
		heads[n] = first.median()
		o.line("%d elements: first message %.2f ms, all %d bytes %.2f ms, raw round trip %.2f ms", n, first.median(), size, total.median(), trip.median())
		o.aim(fmt.Sprintf("unchanged Observe ÷ raw round trip, %d elements", n), first.median()/trip.median(), 3, "")
		if err := r.shut(ctx, tab); err != nil {
			return err
		}
	}
	o.aim("unchanged Observe, 50,000 ÷ 1,500 elements", heads[50000]/heads[1500], 1.5, "")
	return nil
}
