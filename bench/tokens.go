package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mafredri/cdp/rpcc"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// tokens counts the o200k tokens of the text, whole and interactive only, beside those of the raw
// accessibility tree of the same page written down as it is. The raw tree is that of the main frame.
func tokens(ctx context.Context, r *rig, o *report) error {
	counter := tree.NewCounter()
	if err := counter.Load(); err != nil {
		return err
	}
	o.line("%-10s %8s %12s %8s %8s", "page", "full", "interactive", "raw", "full/raw")
	for _, name := range slices.Sorted(maps.Keys(tokenPages())) {
		path := "/tokens?page=" + name
		tab, err := r.open(ctx, path)
		if err != nil {
			return err
		}
		full, err := r.textOf(ctx, tab, &pb.View{})
		if err != nil {
			return err
		}
		interactive, err := r.textOf(ctx, tab, &pb.View{InteractiveOnly: true})
		if err != nil {
			return err
		}
		if err := r.shut(ctx, tab); err != nil {
			return err
		}
		naive, err := r.naive(ctx, path)
		if err != nil {
			return err
		}
		f, i, n := counter.Count(full), counter.Count(interactive), counter.Count(naive)
		o.line("%-10s %8d %12d %8d %8.2f", name, f, i, n, float64(f)/float64(n))
	}
	return nil
}

func (r *rig) textOf(ctx context.Context, tab string, v *pb.View) (string, error) {
	stream, err := r.observer.Observe(ctx, &pb.ObserveRequest{SessionId: r.session, TabId: tab, View: v})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		b.WriteString(m.GetChunk().GetText())
	}
}

type rawNode struct {
	ID         string `json:"nodeId"`
	Ignored    bool   `json:"ignored"`
	Role, Name rawValue
	Properties []rawProperty `json:"properties"`
	ChildIDs   []string      `json:"childIds"`
}

type rawValue struct {
	Value any `json:"value"`
}

type rawProperty struct {
	Name  string   `json:"name"`
	Value rawValue `json:"value"`
}

// naive writes every node of a raw accessibility tree that is not ignored: role, name and properties,
// one a line, indented.
func (r *rig) naive(ctx context.Context, path string) (string, error) {
	w, done, err := r.rawTab(ctx, path)
	if err != nil {
		return "", err
	}
	defer done()
	var reply struct{ Nodes []rawNode }
	if err := rpcc.Invoke(ctx, "Accessibility.getFullAXTree", nil, &reply, w.conn); err != nil {
		return "", err
	}
	byID := map[string]*rawNode{}
	for i := range reply.Nodes {
		byID[reply.Nodes[i].ID] = &reply.Nodes[i]
	}
	var b strings.Builder
	if len(reply.Nodes) > 0 {
		writeNaive(&b, byID, &reply.Nodes[0], 0)
	}
	return b.String(), w.eval(ctx, "window.close()", nil)
}

func writeNaive(b *strings.Builder, byID map[string]*rawNode, n *rawNode, depth int) {
	if !n.Ignored {
		fmt.Fprintf(b, "%s%v %q", strings.Repeat("  ", depth), n.Role.Value, fmt.Sprint(n.Name.Value))
		for _, p := range n.Properties {
			fmt.Fprintf(b, " %s=%v", p.Name, p.Value.Value)
		}
		b.WriteByte('\n')
		depth++
	}
	for _, id := range n.ChildIDs {
		if kid := byID[id]; kid != nil {
			writeNaive(b, byID, kid, depth)
		}
	}
}
