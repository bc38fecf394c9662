package service

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// TestAnAnswerThatWasMadeForOneIsGivenOnlyToThoseWhoAskTheSame asks for everything twice, in turns: what
// was encoded for one request must not be the answer to another.
func TestAnAnswerThatWasMadeForOneIsGivenOnlyToThoseWhoAskTheSame(t *testing.T) {
	r := newRig(t, Config{}, "a", "b")
	first := r.see(&observerv1.ObserveRequest{}).header.GetSnapshotId()
	r.script.Change(func() { r.script.Names[1] = "c" })
	r.see(&observerv1.ObserveRequest{})
	requests := []*observerv1.ObserveRequest{
		{},
		{Format: observerv1.Format_FORMAT_NODES},
		{Format: observerv1.Format_FORMAT_BOTH},
		{Engine: observerv1.Engine_ENGINE_AX},
		{View: &observerv1.View{InteractiveOnly: true}},
		{View: &observerv1.View{ScopeRef: "e2"}},
		{SnapshotId: first},
		{SinceSnapshotId: first},
		{Find: &observerv1.Find{Pattern: &observerv1.Find_Text{Text: "\"a\""}}},
		{Budget: &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: 1000}}},
	}
	alone := make([][]proto.Message, len(requests))
	for i, req := range requests {
		fresh := newRig(t, Config{}, "a", "b")
		fresh.see(&observerv1.ObserveRequest{})
		fresh.script.Change(func() { fresh.script.Names[1] = "c" })
		alone[i] = fresh.parts(req)
	}
	for range 2 {
		for i, req := range requests {
			got := r.parts(req)
			require.Len(t, got, len(alone[i]), "%v", req)
			for j := range got {
				require.True(t, proto.Equal(alone[i][j], got[j]), "%v: got %v, want %v", req, got[j], alone[i][j])
			}
		}
	}
}

// parts returns the messages of an answer.
func (r *rig) parts(req *observerv1.ObserveRequest) (all []proto.Message) {
	r.t.Helper()
	got, err := r.observe(req)
	require.NoError(r.t, err)
	for _, m := range got {
		all = append(all, m)
	}
	return all
}

func TestADialogIsToldOnlyWhileItWaits(t *testing.T) {
	r := newRig(t, Config{}, "a")
	for range 2 {
		require.Nil(t, r.see(&observerv1.ObserveRequest{}).header.GetDialog())
		r.script.Change(func() { r.script.OpenDialog = &cdpclient.Dialog{Type: cdpclient.Alert, Message: "hello"} })
		require.Equal(t, "hello", r.see(&observerv1.ObserveRequest{}).header.GetDialog().GetMessage())
		r.script.Change(func() { r.script.OpenDialog = nil })
	}
}
