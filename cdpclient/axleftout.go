package cdpclient

import (
	"slices"
	"strings"

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
			b.left[known.Key], b.made[known.Key] = raw, raw
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

// spaceBeforeGenerated puts back the white space before a generated text, which the agent knows by another key.
func (b *axBuilder) spaceBeforeGenerated(parent *tree.Raw, name string) {
	known := b.known[parent.Key]
	if known == nil {
		return
	}
	for _, kid := range known.Kids {
		if strings.HasPrefix(kid.Tag, "::") && !b.within[kid.Key] && strings.TrimSpace(kid.Name) == strings.TrimSpace(name) {
			b.space(parent, kid.Key)
			b.within[kid.Key] = true
			return
		}
	}
}

// putBack puts back what has neither text nor a role and the tree leaves out although it matters.
func (b *axBuilder) putBack() {
	if b.top == nil {
		return
	}
	stack := []*tree.Raw{b.top}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if matters(r) && b.made[r.Key] == nil {
			b.insert(r)
			continue
		}
		for _, kid := range slices.Backward(r.Kids) {
			stack = append(stack, kid)
		}
	}
}

const (
	clickable = tree.CursorPointer | tree.Listener
	hiddenBox = tree.Hidden | tree.Block
)

// matters reports whether the page is another one without an element in which there is nothing to read: what can
// be clicked, as an icon that a style sheet draws, and what breaks a line, which it also does unseen.
func matters(r *tree.Raw) bool {
	return r.Kind == tree.Element && (r.Flags&clickable != 0 || r.Tag == "br" || r.Flags&hiddenBox == hiddenBox)
}

// insert puts an element where the agent has it: after the nearest node before it that was made.
func (b *axBuilder) insert(r *tree.Raw) {
	before, up := r, b.above[r.Key]
	for ; up != nil && b.made[up.Key] == nil; up = b.above[up.Key] {
		before = up
	}
	if up == nil || axClosed[up.Tag] {
		return
	}
	parent, at := b.made[up.Key], 0
	for _, kid := range up.Kids {
		if kid == before {
			break
		}
		if i := slices.IndexFunc(parent.Kids, func(k *tree.Raw) bool { return k.Key == kid.Key }); i >= 0 {
			at = i + 1
		}
	}
	raw := picture(r)
	b.made[r.Key] = raw
	parent.Kids = slices.Insert(parent.Kids, at, raw)
}
