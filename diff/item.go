package diff

import "github.com/observer-svc/observer-svc/tree"

// insert puts a free item under it, after one of its children or, when that is nil, first.
func (it *item) insert(kid, after *item) {
	kid.parent, kid.prev = it, after
	if after == nil {
		kid.next, it.first = it.first, kid
	} else {
		kid.next, after.next = after.next, kid
	}
	if kid.next == nil {
		it.last = kid
	} else {
		kid.next.prev = kid
	}
}

// cut takes the item away from its parent.
func (it *item) cut() {
	if it.prev == nil {
		it.parent.first = it.next
	} else {
		it.prev.next = it.next
	}
	if it.next == nil {
		it.parent.last = it.prev
	} else {
		it.next.prev = it.prev
	}
	it.parent, it.prev, it.next = nil, nil, nil
}

// touch marks the item and all above it as changed.
func (it *item) touch() {
	for ; it != nil && !it.dirty; it = it.parent {
		it.dirty = true
	}
}

// each calls f for the item and all below it in document order.
func (it *item) each(f func(*item)) {
	f(it)
	for kid := it.first; kid != nil; kid = kid.next {
		kid.each(f)
	}
}

// build returns the node as it is now with all below it.
func (it *item) build() *tree.Node {
	if !it.dirty {
		return it.node
	}
	var kids []*tree.Node
	for kid := it.first; kid != nil; kid = kid.next {
		kids = append(kids, kid.build())
	}
	it.node, it.dirty = it.node.WithChildren(kids), false
	return it.node
}
