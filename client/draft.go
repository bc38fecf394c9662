package client

import (
	"fmt"
	"strings"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// draft is a tree of which not all nodes have come yet.
type draft struct {
	byID map[tree.ID]*tree.Node
	text strings.Builder
}

func newDraft() *draft { return &draft{byID: map[tree.ID]*tree.Node{0: {}}} }

func (d *draft) add(c *observerv1.SnapshotChunk) error {
	d.text.WriteString(c.GetText())
	return wire.Grow(d.byID, c.GetNodes())
}

// nodes is how many nodes have come.
func (d *draft) nodes() int { return len(d.byID) - 1 }

// sealed returns the tree as it is; nothing may be added afterwards.
func (d *draft) sealed() *tree.Tree {
	root := d.byID[0]
	root.Seal()
	return &tree.Tree{Root: root}
}

// tree returns the tree when it has as many nodes as it should and their digest.
func (d *draft) tree(nodes uint32, digest uint64) (*tree.Tree, error) {
	if d.nodes() != int(nodes) {
		return nil, fmt.Errorf("%d nodes instead of %d: %w", d.nodes(), nodes, ErrDiverged)
	}
	t := d.sealed()
	if t.Root.Digest() != digest {
		return nil, fmt.Errorf("digest %x instead of %x: %w", t.Root.Digest(), digest, ErrDiverged)
	}
	return t, nil
}
