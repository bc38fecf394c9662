package service

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

func TestADeltaBeginsWhereTheClientIsAlthoughTheViewWasQuietInBetween(t *testing.T) {
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		req := nodesRequest()
		req.View = &observerv1.View{ScopeRef: "e1"}
		w := r.watch(req)
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		told := m.revision
		for i := range 3 {
			r.script.Change(func() { r.script.Names[1] = fmt.Sprint(i) })
			settle()
			require.Empty(t, w.take(), "what is outside the view is not told")
		}
		r.script.Change(func() { r.script.Names[0] = "changed" })
		settle()
		got := w.take()
		require.Equal(t, []string{"delta"}, kinds(got))
		require.Equal(t, told, got[0].GetDelta().GetFromRevision())
		require.NoError(t, m.fold(got...))
		_ = w.end()
	}, "a", "b")
}

func TestAQuietViewOfABusyPageIsNeverForgotten(t *testing.T) {
	history := refstore.Options{MinHistory: time.Minute, MaxHistory: 2 * time.Minute}
	inRig(t, Config{History: history}, func(t *testing.T, r *rig) {
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		req := nodesRequest()
		req.View = &observerv1.View{ScopeRef: "e1"}
		req.Heartbeat = durationpb.New(5 * time.Minute)
		w := r.watch(req)
		for i := range 40 * 60 { // 20 minutes
			r.script.Change(func() { r.script.Names[1] = fmt.Sprint(i) })
			settle()
		}
		r.script.Change(func() { r.script.Names[0] = "changed" })
		settle()
		var m mirror
		require.NoError(t, m.fold(w.take()...))
		require.Empty(t, m.resets)
		require.Equal(t, 1, m.deltas)
		_ = w.end()
	}, "a", "b")
}
