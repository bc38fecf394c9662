package diff_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/tree"
)

// places collects for each node the lines from the top to it.
func places(n *tree.Node, way string, into map[string]bool) map[string]bool {
	for _, kid := range n.Children {
		here := way + "\n" + kid.Line()
		into[here] = true
		places(kid, here, into)
	}
	return into
}

func TestAReaderOfTextSeesWhereEachAddedLineIs(t *testing.T) {
	for seed := range uint64(3000) {
		w := newWorld(seed)
		a := w.tree(w.IntN(60))
		b := w.later(a, w.IntN(8), seed%2 == 0)
		got := diff.Text(a, b, diff.Between(a, b), w.IntN(4))
		all := places(b.Root, "", map[string]bool{})
		var way []string
		for line := range strings.Lines(got) {
			bare := strings.TrimLeft(line[1:], " ")
			text, isLine := strings.CutPrefix(strings.TrimSuffix(bare, "\n"), "- ")
			if !isLine || line[0] == '-' {
				continue
			}
			depth := (len(line) - 2 - len(bare)) / 2
			if depth > len(way) {
				require.Equal(t, byte(' '), line[0], "seed %d: an added line without its parent:\n%s", seed, got)
				continue
			}
			way = append(way[:depth:depth], text)
			if line[0] == '+' {
				require.True(t, all["\n"+strings.Join(way, "\n")], "seed %d: %s is not there:\n%s", seed, text, got)
			}
		}
	}
}

func FuzzOperationsThatDoNotFitAreRefused(f *testing.F) {
	f.Add(uint64(1), []byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Add(uint64(2), []byte{5, 1, 0, 0, 4, 3, 2, 2, 3, 1, 1, 1})
	f.Fuzz(func(t *testing.T, seed uint64, raw []byte) {
		w := newWorld(seed)
		a := w.tree(w.IntN(20))
		before := a.Root.Digest()
		d := &diff.Delta{}
		for len(raw) >= 4 {
			id := func(i int) tree.ID { return tree.NewID(1, tree.Key(raw[i]%24)) }
			op := diff.Op{Kind: diff.Kind(raw[0] % 7), ID: id(1), Parent: id(2), After: id(3)}
			switch raw[0] / 7 % 4 {
			case 0:
				op.Parent, op.After = 0, 0
			case 1:
				op.Node = &tree.Node{ID: id(2), Role: "text"}
			case 2:
				op.Node = &tree.Node{ID: id(2), Children: []*tree.Node{{ID: id(3)}, nil}}
			case 3:
				op.IDs = []tree.ID{id(1), id(2), id(3)}[:raw[3]%4%3+1]
			}
			d.Ops, raw = append(d.Ops, op), raw[4:]
		}
		got, err := diff.Apply(a, d)
		if a.Root.Digest() != before {
			t.Fatal("the old tree changed")
		}
		if err != nil {
			return
		}
		seen := map[tree.ID]bool{}
		for _, id := range ids(got.Root) {
			if seen[id] {
				t.Fatalf("%d occurs twice", id)
			}
			seen[id] = true
		}
	})
}
