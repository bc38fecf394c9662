package service

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
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
