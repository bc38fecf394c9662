package service

import (
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

const (
	// partBytes is how many bytes of operations a part of a delta holds, unless one is larger.
	partBytes = 512 << 10
	// opBytes is how large one operation, or the text of a delta, may be; larger ones are sent as a
	// new snapshot, which can be cut anywhere.
	opBytes = 2 << 20
	// smallChange is how many changed lines are never too many.
	smallChange = 50
)

// change is what changed between two revisions through a lens, encoded.
type change struct {
	from, to uint64
	format   observerv1.Format
	context  int

	digest uint64   // of the tree after it
	empty  bool     // nothing changed in this shape
	large  bool     // the whole tree is smaller; there are no bodies
	bodies [][]byte // Delta messages, to be applied together

	mu   sync.Mutex
	sent map[uint64][]encoded // what watchers send, by their cursor among the page events
}

// cursorsKept is for how many cursors among the page events a change keeps what is sent.
const cursorsKept = 8

// messages returns what a watch with a cursor sends. Watches of one lens and format whose cursors are
// the same send the same bytes, tokens included, so these are made once.
func (c *change) messages(cursor uint64, made func() []encoded) []encoded {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, ok := c.sent[cursor]; ok {
		return m
	}
	if c.sent == nil || len(c.sent) >= cursorsKept {
		c.sent = map[uint64][]encoded{}
	}
	m := made()
	c.sent[cursor] = m
	return m
}

// change returns what changed between two revisions.
func (l *lens) change(from, to *refstore.Revision, f observerv1.Format, context int) (*change, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.changes {
		if c.from == from.Number && c.to == to.Number && c.format == f && c.context == context {
			l.measures.rendered("delta", true)
			return c, nil
		}
	}
	l.measures.rendered("delta", false)
	c := &change{from: from.Number, to: to.Number, format: f, context: context}
	if err := c.work(l.pictureLocked(from).tree, l.pictureLocked(to).tree, l.store, to); err != nil {
		return nil, err
	}
	l.changes = append(l.changes, c)
	if over := len(l.changes) - changesKept; over > 0 {
		l.changes = append([]*change(nil), l.changes[over:]...)
	}
	return c, nil
}

// work compares the trees and encodes the difference.
func (c *change) work(a, b *tree.Tree, store *refstore.Store, to *refstore.Revision) error {
	d := diff.Between(a, b)
	c.empty, c.digest = d.Empty(), b.Root.Digest()
	if lines := d.Added + d.Removed; lines > smallChange && lines > b.Root.Size() {
		c.large = true
		return nil
	}
	m := &observerv1.Delta{
		FromRevision: c.from, Revision: c.to, SnapshotId: store.SnapshotID(c.to), Digest: c.digest,
		Added: uint32(d.Added), Removed: uint32(d.Removed),
		Rebound: rebounds(store, c.from, to),
	}
	if hasText(c.format) {
		m.Text = diff.Text(a, b, d, c.context)
	}
	var ops []*observerv1.Operation
	if hasNodes(c.format) {
		ops = wire.Operations(d)
	}
	return c.encode(m, ops)
}

// encode cuts the delta into parts. The first holds everything but the operations that do not fit.
func (c *change) encode(m *observerv1.Delta, ops []*observerv1.Operation) error {
	c.large = len(m.GetText()) > opBytes
	for !c.large {
		size := len(m.GetText())
		for len(ops) > 0 && size < partBytes {
			one := proto.Size(ops[0])
			if c.large = one > opBytes; c.large {
				break
			}
			m.Operations, ops, size = append(m.Operations, ops[0]), ops[1:], size+one
		}
		m.More = len(ops) > 0
		body, err := proto.Marshal(m)
		if err != nil {
			return fmt.Errorf("encode a delta: %w", err)
		}
		c.bodies = append(c.bodies, body)
		if !m.More {
			return nil
		}
		m = &observerv1.Delta{FromRevision: m.FromRevision, Revision: m.Revision, SnapshotId: m.SnapshotId, Digest: m.Digest}
	}
	c.bodies = nil
	return nil
}

// rebounds collects the refs that were taken over after one revision up to another.
func rebounds(store *refstore.Store, from uint64, to *refstore.Revision) []*observerv1.Rebound {
	var all []*observerv1.Rebound
	for n := from + 1; n <= to.Number; n++ {
		rev, err := store.At(n)
		if err != nil {
			continue // its neighbours are still held by the caller; the rebinding itself is history
		}
		for _, r := range rev.Rebound {
			all = append(all, &observerv1.Rebound{
				Ref: r.Ref.String(), Role: r.Role, Name: r.Name, OldNodeId: uint64(r.Old), NewNodeId: uint64(r.New),
			})
		}
	}
	return all
}
