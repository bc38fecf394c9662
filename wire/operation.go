package wire

import (
	"fmt"

	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// Operations returns the messages for the operations of a delta.
func Operations(d *diff.Delta) []*observerv1.Operation {
	ms := make([]*observerv1.Operation, 0, len(d.Ops))
	for i := range d.Ops {
		ms = append(ms, operation(&d.Ops[i]))
	}
	return ms
}

func operation(op *diff.Op) *observerv1.Operation {
	switch op.Kind {
	case diff.Added:
		return &observerv1.Operation{Operation: &observerv1.Operation_Added{Added: &observerv1.Added{
			AfterId: uint64(op.After),
			Nodes:   Subtree(make([]*observerv1.Node, 0, op.Node.Size()), op.Node, op.Parent),
		}}}
	case diff.Removed:
		return &observerv1.Operation{Operation: &observerv1.Operation_Removed{
			Removed: &observerv1.Removed{NodeId: uint64(op.ID)},
		}}
	case diff.Changed:
		m := &observerv1.Changed{Node: Node(op.Node, 0)}
		if op.ID != op.Node.ID {
			m.OldNodeId = uint64(op.ID)
		}
		return &observerv1.Operation{Operation: &observerv1.Operation_Changed{Changed: m}}
	case diff.Moved:
		return &observerv1.Operation{Operation: &observerv1.Operation_Moved{Moved: &observerv1.Moved{
			NodeId: uint64(op.ID), ParentId: uint64(op.Parent), AfterId: uint64(op.After),
		}}}
	case diff.Renewed:
		m := &observerv1.Renewed{NodeId: uint64(op.ID), NewNodeIds: make([]uint64, len(op.IDs))}
		for i, id := range op.IDs {
			m.NewNodeIds[i] = uint64(id)
		}
		return &observerv1.Operation{Operation: &observerv1.Operation_Renewed{Renewed: m}}
	default:
		return &observerv1.Operation{}
	}
}

// FromOperations returns the operations of messages.
func FromOperations(ms []*observerv1.Operation) ([]diff.Op, error) {
	ops := make([]diff.Op, 0, len(ms))
	for i, m := range ms {
		op, err := fromOperation(m)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func fromOperation(m *observerv1.Operation) (diff.Op, error) {
	switch op := m.GetOperation().(type) {
	case *observerv1.Operation_Added:
		return fromAdded(op.Added)
	case *observerv1.Operation_Removed:
		return diff.Op{Kind: diff.Removed, ID: tree.ID(op.Removed.GetNodeId())}, nil
	case *observerv1.Operation_Changed:
		return fromChanged(op.Changed)
	case *observerv1.Operation_Moved:
		return diff.Op{
			Kind:   diff.Moved,
			ID:     tree.ID(op.Moved.GetNodeId()),
			Parent: tree.ID(op.Moved.GetParentId()),
			After:  tree.ID(op.Moved.GetAfterId()),
		}, nil
	case *observerv1.Operation_Renewed:
		ids := make([]tree.ID, 0, len(op.Renewed.GetNewNodeIds()))
		for _, id := range op.Renewed.GetNewNodeIds() {
			ids = append(ids, tree.ID(id))
		}
		return diff.Op{Kind: diff.Renewed, ID: tree.ID(op.Renewed.GetNodeId()), IDs: ids}, nil
	default:
		return diff.Op{}, fmt.Errorf("an unknown operation: %w", ErrMalformed)
	}
}

func fromAdded(m *observerv1.Added) (diff.Op, error) {
	if len(m.GetNodes()) == 0 {
		return diff.Op{}, fmt.Errorf("nothing is added: %w", ErrMalformed)
	}
	top, err := FromNode(m.GetNodes()[0])
	if err != nil {
		return diff.Op{}, err
	}
	if err := Grow(map[tree.ID]*tree.Node{top.ID: top}, m.GetNodes()[1:]); err != nil {
		return diff.Op{}, err
	}
	return diff.Op{
		Kind:   diff.Added,
		Node:   top,
		Parent: tree.ID(m.GetNodes()[0].GetParentId()),
		After:  tree.ID(m.GetAfterId()),
	}, nil
}

func fromChanged(m *observerv1.Changed) (diff.Op, error) {
	n, err := FromNode(m.GetNode())
	if err != nil {
		return diff.Op{}, err
	}
	op := diff.Op{Kind: diff.Changed, ID: n.ID, Node: n}
	if m.GetOldNodeId() != 0 {
		op.ID = tree.ID(m.GetOldNodeId())
	}
	return op, nil
}
