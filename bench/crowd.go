package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// crowd is a thousand followers of one tab.
type crowd struct {
	*rig
	tab      string
	page     *raw
	services []pb.ObserverServiceClient
	phase    atomic.Int32 // the turn; in every second one never reads
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

// listen lets the page beat in turns, in every second of which one never reads.
func (c *crowd) listen(ctx context.Context, o *report) error {
	before, err := c.cpu()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := c.page.eval(ctx, fmt.Sprintf("beat(%d)", everyMillis), nil); err != nil {
		return err
	}
	for turn := range turns {
		c.phase.Store(int32(turn))
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

// turn waits for its part of the span, with one that never reads or without.
func (c *crowd) turn(ctx context.Context, stalled bool) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if stalled {
		if _, err := c.services[0].WatchDiff(ctx, unmerged(c.session, c.tab)); err != nil {
			return err
		}
	}
	select {
	case <-time.After(2 * c.spans.fanout / turns):
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
