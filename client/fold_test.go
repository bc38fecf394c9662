package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

var nodes = &observerv1.WatchDiffRequest{SessionId: "s", Format: observerv1.Format_FORMAT_NODES}

// stream is a watch over some random changes, with a reset in between, and all revisions by number.
func stream(seed uint64) ([]*observerv1.WatchDiffResponse, map[uint64]*refstore.Revision) {
	t := newTab(seed)
	at := t.store.Current()
	revs := map[uint64]*refstore.Revision{at.Number: at}
	ms := append([]*observerv1.WatchDiffResponse{opened(at, false)}, snapshot(at)...)
	for range 6 {
		for range 1 + t.IntN(2) {
			rev := t.mutate()
			revs[rev.Number] = rev
		}
		now := t.store.Current()
		switch {
		case t.IntN(5) == 0:
			ms = append(append(ms, reset(now)), snapshot(now)...)
		case now != at:
			ms = append(ms, delta(at, now)...)
		}
		ms = append(ms, progress(now))
		at = now
	}
	return clones(ms), revs
}

func ids(n *tree.Node) []tree.ID {
	all := []tree.ID{n.ID}
	for _, kid := range n.Children {
		all = append(all, ids(kid)...)
	}
	return all
}

// requireTrue checks that a fold shows exactly what the server had at the fold's position.
func requireTrue(t *testing.T, f *client.Fold, revs map[uint64]*refstore.Revision, seed uint64) {
	t.Helper()
	if f.Tree() == nil {
		return
	}
	want := revs[f.Position().GetRevision()].Tree.Root
	require.Equal(t, want.Digest(), f.Tree().Root.Digest(), "seed %d", seed)
	require.Equal(t, ids(want), ids(f.Tree().Root), "seed %d", seed)
}

func TestAFoldEqualsTheServersTreeAfterEachMessage(t *testing.T) {
	for seed := range uint64(60) {
		ms, revs := stream(seed)
		f := client.NewFold(nodes)
		for _, m := range ms {
			_, err := f.Add(m)
			require.NoError(t, err, "seed %d", seed)
			requireTrue(t, f, revs, seed)
		}
		require.Equal(t, ms[len(ms)-1].GetPosition().GetRevision(), f.Position().GetRevision())
	}
}

func TestAFoldNeverShowsATreeTheServerDidNotHaveWhenMessagesAreLostDoubledOrSwapped(t *testing.T) {
	found := 0
	for seed := range uint64(400) {
		ms, revs := stream(seed)
		r := newTab(seed).Rand
		i := 1 + r.IntN(len(ms)-2)
		switch r.IntN(3) {
		case 0:
			ms = append(ms[:i:i], ms[i+1:]...)
		case 1:
			ms = append(ms[:i:i], append([]*observerv1.WatchDiffResponse{proto.CloneOf(ms[i])}, ms[i:]...)...)
		case 2:
			ms[i], ms[i+1] = ms[i+1], ms[i]
		}
		f := client.NewFold(nodes)
		for _, m := range ms {
			if _, err := f.Add(m); err != nil {
				found++
				break
			}
			requireTrue(t, f, revs, seed)
		}
	}
	require.Greater(t, found, 200, "most damage is noticed at once; a doubled progress is none")
}

func TestAFoldNoticesADamagedNode(t *testing.T) {
	f := client.NewFold(nodes)
	tab := newTab(1)
	at := tab.store.Current()
	ms := append([]*observerv1.WatchDiffResponse{opened(at, false)}, clones(snapshot(at))...)
	ms[1].GetSnapshot().GetNodes()[0].Name += "x"
	var err error
	for _, m := range ms {
		if _, err = f.Add(m); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, client.ErrDiverged)
	require.Nil(t, f.Tree())
}

func TestAFoldIsAsItWasWhenAStreamBreaksOffWithinADeltaOrASnapshot(t *testing.T) {
	for seed := range uint64(120) {
		ms, revs := stream(seed)
		r := newTab(seed).Rand
		f := client.NewFold(nodes)
		var at uint64
		for i := 0; i < len(ms); i++ {
			if at != 0 && r.IntN(8) == 0 {
				// The stream breaks off here; the next one goes on after the last token.
				_, err := f.Add(opened(revs[at], true))
				require.NoError(t, err, "seed %d", seed)
				for len(ms[i-1].GetResumeToken()) == 0 {
					i--
				}
			}
			_, err := f.Add(proto.CloneOf(ms[i]))
			require.NoError(t, err, "seed %d", seed)
			requireTrue(t, f, revs, seed)
			if len(ms[i].GetResumeToken()) > 0 {
				at = ms[i].GetPosition().GetRevision()
			}
		}
	}
}

func TestAFoldOfTextFollowsThePositionsOnly(t *testing.T) {
	ms, _ := stream(3)
	f := client.NewFold(&observerv1.WatchDiffRequest{Format: observerv1.Format_FORMAT_TEXT})
	for _, m := range ms {
		_, err := f.Add(m)
		require.NoError(t, err)
	}
	require.Nil(t, f.Tree())
	require.Equal(t, ms[len(ms)-1].GetPosition().GetRevision(), f.Position().GetRevision())
}

func TestTheAddressOfThePageFollowsANavigationWithinTheDocument(t *testing.T) {
	tab := newTab(1)
	at := tab.store.Current()
	f := client.NewFold(nodes)
	for _, m := range append([]*observerv1.WatchDiffResponse{opened(at, false)}, snapshot(at)...) {
		_, err := f.Add(m)
		require.NoError(t, err)
	}
	before := f.Tree()
	_, err := f.Add(&observerv1.WatchDiffResponse{Position: position(at), Event: &observerv1.WatchDiffResponse_PageEvent{
		PageEvent: &observerv1.PageEvent{Event: &observerv1.PageEvent_Navigated{
			Navigated: &observerv1.Navigated{Url: "/next", SameDocument: true},
		}},
	}})
	require.NoError(t, err)
	require.Equal(t, "/next", f.Tree().URL)
	require.Empty(t, before.URL, "a tree that was handed out does not change")
}

func FuzzAFoldNeverPanics(f *testing.F) {
	for seed := range uint64(5) {
		ms, _ := stream(seed)
		var raw []byte
		for _, m := range ms {
			one, _ := proto.Marshal(m)
			raw = append(append(raw, byte(len(one)), byte(len(one)>>8)), one...)
		}
		f.Add(raw)
	}
	f.Fuzz(func(_ *testing.T, raw []byte) {
		fold := client.NewFold(nodes)
		for len(raw) > 2 {
			n := min(int(raw[0])|int(raw[1])<<8, len(raw)-2)
			var m observerv1.WatchDiffResponse
			if proto.Unmarshal(raw[2:2+n], &m) != nil {
				return
			}
			raw = raw[2+n:]
			if _, err := fold.Add(&m); err != nil {
				return
			}
		}
	})
}
