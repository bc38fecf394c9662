package wire_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// full returns a node in which every field that can be sent is set to something random.
func full(r *rand.Rand, id uint64) *tree.Node {
	n := &tree.Node{ID: tree.ID(id), Role: "slider", Name: "n \"x\"\n", Value: fmt.Sprint(r.IntN(9)), HasValue: true}
	if r.IntN(2) == 0 {
		n.Ref, n.Actionable = tree.Ref(1+r.IntN(99)), true
	}
	set(r, reflect.ValueOf(&n.States).Elem())
	if !n.States.HasRange {
		n.States.ValueMin, n.States.ValueMax = 0, 0
	}
	return n
}

func set(r *rand.Rand, v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(r.IntN(2) == 0)
		case reflect.Int:
			f.SetInt(int64(r.IntN(1000)))
		case reflect.Uint8, reflect.Uint64:
			f.SetUint(uint64(r.IntN(4)))
		case reflect.String:
			f.SetString([]string{"", "ä [x]", "true"}[r.IntN(3)])
		case reflect.Float64:
			f.SetFloat(r.NormFloat64())
		case reflect.Struct:
			set(r, f)
		default:
			panic(f.Kind())
		}
	}
}

func TestANodeSaysTheSameAfterItWentOverTheWire(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 2000 {
		n := full(r, uint64(i)+1)
		raw, err := proto.Marshal(wire.Node(n, 0))
		require.NoError(t, err)
		var m observerv1.Node
		require.NoError(t, proto.Unmarshal(raw, &m))
		got, err := wire.FromNode(&m)
		require.NoError(t, err)
		require.True(t, n.Equal(got), "%+v\n%+v", n, got)
		require.Equal(t, n.Line(), got.Line())
		require.Equal(t, n.ID, got.ID)
	}
}

func TestOperationsDoTheSameAfterTheyWentOverTheWire(t *testing.T) {
	kid := &tree.Node{ID: 3, Role: "text", Name: "k"}
	ops := []diff.Op{
		{Kind: diff.Added, Node: &tree.Node{ID: 2, Role: "list", Children: []*tree.Node{kid}}, Parent: 7, After: 9},
		{Kind: diff.Removed, ID: 4},
		{Kind: diff.Changed, ID: 5, Node: &tree.Node{ID: 5, Role: "text", Name: "x"}},
		{Kind: diff.Changed, ID: 5, Node: &tree.Node{ID: 6, Role: "text", Name: "x"}},
		{Kind: diff.Moved, ID: 6, Parent: 2, After: 3},
		{Kind: diff.Renewed, ID: 2, IDs: []tree.ID{12, 13}},
	}
	got, err := wire.FromOperations(wire.Operations(&diff.Delta{Ops: ops}))
	require.NoError(t, err)
	require.Equal(t, ops, got)
}

func FuzzMessagesFromTheWireNeverPanic(f *testing.F) {
	for _, d := range []*observerv1.Delta{
		{Operations: wire.Operations(&diff.Delta{Ops: []diff.Op{{Kind: diff.Added, Node: &tree.Node{ID: 2, Children: []*tree.Node{{ID: 3}}}}}})},
		{Operations: wire.Operations(&diff.Delta{Ops: []diff.Op{{Kind: diff.Changed, ID: 1, Node: &tree.Node{ID: 2}}, {Kind: diff.Renewed, ID: 2, IDs: []tree.ID{1}}}})},
		{Operations: []*observerv1.Operation{{}, nil}},
	} {
		raw, _ := proto.Marshal(d)
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var d observerv1.Delta
		if proto.Unmarshal(raw, &d) != nil {
			return
		}
		ops, err := wire.FromOperations(d.GetOperations())
		if err != nil {
			return
		}
		root := &tree.Node{Children: []*tree.Node{{ID: 1, Role: "list", Children: []*tree.Node{{ID: 5, Role: "text"}}}}}
		root.Seal()
		before := root.Digest()
		_, _ = diff.Apply(&tree.Tree{Root: root}, &diff.Delta{Ops: ops})
		if root.Digest() != before {
			t.Fatal("the old tree changed")
		}
	})
}
