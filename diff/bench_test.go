package diff_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/tree"
)

// page makes a page of n nodes: sections of 50 rows of 10 nodes, as pages have.
func page(n int) *tree.Tree {
	w := newWorld(1)
	part := func(role, name string) *tree.Node {
		w.next++
		n := &tree.Node{ID: tree.NewID(1, tree.Key(w.next)), Role: role, Name: name}
		if role == "button" || role == "link" {
			w.refs++
			n.Ref, n.Actionable = w.refs, true
		}
		return n
	}
	root := &tree.Node{}
	for s := 0; s*500 < n; s++ {
		section := part("list", fmt.Sprint("section ", s))
		for r := range min(50, (n-s*500+9)/10) {
			row := part("row", fmt.Sprintf("order %d of customer %d", s*50+r, r*7919%1000))
			for _, name := range []string{"Order", "Customer", "State"} {
				cell := part("cell", "")
				cell.Children = []*tree.Node{part("text", fmt.Sprint(name, " ", s*50+r)), part("button", fmt.Sprint("Edit ", name))}
				row.Children = append(row.Children, cell)
			}
			section.Children = append(section.Children, row)
		}
		root.Children = append(root.Children, section)
	}
	root.Seal()
	return &tree.Tree{Root: root}
}

// changed returns t with count leaves changed, evenly spread, sharing all else.
func changed(t *tree.Tree, count int) *tree.Tree {
	total := 0
	for _, n := range index(t.Root, map[tree.ID]*tree.Node{}) {
		if len(n.Children) == 0 {
			total++
		}
	}
	seen := 0
	var walk func(n *tree.Node) *tree.Node
	walk = func(n *tree.Node) *tree.Node {
		if len(n.Children) == 0 {
			seen++
			if seen*count/total > (seen-1)*count/total {
				return &tree.Node{ID: n.ID, Role: n.Role, Name: n.Name + "!", Ref: n.Ref, Actionable: n.Actionable}
			}
			return n
		}
		var kids []*tree.Node
		for i, kid := range n.Children {
			if now := walk(kid); now != kid {
				if kids == nil {
					kids = append(kids, n.Children...)
				}
				kids[i] = now
			}
		}
		if kids == nil {
			return n
		}
		return n.WithChildren(kids)
	}
	root := walk(t.Root)
	root.Seal()
	return &tree.Tree{Root: root}
}

// apart returns an equal tree that shares nothing.
func apart(t *tree.Tree) *tree.Tree {
	root := open(t.Root).close(nil)
	root.Seal()
	return &tree.Tree{Root: root}
}

func BenchmarkBetween(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 50_000} {
		for _, count := range []int{1, 100, 5_000} {
			if count > n/4 && n < 10_000 {
				continue
			}
			old := page(n)
			now := changed(old, min(count, n/2))
			b.Run(fmt.Sprintf("%d nodes, %d changes", n, count), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					diff.Between(old, now)
				}
			})
			if n == 10_000 {
				now := apart(now)
				b.Run(fmt.Sprintf("%d nodes, %d changes, nothing shared", n, count), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						diff.Between(old, now)
					}
				})
			}
		}
	}
}

func BenchmarkTextOfOneChange(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 50_000} {
		old := page(n)
		now := changed(old, 1)
		d := diff.Between(old, now)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diff.Text(old, now, d, diff.DefaultContext)
			}
		})
	}
}

func BenchmarkPatchOfOneChange(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 50_000} {
		old := page(n)
		now := changed(old, 1)
		there, back := diff.Between(old, now), diff.Between(now, old)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, err := diff.NewPatcher(old)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				_ = p.Apply(there.Ops)
				p.Root()
				_ = p.Apply(back.Ops)
				p.Root()
			}
		})
	}
}

func tokens(t *testing.T, s string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	require.NoError(t, err)
	n, err := codec.Count(s)
	require.NoError(t, err)
	return n
}

func TestOneChangedLineOnALargePageTakesLessThanOnePercentOfItsTokens(t *testing.T) {
	old := page(10_000)
	now := changed(old, 1)
	whole := tokens(t, text(now.Root, 0))
	d := diff.Between(old, now)
	require.Equal(t, 1, d.Added)
	part := tokens(t, diff.Text(old, now, d, diff.DefaultContext))
	t.Logf("the delta takes %d tokens, the page %d", part, whole)
	require.LessOrEqual(t, part*100, whole)
}

// rendered returns t as a framework renders it again: all identities are new, refs stay where the
// store adopts, and a few rows read differently.
func rendered(t *tree.Tree, differs func(int) bool) *tree.Tree {
	root, row := open(t.Root), 0
	next := uint64(1 << 30)
	root.all(func(p *draft, i int) {
		d := p.kids[i]
		next++
		d.node.ID = tree.NewID(1, tree.Key(next))
		if d.node.Role == "row" {
			row++
			if differs(row) {
				d.node.Name += " (updated)"
			}
		}
	})
	n := root.close(nil)
	n.Seal()
	return &tree.Tree{Root: n}
}

func TestAListThatIsRenderedAgainWithThreeChangesTakesFewTokens(t *testing.T) {
	old := page(2_000)
	now := rendered(old, func(row int) bool { return row == 20 || row == 90 || row == 170 })
	d := diff.Between(old, now)
	got := diff.Text(old, now, d, diff.DefaultContext)
	t.Logf("%d tokens, %d operations\n%s", tokens(t, got), len(d.Ops), got)
	require.Equal(t, 3, d.Added)
	require.Equal(t, 3, d.Removed)
	require.LessOrEqual(t, tokens(t, got), 400)
	requireTurnsInto(t, old, now, 0)
}

// flat makes a page whose n nodes all stand under one parent, and the same with one of them changed.
func flat(n int) (old, now *tree.Tree) {
	root := &tree.Node{}
	for i := range n {
		root.Children = append(root.Children, &tree.Node{ID: tree.NewID(1, tree.Key(i+1)), Role: "text", Name: fmt.Sprint("line ", i)})
	}
	root.Seal()
	kids := append([]*tree.Node(nil), root.Children...)
	was := kids[n/2]
	kids[n/2] = &tree.Node{ID: was.ID, Role: was.Role, Name: "changed"}
	after := root.WithChildren(kids)
	after.Seal()
	return &tree.Tree{Root: root}, &tree.Tree{Root: after}
}

func BenchmarkBetweenAndTextOfOneChangeAmongSiblings(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 50_000} {
		old, now := flat(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diff.Text(old, now, diff.Between(old, now), diff.DefaultContext)
			}
		})
	}
}
