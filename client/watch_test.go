package client_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// script is a server whose streams are written down: each call of WatchDiff gets the next one.
type script struct {
	observerv1.ObserverServiceClient
	streams []take
	calls   []*observerv1.WatchDiffRequest
	at      []time.Time
}

// take is one stream: its messages, and how it ends. A nil end means that it falls silent.
type take struct {
	messages []*observerv1.WatchDiffResponse
	end      error
}

func (s *script) WatchDiff(ctx context.Context, req *observerv1.WatchDiffRequest, _ ...grpc.CallOption) (grpc.ServerStreamingClient[observerv1.WatchDiffResponse], error) {
	s.calls, s.at = append(s.calls, req), append(s.at, time.Now())
	if len(s.streams) == 0 {
		return nil, errors.New("the script has no further stream")
	}
	next := s.streams[0]
	s.streams = s.streams[1:]
	return &playing{ctx: ctx, take: next}, nil
}

type playing struct {
	grpc.ClientStream
	ctx context.Context
	take
}

func (p *playing) Recv() (*observerv1.WatchDiffResponse, error) {
	if len(p.messages) > 0 {
		m := p.messages[0]
		p.messages = p.messages[1:]
		return m, nil
	}
	if p.end != nil {
		return nil, p.end
	}
	<-p.ctx.Done()
	return nil, status.FromContextError(p.ctx.Err()).Err()
}

func failure(code codes.Code, reason string, more ...protoadapt.MessageV1) error {
	s, err := status.New(code, "no").WithDetails(append(more, &errdetails.ErrorInfo{Domain: "observer.v1", Reason: reason})...)
	if err != nil {
		panic(err)
	}
	return s.Err()
}

var gone = failure(codes.NotFound, "TAB_NOT_FOUND")

// play watches a script to its end and returns the events and the last error.
func play(t *testing.T, s *script) ([]client.Event, error) {
	t.Helper()
	var events []client.Event
	c := &client.Client{Observer: s}
	for e, err := range c.Watch(t.Context(), nodes, client.WatchOptions{}) {
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	t.Fatal("the watch ended without an error")
	return nil, nil
}

func start(t *tab) []*observerv1.WatchDiffResponse {
	at := t.store.Current()
	return append([]*observerv1.WatchDiffResponse{opened(at, false)}, clones(snapshot(at))...)
}

func kinds[E client.Event](events []client.Event) (found []E) {
	for _, e := range events {
		if k, ok := e.(E); ok {
			found = append(found, k)
		}
	}
	return found
}

func TestAWatchGoesOnFromTheTokenWhenItsStreamBreaksOff(t *testing.T) {
	for name, end := range map[string]error{
		"the connection is lost":     status.Error(codes.Unavailable, "connection reset"),
		"the stream ends":            io.EOF,
		"the watcher was too slow":   failure(codes.ResourceExhausted, "WATCHER_TOO_SLOW"),
		"the server drains":          failure(codes.Unavailable, "SERVER_DRAINING"),
		"a proxy resets the stream":  status.Error(codes.Internal, "RST_STREAM"),
		"the server falls silent":    nil,
		"the page crashed meanwhile": failure(codes.Unavailable, "PAGE_CRASHED"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tab := newTab(1)
				first := tab.store.Current()
				beginning := start(tab)
				second := tab.mutate()
				s := &script{streams: []take{
					{beginning, end},
					{append([]*observerv1.WatchDiffResponse{opened(first, true)}, delta(first, second)...), gone},
				}}
				events, err := play(t, s)
				require.ErrorIs(t, err, gone)
				require.Equal(t, token(first), s.calls[1].GetResumeToken())
				require.Len(t, kinds[client.Lost](events), 1)
				changed := kinds[client.Changed](events)
				require.Len(t, changed, 1)
				require.Equal(t, second.Tree.Root.Digest(), changed[0].Tree.Root.Digest())
			})
		})
	}
}

func TestAWatchEndsWhenNoFurtherStreamCouldDoBetter(t *testing.T) {
	for _, end := range []error{
		gone,
		failure(codes.InvalidArgument, "INVALID_REQUEST"),
		failure(codes.Aborted, "TAB_CLOSED"),
		failure(codes.Unauthenticated, "UNAUTHENTICATED"),
		failure(codes.Internal, "INTERNAL"),
		failure(codes.Unavailable, "BROWSER_DISCONNECTED"),
		failure(codes.InvalidArgument, "RESUME_TOKEN_INVALID"),
		status.Error(codes.Unimplemented, "unknown service"),
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{streams: []take{{nil, end}}}
			_, err := play(t, s)
			require.ErrorIs(t, err, end)
			require.Len(t, s.calls, 1)
		})
	}
}

func TestAWatchBeginsAnewWhenItsTokenIsRefusedOrTheTreeDiverged(t *testing.T) {
	tab := newTab(1)
	damaged := start(tab)
	damaged = append(damaged, progress(tab.store.Current()))
	damaged[len(damaged)-1].GetProgress().Digest++
	for name, streams := range map[string][]take{
		"the token is refused": {{start(tab), io.EOF}, {nil, failure(codes.InvalidArgument, "RESUME_TOKEN_INVALID")}, {start(tab), gone}},
		"the digest differs":   {{damaged, io.EOF}, {start(tab), gone}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{streams: streams}
				events, err := play(t, s)
				require.ErrorIs(t, err, gone)
				require.Empty(t, s.calls[len(s.calls)-1].GetResumeToken())
				require.Len(t, kinds[client.Snapshot](events), 2)
			})
		})
	}
}

func TestThePausesOfAWatchGrowToTheirLimitAndBeginAnewAfterSuccess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := take{nil, status.Error(codes.Unavailable, "down")}
		var streams []take
		for range 12 {
			streams = append(streams, down)
		}
		tab := newTab(1)
		s := &script{streams: append(streams, take{start(tab), io.EOF}, take{nil, gone})}
		events, _ := play(t, s)
		longest := 100 * time.Millisecond
		lost := kinds[client.Lost](events)
		require.Len(t, lost, 13)
		for i, l := range lost[:12] {
			require.LessOrEqual(t, l.Pause, longest, "pause %d", i)
			require.GreaterOrEqual(t, l.Pause, longest/2, "pause %d", i)
			require.Equal(t, l.Pause, s.at[i+1].Sub(s.at[i]))
			longest = min(2*longest, 15*time.Second)
		}
		require.LessOrEqual(t, lost[12].Pause, 100*time.Millisecond)
	})
}

func TestTwoWatchesDoNotComeBackAtTheSameMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pauses := map[time.Duration]bool{}
		for range 20 {
			events, _ := play(t, &script{streams: []take{{nil, io.EOF}, {nil, gone}}})
			pauses[kinds[client.Lost](events)[0].Pause] = true
		}
		require.Greater(t, len(pauses), 10)
	})
}

func TestAWatchWaitsAsLongAsTheServerAsks(t *testing.T) {
	away := &observerv1.WatchDiffResponse{Event: &observerv1.WatchDiffResponse_GoingAway{
		GoingAway: &observerv1.WatchGoingAway{RetryAfter: durationpb.New(40 * time.Second)},
	}}
	for name, first := range map[string]take{
		"in going_away": {[]*observerv1.WatchDiffResponse{away}, io.EOF},
		"in the status": {nil, failure(codes.Unavailable, "SERVER_DRAINING", &errdetails.RetryInfo{RetryDelay: durationpb.New(40 * time.Second)})},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{streams: []take{first, {nil, gone}}}
				_, _ = play(t, s)
				require.Equal(t, 40*time.Second, s.at[1].Sub(s.at[0]))
			})
		})
	}
}

func TestASilentStreamIsGivenUpAfterThreeHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: []take{{start(newTab(1)), nil}, {nil, gone}}}
		events, _ := play(t, s)
		lost := kinds[client.Lost](events)
		require.Len(t, lost, 1)
		require.Equal(t, 30*time.Second+lost[0].Pause, s.at[1].Sub(s.at[0]))
	})
}

func TestAWatchEndsWithItsContextAlsoDuringAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		c := &client.Client{Observer: &script{streams: []take{{nil, io.EOF}}}}
		var last error
		for e, err := range c.Watch(ctx, nodes, client.WatchOptions{}) {
			if _, lost := e.(client.Lost); lost {
				cancel(why)
			}
			last = err
		}
		require.ErrorIs(t, last, why)
	})
}

func TestAWatchEndsWhenTheCallerLeavesTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: []take{{start(newTab(1)), nil}}}
		for _, err := range (&client.Client{Observer: s}).Watch(t.Context(), nodes, client.WatchOptions{}) {
			require.NoError(t, err)
			break
		}
		require.Len(t, s.calls, 1)
	})
}

func TestAWatchWithoutASnapshotIsResumedWithoutThatWish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTab(1)
		at := tab.store.Current()
		s := &script{streams: []take{
			{[]*observerv1.WatchDiffResponse{opened(at, false), snapshot(at)[len(snapshot(at))-1]}, io.EOF},
			{[]*observerv1.WatchDiffResponse{opened(at, true)}, gone},
		}}
		req := &observerv1.WatchDiffRequest{SessionId: "s", Format: observerv1.Format_FORMAT_NODES, SkipSnapshot: true}
		for _, err := range (&client.Client{Observer: s}).Watch(t.Context(), req, client.WatchOptions{}) {
			if err != nil {
				require.ErrorIs(t, err, gone)
			}
		}
		require.True(t, s.calls[0].GetSkipSnapshot())
		require.False(t, s.calls[1].GetSkipSnapshot())
		require.Equal(t, token(at), s.calls[1].GetResumeToken())
	})
}
