package service

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
)

// largestMessage is what a gRPC client takes unless it says otherwise.
const largestMessage = 4 << 20

func TestALargeSnapshotAndALargeDeltaComeInPartsThatEveryClientTakes(t *testing.T) {
	names := make([]string, 12_000)
	for i := range names {
		names[i] = fmt.Sprint(i, " ", strings.Repeat("x", 300))
	}
	inRig(t, Config{}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		settle()
		got := w.take()
		var m mirror
		require.NoError(t, m.fold(got...))
		chunks := 0
		for _, msg := range got {
			require.Less(t, proto.Size(msg), largestMessage/2)
			c := msg.GetSnapshot()
			if c == nil {
				continue
			}
			chunks++
			require.True(t, strings.HasSuffix(c.GetText(), "\n"), "a chunk ends with a whole line")
			require.Len(t, c.GetNodes(), strings.Count(c.GetText(), "\n"), "and holds the nodes of its lines")
		}
		require.Greater(t, chunks, 10)

		r.script.Change(func() {
			changed := append([]string(nil), r.script.Names...)
			for i := range 5000 {
				changed[2*i] = fmt.Sprint("changed ", i, " ", strings.Repeat("y", 300))
			}
			r.script.Names = changed
		})
		settle()
		got = w.take()
		require.NoError(t, m.fold(got...))
		require.Equal(t, r.tab.page.Store().Current().Tree.Root.Digest(), m.tree.Root.Digest())
		for i, msg := range got {
			require.Less(t, proto.Size(msg), largestMessage/2)
			last := i == len(got)-1
			require.Equal(t, last, len(msg.GetResumeToken()) > 0, "only the whole can be resumed from")
		}
		_ = w.end()
	}, names...)
}
