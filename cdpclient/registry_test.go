package cdpclient

import (
	"fmt"
	"testing"

	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// consistent checks what must hold of a registry whatever the browser sends.
func consistent(t *testing.T, r *registry) {
	t.Helper()
	all := r.all()
	require.Len(t, all, len(r.frames), "every frame hangs below the main frame, once")
	seen := map[tree.FrameID]bool{}
	for _, f := range all {
		require.False(t, seen[f.id])
		require.True(t, f.id == r.mainID || seen[f.parent], "parents come first")
		require.False(t, f.world != 0 && f.session == nil, "a world is in a session")
		seen[f.id] = true
	}
}

// FuzzRegistry plays events in any order, also in those no browser sends them in.
func FuzzRegistry(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 3, 1, 0, 1, 1, 1, 0, 1, 2, 1, 0, 0})
	f.Add([]byte{1, 1, 0, 1, 3, 0, 1, 0, 5, 1, 0, 1, 6, 0, 0, 1, 4, 0, 0, 0})
	f.Fuzz(func(t *testing.T, events []byte) {
		var r registry
		r.init("f0")
		sessions := [4]*session{{id: "0"}, {id: "1"}, {id: "2"}, {id: "3"}}
		r.lead("f0", "", sessions[0])
		for ; len(events) >= 4; events = events[4:] {
			id := tree.FrameID(fmt.Sprint("f", events[1]%6))
			parent := tree.FrameID(fmt.Sprint("f", events[2]%6))
			s := sessions[events[3]%4]
			switch events[0] % 9 {
			case 0:
				r.attach(id, parent, s)
			case 1:
				r.lead(id, parent, s)
			case 2:
				r.detach(id, s, events[2]%2 == 0)
			case 3:
				r.commit(id, parent, s, fmt.Sprint(events[2]), "u")
			case 4:
				r.lost(s)
			case 5:
				r.inhabit(id, s, runtime.ExecutionContextID(events[2]))
			case 6:
				r.vacate(s, runtime.ExecutionContextID(events[2]%3))
			case 7:
				r.crash(s)
			case 8:
				r.lostAll()
			}
			consistent(t, &r)
		}
	})
}

func TestAWorldCountsOnlyInTheSessionItsFrameIsIn(t *testing.T) {
	var r registry
	r.init("main")
	page, iframe := &session{id: "page"}, &session{id: "iframe"}
	r.lead("main", "", page)
	r.attach("kid", "main", page)
	r.inhabit("kid", page, 7)
	f, _ := r.get("kid")
	require.EqualValues(t, 7, f.world)
	r.lead("kid", "main", iframe)
	f, _ = r.get("kid")
	require.Zero(t, f.world, "it is still in the process it left")
	r.inhabit("kid", iframe, 7)
	r.vacate(page, 7)
	f, _ = r.get("kid")
	require.EqualValues(t, 7, f.world, "numbers of worlds are those of a session")
	r.vacate(iframe, 0)
	f, _ = r.get("kid")
	require.Zero(t, f.world)
}
