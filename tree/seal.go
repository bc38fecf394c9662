package tree

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Seal computes line, digest and size of the node and of everything below it. Subtrees that are
// sealed already are not entered. A sealed node must not be changed.
func (n *Node) Seal() {
	if n.sealed {
		return
	}
	n.size = 1
	for _, kid := range n.Children {
		kid.Seal()
		n.size += kid.size
	}
	if n.line == "" {
		n.line = n.render()
	}
	n.hash = n.digest()
	n.sealed = true
}

// digest hashes the line and, in order, the digests of the children.
func (n *Node) digest() uint64 {
	var h xxhash.Digest
	h.Reset()
	_, _ = h.WriteString(n.line) // a hash never fails
	_, _ = h.Write([]byte{0})
	var buf [8]byte
	for _, kid := range n.Children {
		binary.LittleEndian.PutUint64(buf[:], kid.hash)
		_, _ = h.Write(buf[:])
	}
	return h.Sum64()
}

// Sealed reports whether the node and all below it are final.
func (n *Node) Sealed() bool { return n.sealed }

// Line returns the line of the node, without "- " and indentation. It is empty for the root.
func (n *Node) Line() string {
	if n.line != "" {
		return n.line
	}
	return n.render()
}

// Digest returns the hash of the node's line and of all lines below it: equal digests mean equal
// text. ARCHITECTURE.md defines it. The node must be sealed.
func (n *Node) Digest() uint64 { return n.hash }

// Size returns how many nodes the subtree has, this one included.
func (n *Node) Size() int {
	if n.sealed {
		return n.size
	}
	size := 1
	for _, kid := range n.Children {
		size += kid.Size()
	}
	return size
}

// Equal reports whether two nodes say the same, apart from their children: their lines are equal
// and so is everything the structured form adds to it. Identities are not compared.
func (n *Node) Equal(m *Node) bool {
	if n == m {
		return true
	}
	return n.Ref == m.Ref && n.Actionable == m.Actionable && n.Role == m.Role &&
		n.Name == m.Name && n.Value == m.Value && n.HasValue == m.HasValue && n.States == m.States
}

// With returns a copy of the node with another ref. The copy is not sealed.
func (n *Node) With(ref Ref) *Node {
	c := n.copied()
	if c.Ref != ref {
		c.Ref, c.line = ref, ""
	}
	return c
}

// Bind gives the node a ref. It must not be sealed.
func (n *Node) Bind(ref Ref) {
	if n.Ref != ref {
		n.Ref, n.line = ref, ""
	}
}

// WithChildren returns a copy of the node with other children. The copy is not sealed.
func (n *Node) WithChildren(kids []*Node) *Node {
	c := n.copied()
	c.Children = kids
	return c
}

// copied returns an unsealed copy that keeps the line.
func (n *Node) copied() *Node {
	c := *n
	c.hash, c.size, c.sealed = 0, 0, false
	return &c
}

// Said returns what a reader reads in the line first: the name, or without one the value. It is how
// to look for a text whichever of the two holds it.
func (n *Node) Said() string {
	if n.Name != "" {
		return n.Name
	}
	return n.Value
}
