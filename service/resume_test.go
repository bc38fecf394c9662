package service

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page/pagetest"
	"github.com/observer-svc/observer-svc/refstore"
)

func TestAWatchResumesFromEveryTokenWithoutLossOrRepetition(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		for i := range 6 {
			r.script.Change(func() {
				r.script.Names = append(r.script.Names, fmt.Sprint(i))
				r.script.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, SameDocument: true})
			})
			settle()
		}
		all := w.received()
		_ = w.end()
		for cut := range all {
			token := all[cut].GetResumeToken()
			if len(token) == 0 {
				continue
			}
			var m mirror
			require.NoError(t, m.fold(all[:cut+1]...))
			req := nodesRequest()
			req.ResumeToken = token
			again := r.watch(req)
			settle()
			rest := again.received()
			require.True(t, rest[0].GetOpened().GetResumed())
			require.NoError(t, m.fold(rest...))
			require.Equal(t, "a 0 1 2 3 4 5", pagetest.Says(m.tree))
			require.Equal(t, 6, m.events, "events are neither lost nor repeated after message %d", cut)
			require.Empty(t, m.resets)
			_ = again.end()
		}
	}, "a")
}

func TestEveryTokenThatCannotBeResumedHasItsAnswer(t *testing.T) {
	cfg := Config{History: refstore.Options{MinHistory: time.Second, MaxHistory: 2 * time.Second}}
	inRig(t, cfg, func(t *testing.T, r *rig) {
		probe := &watch{server: r.Server, tab: r.tab, format: observerv1.Format_FORMAT_BOTH}
		for i := range 20 {
			r.script.Change(func() { r.script.Names[0] = fmt.Sprint(i) })
			_, err := r.observe(&observerv1.ObserveRequest{})
			require.NoError(t, err)
			settle()
		}
		now := place{epoch: "epoch", generation: 1, revision: r.tab.page.Store().Current().Number}
		for name, test := range map[string]struct {
			at   func(p *place)
			want observerv1.ResetReason
		}{
			"another epoch":  {func(p *place) { p.epoch = "old" }, observerv1.ResetReason_RESET_REASON_OTHER_EPOCH},
			"in the future":  {func(p *place) { p.revision += 5 }, observerv1.ResetReason_RESET_REASON_FUTURE},
			"compacted":      {func(p *place) { p.revision = 1 }, observerv1.ResetReason_RESET_REASON_COMPACTED},
			"other document": {func(p *place) { p.generation = 7 }, observerv1.ResetReason_RESET_REASON_NAVIGATED},
		} {
			at := now
			test.at(&at)
			req := nodesRequest()
			req.ResumeToken = probe.token(at)
			w := r.watch(req)
			settle()
			got := w.received()
			require.Equal(t, []string{"opened", "reset", "snapshot", "current"}, kinds(got), name)
			require.False(t, got[0].GetOpened().GetResumed(), name)
			require.Equal(t, test.want, got[1].GetReset_().GetReason(), name)
			_ = w.end()
		}
	}, "a")
}

func TestServersWithTheSameKeyTakeEachOthersTokens(t *testing.T) {
	var token []byte
	inRig(t, Config{TokenKey: []byte("shared")}, func(_ *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		token = w.received()[2].GetResumeToken()
		_ = w.end()
	}, "a")
	req := nodesRequest()
	req.ResumeToken = token
	inRig(t, Config{TokenKey: []byte("shared")}, func(t *testing.T, r *rig) {
		w := r.watch(req)
		settle()
		require.True(t, w.received()[0].GetOpened().GetResumed())
		_ = w.end()
	}, "a")
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(req)
		<-w.done
		require.True(t, fault.Is(w.err, fault.ResumeTokenInvalid))
	}, "a")
}

func TestATokenOfAnotherViewFormatTabOrServerIsInvalid(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		token := w.received()[2].GetResumeToken()
		_ = w.end()
		forged := append([]byte(nil), token...)
		forged[len(forged)-1] ^= 1
		other := nodesRequest()
		other.ResumeToken, other.View = token, &observerv1.View{InteractiveOnly: true}
		for name, req := range map[string]*observerv1.WatchDiffRequest{
			"format":  {ResumeToken: token, Format: observerv1.Format_FORMAT_TEXT},
			"view":    other,
			"forged":  {ResumeToken: forged, Format: observerv1.Format_FORMAT_BOTH},
			"garbage": {ResumeToken: []byte("x"), Format: observerv1.Format_FORMAT_BOTH},
		} {
			w := r.watch(req)
			<-w.done
			require.True(t, fault.Is(w.err, fault.ResumeTokenInvalid), "%s: %v", name, w.err)
		}
		skip := nodesRequest()
		skip.ResumeToken, skip.SkipSnapshot = token, true
		w = r.watch(skip)
		<-w.done
		require.True(t, fault.Is(w.err, fault.InvalidRequest))
	}, "a")
}

// A watch of a part of the page goes on while that part is gone, and so it must when it is resumed then.
func TestAWatchOfAPartThatIsGoneIsResumedAndToldSo(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		req := nodesRequest()
		req.View = &observerv1.View{ScopeRef: "e2"}
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		w := r.watch(req)
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, "b", pagetest.Says(m.tree))
		_ = w.end()
		names := r.script.Names
		lose := func() {
			r.script.Change(func() { r.script.Names = names[:1] })
			_, err := r.observe(&observerv1.ObserveRequest{})
			require.NoError(t, err)
		}
		lose()
		req.ResumeToken = m.token
		w = r.watch(req)
		settle()
		got := w.take()
		require.Equal(t, []string{"opened", "delta"}, kinds(got))
		require.True(t, got[0].GetOpened().GetResumed())
		require.NoError(t, m.fold(got...))
		require.Empty(t, pagetest.Says(m.tree))
		r.script.Change(func() { r.script.Names = names })
		settle()
		require.NoError(t, m.fold(w.take()...))
		require.Equal(t, "b", pagetest.Says(m.tree), "it is back")
		_ = w.end()

		lose()
		fresh := nodesRequest()
		fresh.View = req.View
		w = r.watch(fresh)
		<-w.done
		require.True(t, fault.Is(w.err, fault.StaleRef), "a new watch of it is refused: %v", w.err)
	}, "a", "b")
}
