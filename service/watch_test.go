package service

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/page/pagetest"
	"github.com/observer-svc/observer-svc/refstore"
)

// inRig runs a test on a rig in virtual time.
func inRig(t *testing.T, cfg Config, f func(t *testing.T, r *rig), names ...string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newRig(t, cfg, names...)) })
}

func nodesRequest() *observerv1.WatchDiffRequest {
	return &observerv1.WatchDiffRequest{Format: observerv1.Format_FORMAT_BOTH}
}

// settle lets virtual time pass until captures and deltas have gone through.
func settle() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
}

func kinds(msgs []*observerv1.WatchDiffResponse) []string {
	var names []string
	for _, m := range msgs {
		names = append(names, string(m.ProtoReflect().WhichOneof(m.ProtoReflect().Descriptor().Oneofs().ByName("event")).Name()))
	}
	return names
}

func TestAWatchBeginsWithOpenedSnapshotAndCurrentAndGoesOnWithDeltas(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		got := w.take()
		require.Equal(t, []string{"opened", "snapshot", "current"}, kinds(got))
		require.Empty(t, got[1].GetResumeToken())
		require.NotEmpty(t, got[2].GetResumeToken())
		var m mirror
		require.NoError(t, m.fold(got...))
		for i := range 5 {
			r.script.Change(func() { r.script.Names = append(r.script.Names, fmt.Sprint(i)) })
			settle()
			got := w.take()
			require.Equal(t, []string{"delta"}, kinds(got))
			require.NoError(t, m.fold(got...))
			require.Equal(t, r.tab.page.Store().Current().Tree.Root.Digest(), m.tree.Root.Digest())
		}
		require.Equal(t, "a b 0 1 2 3 4", pagetest.Says(m.tree))
		require.True(t, fault.Is(phase(w.end(), ""), fault.Cancelled) || context.Cause(w.ctx) != nil)
	}, "a", "b")
}

func TestProgressComesOnlyWhenNothingElseDoesAndIsClamped(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.Heartbeat = durationpb.New(time.Millisecond)
		w := r.watch(req)
		settle()
		got := w.take()
		require.Equal(t, time.Second, got[0].GetOpened().GetHeartbeat().AsDuration())
		var m mirror
		require.NoError(t, m.fold(got...))
		time.Sleep(10 * time.Second)
		synctest.Wait()
		got = w.take()
		require.GreaterOrEqual(t, len(got), 9)
		require.LessOrEqual(t, len(got), 14)
		for _, k := range kinds(got) {
			require.Equal(t, "progress", k)
		}
		require.NoError(t, m.fold(got...))
		_ = w.end()
	}, "a")
}

func TestProgressComesAlsoWhileADeltaIsHeldBack(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.Heartbeat, req.MinInterval = durationpb.New(time.Second), durationpb.New(30*time.Second)
		w := r.watch(req)
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		at := m.revision
		for i := range 20 { // the page never rests
			r.rename(fmt.Sprint(i))
		}
		got := w.take()
		require.GreaterOrEqual(t, len(got), 9, "a client that hears nothing for some heartbeats takes the stream for lost")
		for _, msg := range got {
			require.NotNil(t, msg.GetProgress())
			require.Equal(t, at, msg.GetPosition().GetRevision(), "it has not been told of more")
		}
		require.NoError(t, m.fold(got...))
		time.Sleep(time.Minute)
		synctest.Wait()
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, "19 b", pagetest.Says(m.tree))
		require.LessOrEqual(t, m.deltas, 2)
		_ = w.end()
	}, "a", "b")
}

func TestProgressComesAlsoWhenTheHistoryGoesWhileADeltaIsHeldBack(t *testing.T) {
	history := refstore.Options{MinHistory: time.Second, MaxHistory: 2 * time.Second}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.Heartbeat, req.MinInterval = durationpb.New(time.Second), durationpb.New(30*time.Second)
		w, other := r.watch(req), r.watch(nodesRequest()) // for which each change is a revision
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		for i := range 20 {
			r.rename(fmt.Sprint(i))
		}
		got := w.take()
		require.NotContains(t, kinds(got), "reset", "the interval holds it back, too")
		require.GreaterOrEqual(t, len(got), 9)
		require.NoError(t, m.fold(got...))
		time.Sleep(30 * time.Second)
		synctest.Wait()
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, []observerv1.ResetReason{observerv1.ResetReason_RESET_REASON_COMPACTED}, m.resets)
		require.Equal(t, "19 b", pagetest.Says(m.tree))
		_, _ = w.end(), other.end()
	}, "a", "b")
}

func TestAHeartbeatIsNeverSoLongThatTheHistoryForgetsAClientInBetween(t *testing.T) {
	history := refstore.Options{MinHistory: 2 * time.Minute}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.Heartbeat = durationpb.New(time.Hour)
		w := r.watch(req)
		settle()
		beat := w.take()[0].GetOpened().GetHeartbeat().AsDuration()
		require.LessOrEqual(t, silence*beat+reconnect, history.MinHistory, "package client gives a stream up after so many")
		require.Greater(t, beat, r.cfg.Watch.Heartbeat)
		_ = w.end()
	}, "a")
}

func TestHeartbeatsOfManyStreamsDoNotComeAtTheSameMoment(t *testing.T) {
	moments := map[time.Duration]bool{}
	for range 100 {
		d := jitter(10 * time.Second)
		require.LessOrEqual(t, d, 10*time.Second)
		require.GreaterOrEqual(t, d, 8*time.Second)
		moments[d] = true
	}
	require.Greater(t, len(moments), 90)
}

func TestMinIntervalMergesChangesAndSendsTheFirstAtOnce(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.MinInterval = durationpb.New(10 * time.Second)
		w := r.watch(req)
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		time.Sleep(10 * time.Second)
		require.NoError(t, m.fold(w.take()...))
		for i := range 20 {
			r.script.Change(func() { r.script.Names[0] = fmt.Sprint(i) })
			settle()
		}
		require.NoError(t, m.fold(w.take()...))
		require.LessOrEqual(t, m.deltas, 2)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, "19", pagetest.Says(m.tree))
		require.LessOrEqual(t, m.deltas, 3)
		_ = w.end()
	}, "a")
}

func TestASlowWatcherGetsWhatItMissedAsOneDeltaAndHoldsUpNobody(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		slow, quick := r.watch(nodesRequest()), r.watch(nodesRequest())
		settle()
		var ms, mq mirror
		require.NoError(t, ms.fold(slow.take()...))
		resume := slow.pause()
		for i := range 10 {
			r.script.Change(func() { r.script.Names[0] = fmt.Sprint(i) })
			settle()
		}
		require.NoError(t, mq.fold(quick.take()...))
		require.Equal(t, 10, mq.deltas)
		require.Empty(t, slow.take())
		resume()
		settle()
		require.NoError(t, ms.fold(slow.take()...))
		require.Equal(t, 2, ms.deltas, "the one that was stuck, and the rest as one")
		require.Equal(t, "9", pagetest.Says(ms.tree))
		_, _ = slow.end(), quick.end()
	}, "a")
}

func TestAWatcherWhoseHistoryIsGoneIsReset(t *testing.T) {
	history := refstore.Options{MinHistory: time.Second, MaxHistory: 2 * time.Second}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		resume := w.pause()
		for i := range 20 {
			r.script.Change(func() { r.script.Names[0] = fmt.Sprint(i) })
			settle()
		}
		resume()
		settle()
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, []observerv1.ResetReason{observerv1.ResetReason_RESET_REASON_COMPACTED}, m.resets)
		require.Equal(t, "19", pagetest.Says(m.tree))
		_ = w.end()
	}, "a")
}

func TestAWatcherThatDoesNotReadIsEnded(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		w.pause()
		r.script.Change(func() { r.script.Names[0] = "b" })
		settle()
		r.script.Change(func() { r.script.Names[0] = "c" })
		time.Sleep(time.Minute)
		<-w.done
		require.True(t, fault.Is(w.err, fault.WatcherTooSlow), "%v", w.err)
	}, "a")
}

func TestANewDocumentResetsTheWatchAfterTheEventThatTellsOfIt(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		w.take()
		r.script.Change(func() {
			r.script.Loader, r.script.Names = "L2", []string{"new"}
			r.script.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, URL: "https://example.org/2", Generation: 2})
		})
		settle()
		got := w.take()
		require.Equal(t, []string{"page_event", "reset", "snapshot", "current"}, kinds(got))
		require.Equal(t, observerv1.ResetReason_RESET_REASON_NAVIGATED, got[1].GetReset_().GetReason())
		require.Equal(t, uint64(2), got[3].GetPosition().GetGeneration())
		_ = w.end()
	}, "old")
}

func TestAStreamEndsAtItsAgeWithATokenThatGoesOn(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		expires := w.received()[0].GetOpened().GetExpireTime().AsTime()
		require.WithinRange(t, expires, time.Now().Add(40*time.Minute), time.Now().Add(time.Hour))
		time.Sleep(time.Hour)
		<-w.done
		require.NoError(t, w.err)
		got := w.take()
		require.Equal(t, "going_away", kinds(got)[len(got)-1])
		req := nodesRequest()
		req.ResumeToken = got[len(got)-1].GetResumeToken()
		again := r.watch(req)
		settle()
		require.Equal(t, []string{"opened"}, kinds(again.received()))
		require.True(t, again.received()[0].GetOpened().GetResumed())
		_ = again.end()
	}, "a")
}

func TestADrainEndsWatchesWithGoingAway(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		require.NoError(t, r.Drain(t.Context()))
		<-w.done
		require.True(t, fault.Is(w.err, fault.ServerDraining))
		got := w.received()
		require.Equal(t, "going_away", kinds(got)[len(got)-1])
		require.NotEmpty(t, got[len(got)-1].GetResumeToken())
	}, "a")
}

func TestAWatchEndsWithItsTab(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		r.script.Change(func() { r.script.Log(cdpclient.Event{Kind: cdpclient.EventClosed}) })
		r.script.Close()
		<-w.done
		require.True(t, fault.Is(w.err, fault.TabClosed))
		got := w.received()
		require.NotNil(t, got[len(got)-1].GetPageEvent().GetClosed())
		synctest.Wait()
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.True(t, fault.Is(err, fault.TabNotFound))
	}, "a")
}

func TestSkipSnapshotSendsOnlyWhatChanges(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.SkipSnapshot = true
		w := r.watch(req)
		settle()
		require.Equal(t, []string{"opened", "current"}, kinds(w.take()))
		r.script.Change(func() { r.script.Names[0] = "b" })
		settle()
		require.Equal(t, []string{"delta"}, kinds(w.take()))
		_ = w.end()
	}, "a")
}

func TestCredentialsThatAreRevokedEndAStream(t *testing.T) {
	var revoked atomic.Bool
	auth := Authenticator(func(context.Context) (string, error) {
		if revoked.Load() {
			return "", fault.New(fault.Unauthenticated, "revoked")
		}
		return "", nil
	})
	inRig(t, Config{Auth: auth}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		revoked.Store(true)
		time.Sleep(2 * time.Minute)
		<-w.done
		require.True(t, fault.Is(w.err, fault.Unauthenticated))
	}, "a")
}

func TestTheServersLimitOfWatchersIsKept(t *testing.T) {
	inRig(t, Config{Limits: Limits{Watchers: 1}}, func(t *testing.T, r *rig) {
		first := r.watch(nodesRequest())
		settle()
		second := r.watch(nodesRequest())
		<-second.done
		require.True(t, fault.Is(second.err, fault.TooManyWatchers))
		_ = first.end()
		third := r.watch(nodesRequest())
		settle()
		require.NotEmpty(t, third.received())
		_ = third.end()
	}, "a")
}

func TestManyWatchersShareCapturesAndRenderings(t *testing.T) {
	inRig(t, Config{Page: page.Options{Interval: 10 * time.Millisecond}}, func(t *testing.T, r *rig) {
		var all []*stream[observerv1.WatchDiffResponse]
		for range 20 {
			all = append(all, r.watch(nodesRequest()))
		}
		settle()
		before := r.script.Captures()
		r.script.Change(func() { r.script.Names[0] = "b" })
		settle()
		require.Equal(t, before+1, r.script.Captures())
		require.Len(t, r.tab.renders.lenses, 1)
		require.Len(t, r.tab.renders.lenses[0].changes, 1)
		for _, w := range all {
			var m mirror
			require.NoError(t, m.fold(w.received()...))
			require.Equal(t, "b", pagetest.Says(m.tree))
			_ = w.end()
		}
	}, "a")
}

func TestAnOpenDialogIsToldToANewWatcher(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		r.script.Change(func() {
			d := cdpclient.Dialog{Type: cdpclient.Alert, Message: "hello"}
			r.script.OpenDialog = &d
			r.script.Log(cdpclient.Event{Kind: cdpclient.EventDialogOpened, Dialog: d})
		})
		settle()
		w := r.watch(nodesRequest())
		settle()
		got := w.received()
		require.Equal(t, []string{"opened", "snapshot", "current", "page_event"}, kinds(got))
		require.Equal(t, "hello", got[3].GetPageEvent().GetDialogOpened().GetMessage())
		_ = w.end()
	}, "a")
}
