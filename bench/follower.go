package main

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/client"
	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// unmerged asks for every change on its own, as far as the service captures it on its own.
func unmerged(session, tab string) *pb.WatchDiffRequest {
	return &pb.WatchDiffRequest{
		SessionId: session, TabId: tab, Format: pb.Format_FORMAT_NODES, MinInterval: durationpb.New(time.Millisecond),
	}
}

// follower watches a page that beats. Its goroutine owns all but the atomics until done is closed.
type follower struct {
	fold  *client.Fold // of positions alone: a thousand trees would measure the bench
	phase *atomic.Int32
	ready chan struct{} // closed once the snapshot is there
	done  chan struct{}
	seen  atomic.Int64 // the newest beat

	at     float64 // when the newest beat was made, in milliseconds
	digest uint64  // of the newest delta
	deltas int
	resets int
	lags   [turns]samples // by phase
	err    error
}

// follow begins a watch that ends with ctx. Lags are counted under the phase they fall in.
func follow(ctx context.Context, service pb.ObserverServiceClient, req *pb.WatchDiffRequest, phase *atomic.Int32) *follower {
	f := &follower{
		fold: client.NewFold(&pb.WatchDiffRequest{}), phase: phase,
		ready: make(chan struct{}), done: make(chan struct{}),
	}
	go func() {
		defer close(f.done)
		if err := f.run(ctx, service, req); ctx.Err() == nil {
			f.err = err // otherwise it ended because it was told to
		}
	}()
	return f
}

func (f *follower) run(ctx context.Context, service pb.ObserverServiceClient, req *pb.WatchDiffRequest) error {
	stream, err := service.WatchDiff(ctx, req)
	if err != nil {
		return err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		event, err := f.fold.Add(m)
		if err != nil {
			return err
		}
		switch e := event.(type) {
		case client.Snapshot:
			if f.digest = e.Current.GetDigest(); f.resets == 0 {
				close(f.ready)
			}
		case client.Reset:
			f.resets++
		case client.Changed:
			f.deltas, f.digest = f.deltas+1, e.Delta.GetDigest()
			f.take(e.Delta, time.Now())
		}
	}
}

// take finds the beat of a delta. A beat that came merged with the next was made halfway between the
// two around it, as the page beats evenly.
func (f *follower) take(d *pb.Delta, arrived time.Time) {
	beat, at, ok := beatOf(d)
	if !ok {
		return
	}
	last, now, p := f.seen.Load(), float64(arrived.UnixMicro())/1000, f.phase.Load()
	for k := last + 1; k <= beat && last > 0; k++ {
		made := f.at + (at-f.at)*float64(k-last)/float64(beat-last)
		f.lags[p] = append(f.lags[p], time.Duration((now-made)*float64(time.Millisecond)))
	}
	f.at = at
	f.seen.Store(beat)
}

// beatOf returns which beat a delta shows and when it was made.
func beatOf(d *pb.Delta) (beat int64, at float64, ok bool) {
	for _, op := range d.GetOperations() {
		nodes := op.GetAdded().GetNodes()
		if changed := op.GetChanged().GetNode(); changed != nil {
			nodes = []*pb.Node{changed}
		}
		for _, n := range nodes {
			rest, is := strings.CutPrefix(n.GetName()+n.GetValue(), "beat ")
			if !is {
				continue
			}
			which, when, _ := strings.Cut(rest, " at ")
			b, err1 := strconv.ParseInt(which, 10, 64)
			ms, err2 := strconv.ParseFloat(when, 64)
			if err1 == nil && err2 == nil && b > beat {
				beat, at, ok = b, ms, true
			}
		}
	}
	return beat, at, ok
}
