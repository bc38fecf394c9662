package service

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page/pagetest"
	"github.com/observer-svc/observer-svc/refstore"
)

// The tests of this file hold the watch against the faults that the watch of etcd is known to have had.

// rename changes the first button and lets the capture go through.
func (r *rig) rename(name string) {
	r.script.Change(func() { r.script.Names = append([]string{name}, r.script.Names[1:]...) })
	settle()
}

// resumed begins a watch with a token.
func (r *rig) resumed(token []byte) *stream[observerv1.WatchDiffResponse] {
	req := nodesRequest()
	req.ResumeToken = token
	w := r.watch(req)
	settle()
	return w
}

// Progress ahead of events: a notification of progress came before the events up to its revision, so
// a client that resumed from it lost them.
func TestProgressNeverComesBeforeTheDeltaOfItsRevision(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.Heartbeat, req.MinInterval = durationpb.New(time.Second), durationpb.New(30*time.Second)
		w := r.watch(req)
		settle()
		var m mirror
		for i := range 100 { // deltas are held back for 30 s, heartbeats are due each second
			r.rename(fmt.Sprint(i))
			for _, msg := range w.take() {
				before := m.revision
				require.NoError(t, m.fold(msg))
				if msg.GetProgress() != nil {
					require.Equal(t, before, msg.GetPosition().GetRevision(), "progress leads nowhere the deltas have not led")
				}
			}
			if i%10 == 0 && len(m.token) > 0 { // a client that resumes from what it has loses nothing
				var again mirror
				again.tree, again.revision = m.tree, m.revision
				w2 := r.resumed(m.token)
				require.NoError(t, again.fold(w2.take()...))
				require.Equal(t, r.tab.page.Store().Current().Tree.Root.Digest(), again.tree.Root.Digest())
				_ = w2.end()
			}
		}
		_ = w.end()
	}, "a", "b")
}

// Going back in time after a reconnect: a client that connected again, elsewhere or after a restart,
// was served states older than those it had.
func TestAClientNeverGoesBackInTimeUnannouncedAfterAReconnect(t *testing.T) {
	var token []byte
	key := []byte("shared")
	inRig(t, Config{TokenKey: key}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		for i := range 8 {
			r.rename(fmt.Sprint(i))
		}
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		token = m.token
		_ = w.end()
	}, "a")
	inRig(t, Config{TokenKey: key}, func(t *testing.T, r *rig) { // the same tab, whose history is shorter here
		w := r.resumed(token)
		got := w.take()
		require.Equal(t, []string{"opened", "reset", "snapshot", "current"}, kinds(got))
		require.False(t, got[0].GetOpened().GetResumed())
		require.Equal(t, observerv1.ResetReason_RESET_REASON_FUTURE, got[1].GetReset_().GetReason())
		_ = w.end()
	}, "a")
}

// Duplicates: events came again after a reconnect.
func TestWhatCameBeforeATokenNeverComesAgain(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		deltas, events := map[uint64]int{}, map[string]int{}
		count := func(msgs []*observerv1.WatchDiffResponse) (token []byte) {
			for _, msg := range msgs {
				if d := msg.GetDelta(); d != nil {
					deltas[d.GetRevision()]++
				}
				if to := msg.GetPageEvent().GetNavigated(); to != nil {
					events[to.GetUrl()]++
				}
				if len(msg.GetResumeToken()) > 0 {
					token = msg.GetResumeToken()
				}
			}
			return token
		}
		token := count(w.take())
		for i := range 20 {
			_ = w.end()
			r.script.Change(func() {
				r.script.Names = []string{fmt.Sprint(i)}
				r.script.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, SameDocument: true, URL: fmt.Sprint("/", i)})
			})
			w = r.resumed(token)
			token = count(w.take())
		}
		_ = w.end()
		require.Len(t, deltas, 20)
		require.Len(t, events, 20)
		for what, n := range deltas {
			require.Equal(t, 1, n, "revision %d", what)
		}
		for what, n := range events {
			require.Equal(t, 1, n, what)
		}
	}, "a")
}

// Loss under starvation: a watcher that fell behind while many others were served lost events, and
// was not told so.
func TestAStarvedWatcherLosesNothingOrIsTold(t *testing.T) {
	history := refstore.Options{MinHistory: 5 * time.Second, MaxHistory: 10 * time.Second}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		others := make([]*stream[observerv1.WatchDiffResponse], 20)
		for i := range others {
			others[i] = r.watch(nodesRequest())
		}
		starved := r.watch(nodesRequest())
		settle()
		var m mirror
		require.NoError(t, m.fold(starved.take()...))
		for pause, resets := range map[time.Duration]int{2 * time.Second: 0, 25 * time.Second: 1} {
			m.resets = nil
			resume := starved.pause()
			for began := time.Now(); time.Since(began) < pause; {
				r.rename(fmt.Sprint(time.Since(began)))
			}
			resume()
			settle()
			require.NoError(t, m.fold(starved.take()...), "what is missing would not fold")
			require.Len(t, m.resets, resets, "after %s", pause)
			require.Equal(t, r.tab.page.Store().Current().Tree.Root.Digest(), m.tree.Root.Digest())
		}
		for _, w := range others {
			_ = w.end()
		}
		_ = starved.end()
	}, "a", "b")
}

// Deletes lost at the compaction boundary: a watch that began at the oldest revision still held missed
// what was deleted in the next.
func TestARemovalAtTheEdgeOfTheHistoryIsToldOrTheWatchIsReset(t *testing.T) {
	history := refstore.Options{MinHistory: 2 * time.Second, MaxHistory: 4 * time.Second}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		names := []string{"a"}
		for i := range 40 {
			names = append(names, fmt.Sprint(i))
		}
		r.script.Change(func() { r.script.Names = names })
		settle()
		for len(r.script.Names) > 1 { // each revision removes one
			r.script.Change(func() { r.script.Names = r.script.Names[:len(r.script.Names)-1] })
			settle()
		}
		all := w.received()
		_ = w.end()
		outcomes := map[bool]int{}
		for i, msg := range all {
			if len(msg.GetResumeToken()) == 0 {
				continue
			}
			var m mirror
			require.NoError(t, m.fold(all[:i+1]...))
			again := r.resumed(msg.GetResumeToken())
			require.NoError(t, m.fold(again.take()...))
			require.Equal(t, "a", pagetest.Says(m.tree), "from revision %d", msg.GetPosition().GetRevision())
			outcomes[len(m.resets) > 0]++
			_ = again.end()
		}
		require.Positive(t, outcomes[true], "some lie before the edge")
		require.Positive(t, outcomes[false], "some behind it")
	}, "a")
}

// Future revisions: a watch from a revision that had not come yet was sent events of earlier ones.
func TestAWatchFromTheFutureIsResetAndSentNothingOfBefore(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		probe := &watch{server: r.Server, tab: r.tab, format: observerv1.Format_FORMAT_BOTH}
		now := r.tab.page.Store().Current()
		token := probe.token(place{epoch: "epoch", generation: now.Generation, revision: now.Number + 3})
		w := r.resumed(token)
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, []observerv1.ResetReason{observerv1.ResetReason_RESET_REASON_FUTURE}, m.resets)
		for i := range 6 { // up to the revision of the token and beyond
			r.rename(fmt.Sprint(i))
			require.NoError(t, m.fold(w.take()...))
			require.Equal(t, fmt.Sprint(i), pagetest.Says(m.tree))
		}
		require.Equal(t, 6, m.deltas)
		synctest.Wait()
		_ = w.end()
	}, "a")
}
