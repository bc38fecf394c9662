package service

import (
	"context"
	"sync"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// coversKept is of how many revisions a tab remembers what was covered.
const coversKept = 4

// covered is what was found to be covered right after a revision was captured, by which refs.
type covered struct {
	revision uint64
	serial   uint64 // grows with each test
	by       map[tree.ID]tree.Ref
}

// covers holds the results of hit tests of a tab, so that cursors and snapshots can be read with them.
type covers struct {
	mu     sync.Mutex
	serial uint64
	kept   []covered // the newest last
}

func (c *covers) put(revision uint64, by map[tree.ID]tree.Ref) *covered {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serial++
	found := covered{revision: revision, serial: c.serial, by: by}
	c.kept = append(c.kept, found)
	if over := len(c.kept) - coversKept; over > 0 {
		c.kept = append([]covered(nil), c.kept[over:]...)
	}
	return &found
}

// at returns the newest result for a revision. It fails with fault.StaleSnapshotCursor.
func (c *covers) at(revision uint64) (*covered, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := len(c.kept) - 1; i >= 0; i-- {
		if c.kept[i].revision == revision {
			found := c.kept[i]
			return &found, nil
		}
	}
	return nil, staleCursor("what is covered in this snapshot is not known; observe the page again with mark_covered")
}

// cover finds what is covered: now, or as it was found when the snapshot was taken.
func (v *viewing) cover(ctx context.Context) (err error) {
	switch {
	case !v.req.GetView().GetMarkCovered() || v.covered != nil:
		return nil
	case v.req.GetSnapshotId() != "":
		v.covered, err = v.tab.covers.at(v.rev.Number)
		return err
	}
	t := hitTest{viewing: v, by: map[tree.ID]tree.Ref{}, lines: map[tree.ID]*tree.Node{}}
	t.index(v.rev.Tree.Root)
	for frame, doc := range v.rev.Tree.Docs {
		if keys := wanted(v.lens.picture(v.rev).tree.Root, doc, nil); len(keys) > 0 {
			if err := t.frame(ctx, frame, doc, keys); err != nil {
				return err
			}
		}
	}
	v.covered = v.tab.covers.put(v.rev.Number, t.by)
	return nil
}

// wanted appends the keys of what has a ref and is on the screen, in document order.
func wanted(n *tree.Node, doc tree.Doc, keys []tree.Key) []tree.Key {
	if n.States.Offscreen {
		return keys // so is what is in it
	}
	if n.Ref != 0 && n.ID.Doc() == doc {
		keys = append(keys, n.ID.Key())
	}
	for _, kid := range n.Children {
		keys = wanted(kid, doc, keys)
	}
	return keys
}

// hitTest finds the refs of what covers the nodes of a view.
type hitTest struct {
	*viewing
	by    map[tree.ID]tree.Ref
	lines map[tree.ID]*tree.Node // of the whole page
}

func (t *hitTest) index(n *tree.Node) {
	t.lines[n.ID] = n
	for _, kid := range n.Children {
		t.index(kid)
	}
}

// frame tests the nodes of one document. Frames that are not drawn, or have another document by now,
// cover nothing.
func (t *hitTest) frame(ctx context.Context, frame tree.FrameID, doc tree.Doc, keys []tree.Key) error {
	covers, loader, err := t.tab.page.Tab().Covers(ctx, frame, keys)
	switch {
	case fault.Is(err, fault.StaleRef), fault.Is(err, fault.NotVisible):
		return nil
	case err != nil:
		return err
	}
	fork := t.tab.page.Store().Fork()
	if fork.Doc(frame, loader) != doc {
		return nil
	}
	for key, c := range covers {
		t.by[tree.NewID(doc, key)] = t.ref(fork, c)
	}
	return nil
}

// ref returns the ref of what covers: of the element itself or of the nearest around it that has one.
func (t *hitTest) ref(fork *refstore.Fork, c cdpclient.Cover) tree.Ref {
	doc := fork.Doc(c.Frame, c.LoaderID)
	for _, key := range c.Keys {
		n := t.lines[tree.NewID(doc, key)]
		switch {
		case n == nil:
		case n.Ref != 0:
			return n.Ref
		case t.shape.all && n.Role != "text":
			return t.lens.refOf(n.ID)
		}
	}
	return 0
}
