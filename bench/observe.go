package main

import (
	"context"
	"fmt"
)

// cold compares the first Observe of a page with one raw Accessibility.getFullAXTree of the same page,
// both right after the load event, when Chromium has still to lay the page out and draw it. Without an
// aim it compares them once that is done, too.
func cold(ctx context.Context, r *rig, o *report) error {
	for _, c := range []struct {
		elements int
		aim      float64
	}{{1500, 0.4}, {10000, 0.2}, {50000, 0.2}} {
		rounds := max(3, r.rounds/3)
		if c.elements >= 50000 {
			rounds = 3
		}
		var ours, floor, drawnOurs, drawnFloor samples
		path := fmt.Sprintf("/table?n=%d", c.elements)
		for range rounds {
			if err := coldRound(ctx, r, path, false, &ours, &floor); err != nil {
				return err
			}
			if err := coldRound(ctx, r, path, true, &drawnOurs, &drawnFloor); err != nil {
				return err
			}
		}
		o.line("%d elements: cold Observe %.1f ms, getFullAXTree %.1f ms", c.elements, ours.median(), floor.median())
		o.line("%d elements, drawn before: cold Observe %.1f ms, getFullAXTree %.1f ms, ratio %.3f", c.elements,
			drawnOurs.median(), drawnFloor.median(), drawnOurs.median()/drawnFloor.median())
		o.aim(fmt.Sprintf("cold Observe ÷ getFullAXTree, %d elements", c.elements), ours.median()/floor.median(), c.aim, "")
	}
	return nil
}

// coldRound takes one sample of each. With drawn it waits until the page was drawn before each.
func coldRound(ctx context.Context, r *rig, path string, drawn bool, ours, floor *samples) error {
	tab, err := r.open(ctx, path)
	if err != nil {
		return err
	}
	if drawn {
		if err := r.draw(ctx, path); err != nil {
			return err
		}
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
	if drawn {
		if err := w.draw(ctx); err != nil {
			return err
		}
	}
	d, err := w.axTree(ctx)
	*floor = append(*floor, d)
	if err != nil {
		return err
	}
	return w.eval(ctx, "window.close()", nil)
}

// draw waits until the page of a tab of the service was drawn.
func (r *rig) draw(ctx context.Context, path string) error {
	w, err := dialRaw(ctx, r.devtools, r.site+path)
	if err != nil {
		return err
	}
	defer w.close()
	return w.draw(ctx)
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
