package refstore

import (
	"maps"
	"unsafe"

	"github.com/observer-svc/observer-svc/tree"
)

// weight estimates the bytes that a node holds in memory: itself, its line, the strings the line was
// made of, and its list of children.
func weight(n *tree.Node) int {
	s := &n.States
	text := len(n.Name) + len(n.Value) + len(s.Placeholder) + len(s.Description) + len(s.URL) + len(s.Validation)
	return int(unsafe.Sizeof(*n)) + len(n.Line()) + text + int(unsafe.Sizeof(n))*len(n.Children)
}

// weight estimates what a revision holds beside its nodes and the next one does not share.
func (r *Revision) weight(next *Revision) int {
	bytes := int(unsafe.Sizeof(*r)+unsafe.Sizeof(*r.Tree)+unsafe.Sizeof(entry{})) +
		len(r.Rebound)*int(unsafe.Sizeof(Rebound{}))
	for _, s := range [][2]string{{r.Tree.URL, next.Tree.URL}, {r.Tree.Title, next.Tree.Title}} {
		if s[0] != s[1] {
			bytes += len(s[0])
		}
	}
	if !maps.Equal(r.Tree.Docs, next.Tree.Docs) {
		bytes += len(r.Tree.Docs) * mapEntry
	}
	return bytes
}

// mapEntry is what an entry of a small map from a frame to its document holds, its share of the map
// included.
const mapEntry = 64

// share takes the facts of a tree that are those of the one before, so that they are held once.
func share(before, t *tree.Tree) {
	if before.URL == t.URL {
		t.URL = before.URL
	}
	if before.Title == t.Title {
		t.Title = before.Title
	}
	if maps.Equal(before.Docs, t.Docs) {
		t.Docs = before.Docs
	}
}
