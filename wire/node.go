package wire

import (
	"errors"
	"fmt"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// ErrMalformed is the error of messages that follow the schema but not the contract.
var ErrMalformed = errors.New("malformed message")

// Node returns the message for a node under a parent. Bounds and line are not set.
func Node(n *tree.Node, parent tree.ID) *observerv1.Node {
	m := &observerv1.Node{
		NodeId:   uint64(n.ID),
		ParentId: uint64(parent),
		Ref:      n.Ref.String(),
		Role:     n.Role,
		Name:     n.Name,
		States:   states(&n.States),
	}
	if n.HasValue {
		m.Value = &n.Value
	}
	return m
}

// Subtree appends the messages for a node and all below it, in document order.
func Subtree(dst []*observerv1.Node, n *tree.Node, parent tree.ID) []*observerv1.Node {
	dst = append(dst, Node(n, parent))
	for _, kid := range n.Children {
		dst = Subtree(dst, kid, n.ID)
	}
	return dst
}

// FromNode returns the node of a message, without children and not sealed.
func FromNode(m *observerv1.Node) (*tree.Node, error) {
	n := &tree.Node{
		ID:       tree.ID(m.GetNodeId()),
		Role:     m.GetRole(),
		Name:     m.GetName(),
		Value:    m.GetValue(),
		HasValue: m != nil && m.Value != nil,
		States:   fromStates(m.GetStates()),
	}
	if n.ID == 0 {
		return nil, fmt.Errorf("a node without an id: %w", ErrMalformed)
	}
	if m.GetRef() != "" {
		ref, ok := tree.ParseRef(m.GetRef())
		if !ok {
			return nil, fmt.Errorf("%q is no ref: %w", m.GetRef(), ErrMalformed)
		}
		n.Ref, n.Actionable = ref, true
	}
	return n, nil
}

// Grow adds nodes in document order, every parent before its children, to the nodes in byID, which
// holds the parents they may name, and adds them to byID. It fails with ErrMalformed when a parent
// is missing or an identity occurs twice. None of the nodes in byID may be sealed.
func Grow(byID map[tree.ID]*tree.Node, ms []*observerv1.Node) error {
	for _, m := range ms {
		n, err := FromNode(m)
		if err != nil {
			return err
		}
		parent := byID[tree.ID(m.GetParentId())]
		if parent == nil {
			return fmt.Errorf("node %d comes before its parent %d: %w", n.ID, m.GetParentId(), ErrMalformed)
		}
		if byID[n.ID] != nil {
			return fmt.Errorf("node %d occurs twice: %w", n.ID, ErrMalformed)
		}
		parent.Children = append(parent.Children, n)
		byID[n.ID] = n
	}
	return nil
}
