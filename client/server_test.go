package client_test

import (
	"fmt"
	"math/rand/v2"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"time"

	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// tab is what a server has: a store whose page changes at random, and the messages of its watches.
type tab struct {
	*rand.Rand
	store *refstore.Store
	doc   tree.Doc
	keys  uint64
}

func newTab(seed uint64) *tab {
	t := &tab{Rand: rand.New(rand.NewPCG(seed, 1)), store: refstore.New(refstore.NewRefs(), "ep", "t1", refstore.Options{})}
	t.mutate()
	return t
}

func (t *tab) node() *tree.Node {
	t.keys++
	n := &tree.Node{ID: tree.NewID(t.doc, tree.Key(t.keys)), Role: "listitem", Name: fmt.Sprint("n", t.IntN(50))}
	if t.IntN(2) == 0 {
		n.Role, n.Actionable = "button", true
	}
	return n
}

// mutate commits a random change.
func (t *tab) mutate() *refstore.Revision {
	fork := t.store.Fork()
	t.doc = fork.Doc("main", "L1")
	var kids []*tree.Node
	if now := t.store.Current(); now != nil {
		kids = t.edit(now.Tree.Root.Children)
	}
	for range 1 + t.IntN(3) {
		n := t.node()
		for range t.IntN(4) {
			n.Children = append(n.Children, t.node())
		}
		at := t.IntN(len(kids) + 1)
		kids = append(kids[:at:at], append([]*tree.Node{n}, kids[at:]...)...)
	}
	rev, _ := fork.Commit(&tree.Tree{Root: &tree.Node{Children: kids}, Docs: map[tree.FrameID]tree.Doc{"main": t.doc}, Title: "title"})
	return rev
}

func (t *tab) edit(old []*tree.Node) []*tree.Node {
	var kids []*tree.Node
	for _, n := range old {
		switch t.IntN(8) {
		case 0:
			continue
		case 1:
			n = &tree.Node{ID: n.ID, Role: n.Role, Name: fmt.Sprint("r", t.IntN(50)), Actionable: n.Actionable, Children: n.Children}
		}
		kids = append(kids, n)
	}
	if len(kids) > 30 {
		kids = kids[10:]
	}
	t.Shuffle(min(len(kids), 3), func(i, j int) { kids[i], kids[j] = kids[j], kids[i] })
	return kids
}

func position(rev *refstore.Revision) *observerv1.Position {
	return &observerv1.Position{Epoch: "ep", Generation: rev.Generation, Revision: rev.Number}
}

func token(rev *refstore.Revision) []byte { return []byte(fmt.Sprint("token ", rev.Number)) }

func opened(rev *refstore.Revision, resumed bool) *observerv1.WatchDiffResponse {
	return &observerv1.WatchDiffResponse{Position: position(rev), Event: &observerv1.WatchDiffResponse_Opened{
		Opened: &observerv1.WatchOpened{Resumed: resumed, Heartbeat: durationpb.New(10 * time.Second)},
	}}
}

// snapshot is the whole tree in chunks of three nodes, and current.
func snapshot(rev *refstore.Revision) []*observerv1.WatchDiffResponse {
	var ms []*observerv1.WatchDiffResponse
	nodes := wire.Subtree(nil, rev.Tree.Root, 0)[1:]
	for len(nodes) > 0 {
		n := min(3, len(nodes))
		ms = append(ms, &observerv1.WatchDiffResponse{Position: position(rev), Event: &observerv1.WatchDiffResponse_Snapshot{
			Snapshot: &observerv1.SnapshotChunk{Nodes: nodes[:n]},
		}})
		nodes = nodes[n:]
	}
	return append(ms, &observerv1.WatchDiffResponse{Position: position(rev), ResumeToken: token(rev), Event: &observerv1.WatchDiffResponse_Current{
		Current: &observerv1.WatchCurrent{
			SnapshotId: "s", NodeCount: uint32(rev.Tree.Root.Size() - 1), Digest: rev.Tree.Root.Digest(), Title: rev.Tree.Title,
		},
	}})
}

// delta is what changed in parts of two operations.
func delta(from, to *refstore.Revision) []*observerv1.WatchDiffResponse {
	var ms []*observerv1.WatchDiffResponse
	ops := wire.Operations(diff.Between(from.Tree, to.Tree))
	for {
		n := min(2, len(ops))
		d := &observerv1.Delta{FromRevision: from.Number, Revision: to.Number, SnapshotId: "s", Digest: to.Tree.Root.Digest(), Operations: ops[:n]}
		ops = ops[n:]
		d.More = len(ops) > 0
		m := &observerv1.WatchDiffResponse{Position: position(to), Event: &observerv1.WatchDiffResponse_Delta{Delta: d}}
		if !d.GetMore() {
			m.ResumeToken = token(to)
		}
		ms = append(ms, m)
		if !d.GetMore() {
			return clones(ms)
		}
	}
}

func reset(rev *refstore.Revision) *observerv1.WatchDiffResponse {
	return &observerv1.WatchDiffResponse{Position: position(rev), Event: &observerv1.WatchDiffResponse_Reset_{
		Reset_: &observerv1.WatchReset{Reason: observerv1.ResetReason_RESET_REASON_LARGE_CHANGE},
	}}
}

func progress(rev *refstore.Revision) *observerv1.WatchDiffResponse {
	return &observerv1.WatchDiffResponse{Position: position(rev), ResumeToken: token(rev), Event: &observerv1.WatchDiffResponse_Progress{
		Progress: &observerv1.WatchProgress{Digest: rev.Tree.Root.Digest()},
	}}
}

func clones(ms []*observerv1.WatchDiffResponse) []*observerv1.WatchDiffResponse {
	out := make([]*observerv1.WatchDiffResponse, len(ms))
	for i, m := range ms {
		out[i] = proto.CloneOf(m)
	}
	return out
}
