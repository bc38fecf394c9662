package client

import (
	"context"
	"errors"
	"fmt"
	"io"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// ErrIncomplete is the error of an answer that broke off without an error of the call.
var ErrIncomplete = errors.New("the answer is not complete")

// Observation is the collected answer of Observe.
type Observation struct {
	Header *observerv1.SnapshotHeader
	// Text is the tree as text; empty without FORMAT_TEXT or FORMAT_BOTH.
	Text string
	// Nodes are the nodes in document order; none without FORMAT_NODES or FORMAT_BOTH.
	Nodes []*observerv1.Node
	// Tree is made of the nodes when the answer holds all nodes of its view; nil otherwise.
	Tree *tree.Tree
	// Delta is what changed since the snapshot the request named, in place of all of the above.
	Delta *observerv1.Delta
	End   *observerv1.SnapshotEnd
}

// Observe reads a tab. It returns only complete answers: the stream has its end, and where the
// answer is a whole tree of nodes their digest is that of the server.
func (c *Client) Observe(ctx context.Context, req *observerv1.ObserveRequest) (*Observation, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.Observer.Observe(ctx, req)
	if err != nil {
		return nil, err
	}
	o, d := &Observation{}, newDraft()
	whole := req.GetFind() == nil && req.GetCursor() == ""
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return o.complete(d, whole)
		}
		if err != nil {
			return nil, err
		}
		if err := o.take(m, d, whole); err != nil {
			return nil, err
		}
	}
}

func (o *Observation) take(m *observerv1.ObserveResponse, d *draft, whole bool) error {
	if o.End != nil || (o.Header == nil) != (m.GetHeader() != nil) {
		return fmt.Errorf("its parts are out of order: %w", ErrIncomplete)
	}
	switch part := m.GetPart().(type) {
	case *observerv1.ObserveResponse_Header:
		o.Header = part.Header
	case *observerv1.ObserveResponse_Chunk:
		o.Nodes = append(o.Nodes, part.Chunk.GetNodes()...)
		if whole {
			return d.add(part.Chunk)
		}
		d.text.WriteString(part.Chunk.GetText())
	case *observerv1.ObserveResponse_Delta:
		if o.Delta == nil {
			o.Delta = part.Delta
			break
		}
		o.Delta.Operations = append(o.Delta.Operations, part.Delta.GetOperations()...)
		o.Delta.Text += part.Delta.GetText()
		o.Delta.More = part.Delta.GetMore()
	case *observerv1.ObserveResponse_End:
		o.End = part.End
	}
	return nil
}

func (o *Observation) complete(d *draft, whole bool) (*Observation, error) {
	if o.End == nil || o.Delta.GetMore() {
		return nil, ErrIncomplete
	}
	o.Text = d.text.String()
	if !whole || len(o.Nodes) == 0 || o.End.GetOmittedNodes() > 0 {
		return o, nil
	}
	t, err := d.tree(o.End.GetNodeCount(), o.End.GetDigest())
	if err != nil {
		return nil, err
	}
	t.URL, t.Title, t.Loading = o.Header.GetUrl(), o.Header.GetTitle(), o.Header.GetLoading()
	o.Tree = t
	return o, nil
}
