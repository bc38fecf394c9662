package service

import (
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// nodesOf converts the nodes of a part of a tree. With lines, each says where it is in the text,
// whose first line is the given one.
func nodesOf(entries []tree.Entry, first int, lines bool) []*observerv1.Node {
	nodes := make([]*observerv1.Node, 0, len(entries))
	for _, e := range entries {
		n := wire.Node(e.Node, e.Parent)
		if lines {
			line := uint32(first + e.Line)
			n.Line = &line
		}
		nodes = append(nodes, n)
	}
	return nodes
}
