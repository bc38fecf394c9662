package cdpclient

import (
	"slices"

	"github.com/observer-svc/observer-svc/tree"
)

// leftOut puts back what the tree does not even have as ignored: the elements between a parent and a
// node in it, as below what is presentational, which break lines and may be clickable; and the white
// space before the node. It returns the innermost, into which the node goes.
func (b *axBuilder) leftOut(parent *tree.Raw, key tree.Key) *tree.Raw {
	var missing []*tree.Raw
	for at := b.above[key]; at == nil || at.Key != parent.Key; at = b.above[at.Key] {
		if at == nil || b.within[at.Key] {
			return parent // the node has another place in the tree than in the document
		}
		missing = append(missing, at)
	}
	for _, known := range slices.Backward(missing) {
		raw := b.left[known.Key]
		if raw == nil {
			raw = b.element(&axNode{Ignored: true}, known)
			b.left[known.Key] = raw
			b.space(parent, known.Key)
			parent.Kids = append(parent.Kids, raw)
		}
		parent = raw
	}
	b.space(parent, key)
	return parent
}

// space puts back the white space before a node.
func (b *axBuilder) space(parent *tree.Raw, key tree.Key) {
	if blank := b.blank[key]; blank != nil && !b.within[blank.Key] && len(parent.Kids) > 0 {
		parent.Kids = append(parent.Kids, picture(blank))
	}
}
