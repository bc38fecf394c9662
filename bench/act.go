package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

var bump = regexp.MustCompile(`button "Bump"[^\n]*?\[ref=(e\d+)\]`)

// clickRef clicks and returns when the result with the diff is there.
func (r *rig) clickRef(ctx context.Context, tab, ref string, until pb.SettleUntil) (time.Duration, string, error) {
	start := time.Now()
	stream, err := r.observer.Act(ctx, &pb.ActRequest{
		SessionId: r.session, TabId: tab, SettleUntil: until,
		Steps: []*pb.Step{{Action: &pb.Step_Click{Click: &pb.Click{Ref: ref}}}},
	})
	if err != nil {
		return 0, "", err
	}
	var text string
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return time.Since(start), text, nil
		}
		if err != nil {
			return 0, "", fmt.Errorf("act: %w", err)
		}
		if res := m.GetResult(); res != nil {
			text = res.GetEffect().GetDelta().GetText()
		}
	}
}

// rawClick clicks the middle of the same button with raw mouse events and reads the whole AX tree,
// which is what a tool without diffs has to do to know what changed.
func rawClick(ctx context.Context, w *raw) (click, ax time.Duration, err error) {
	click, err = timed(func() error {
		var at struct{ X, Y float64 }
		if err := w.eval(ctx, `(() => { const b = document.getElementById('bump').getBoundingClientRect(); return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; })()`, &at); err != nil {
			return err
		}
		return w.mouseClick(ctx, at.X, at.Y)
	})
	if err != nil {
		return 0, 0, err
	}
	ax, err = w.axTree(ctx)
	return click, ax, err
}

// click measures a click by ref with the diff in the answer.
func click(ctx context.Context, r *rig, o *report) error {
	for _, n := range []int{1500, 10000} {
		if err := clickOn(ctx, r, o, n); err != nil {
			return err
		}
	}
	return nil
}

func clickOn(ctx context.Context, r *rig, o *report, n int) error {
	path := fmt.Sprintf("/table?n=%d", n)
	tab, err := r.open(ctx, path)
	if err != nil {
		return err
	}
	text, _, _, err := r.observe(ctx, tab)
	if err != nil {
		return err
	}
	m := bump.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("the page of %d elements shows no button Bump with a ref", n)
	}
	own, done, err := r.rawTab(ctx, path)
	if err != nil {
		return err
	}
	defer done()
	var ours, first, clicks, trees, trips samples
	var answer string
	for range r.rounds {
		d, diff, err := r.clickRef(ctx, tab, m[1], pb.SettleUntil_SETTLE_UNTIL_QUIET)
		if err != nil {
			return err
		}
		f, early, err := r.clickRef(ctx, tab, m[1], pb.SettleUntil_SETTLE_UNTIL_FIRST_CHANGE)
		if err != nil {
			return err
		}
		if diff == "" || early == "" {
			return errors.New("a click was answered without a diff")
		}
		c, ax, err := rawClick(ctx, own)
		if err != nil {
			return err
		}
		t, err := own.roundTrip(ctx)
		if err != nil {
			return err
		}
		ours, first, answer = append(ours, d), append(first, f), diff
		clicks, trees, trips = append(clicks, c), append(trees, ax), append(trips, t)
	}
	o.line("%d elements: click with diff %.1f ms (p99 %.1f), up to the first change %.1f ms, raw click %.1f ms, getFullAXTree %.1f ms, answer %d bytes",
		n, ours.median(), ours.quantile(0.99), first.median(), clicks.median(), trees.median(), len(answer))
	if n == 1500 {
		o.aim("click with diff, 1,500 elements", ours.median(), 120, "ms")
		o.line("= %.1f × (two raw round trips + one frame)", ours.median()/(2*trips.median()+1000.0/60))
	} else {
		o.aim(fmt.Sprintf("click with diff ÷ (raw click + getFullAXTree), %d elements", n), ours.median()/(clicks.median()+trees.median()), 0.2, "")
	}
	_ = own.eval(ctx, "window.close()", nil)
	return r.shut(ctx, tab)
}

// noisy watches a page that changes one line sixty times a second while it scrolls a list.
func noisy(ctx context.Context, r *rig, o *report) error {
	const span = 10 * time.Second
	tab, err := r.open(ctx, "/list")
	if err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	deltas, err := r.watch(watching, tab)
	if err != nil {
		return err
	}
	w, err := dialRaw(ctx, r.devtools, r.site+"/list")
	if err != nil {
		return err
	}
	defer w.close()
	before, err := r.cpu()
	if err != nil {
		return err
	}
	var fps float64
	if err := w.eval(ctx, fmt.Sprintf("noise(%[1]d), frames(%[1]d)", span.Milliseconds()), &fps); err != nil {
		return err
	}
	after, err := r.cpu()
	if err != nil {
		return err
	}
	o.line("%d deltas in %v, service CPU %.1f %% of one core", len(deltas), span, 100*float64(after-before)/float64(span))
	o.atLeast("frames per second of a page that changes 60 times a second", fps, 50, "fps")
	o.atLeast("coalesced deltas per second", float64(len(deltas))/span.Seconds(), 1, "/s")
	stop()
	return r.shut(ctx, tab)
}
