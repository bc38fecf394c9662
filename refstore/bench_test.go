package refstore_test

import (
	"fmt"
	"testing"

	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// bed is a store with a page of n nodes: sections of 50 rows of 10 nodes, as pages have.
type bed struct {
	*refstore.Store
	doc  tree.Doc
	root *tree.Node
	keys uint64
}

func newBed(n int) *bed {
	b := &bed{Store: refstore.New(refstore.NewRefs(), "ep", "t1", refstore.Options{})}
	fork := b.Fork()
	b.doc = fork.Doc("main", "L1")
	b.root = &tree.Node{}
	for s := 0; s*500 < n; s++ {
		section := b.node("list", fmt.Sprint("section ", s))
		for r := range min(50, (n-s*500+9)/10) {
			section.Children = append(section.Children, b.row(fmt.Sprint("record ", s, ".", r)))
		}
		b.root.Children = append(b.root.Children, section)
	}
	b.commit(fork, b.root)
	return b
}

func (b *bed) node(role, name string) *tree.Node {
	b.keys++
	return &tree.Node{ID: tree.NewID(b.doc, tree.Key(b.keys)), Role: role, Name: name, Actionable: role == "button"}
}

func (b *bed) row(name string) *tree.Node {
	row := b.node("row", name)
	for c := range 3 {
		cell := b.node("cell", fmt.Sprint(name, " ", c))
		cell.Children = []*tree.Node{b.node("text", "words"), b.node("button", fmt.Sprint("Edit ", c))}
		row.Children = append(row.Children, cell)
	}
	return row
}

func (b *bed) commit(fork *refstore.Fork, root *tree.Node) *refstore.Revision {
	rev, _ := fork.Commit(&tree.Tree{Root: root, Docs: map[tree.FrameID]tree.Doc{"main": b.doc}})
	b.root = rev.Tree.Root
	return rev
}

// next begins a commit.
func (b *bed) next() *refstore.Fork {
	fork := b.Fork()
	b.doc = fork.Doc("main", "L1")
	return fork
}

// replaced returns the tree with one node exchanged, all others shared.
func replaced(n *tree.Node, path []int, with func(*tree.Node) *tree.Node) *tree.Node {
	if len(path) == 0 {
		return with(n)
	}
	kids := append([]*tree.Node(nil), n.Children...)
	kids[path[0]] = replaced(kids[path[0]], path[1:], with)
	return n.WithChildren(kids)
}

func renamed(name string) func(*tree.Node) *tree.Node {
	return func(n *tree.Node) *tree.Node {
		c := *n.With(n.Ref)
		d := tree.Node{ID: c.ID, Role: c.Role, Name: name, Children: c.Children}
		return &d
	}
}

func copied(n *tree.Node) *tree.Node {
	c := &tree.Node{ID: n.ID, Role: n.Role, Name: n.Name, Actionable: n.Actionable}
	for _, kid := range n.Children {
		c.Children = append(c.Children, copied(kid))
	}
	return c
}

var sizes = []int{1_000, 10_000, 50_000}

func BenchmarkCommitOfTheFirstTree(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newBed(n)
			}
		})
	}
}

func BenchmarkCommitOfAOneLineChange(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			bed, i := newBed(n), 0
			b.ReportAllocs()
			for b.Loop() {
				i++
				bed.commit(bed.next(), replaced(bed.root, []int{0, 3, 1, 0}, renamed(fmt.Sprint("words ", i))))
			}
		})
	}
}

func BenchmarkCommitOfAnAllNewCaptureThatIsEqual(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			bed := newBed(n)
			b.ReportAllocs()
			for b.Loop() {
				bed.commit(bed.next(), copied(bed.root))
			}
		})
	}
}

func BenchmarkCommitThatAdoptsASectionOf50Rows(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			bed := newBed(n)
			b.ReportAllocs()
			for b.Loop() {
				rev := bed.commit(bed.next(), replaced(bed.root, []int{1}, func(s *tree.Node) *tree.Node {
					again := bed.node(s.Role, s.Name)
					for _, row := range s.Children {
						again.Children = append(again.Children, bed.row(row.Name))
					}
					return again
				}))
				if len(rev.Rebound) != 150 {
					b.Fatal(len(rev.Rebound))
				}
			}
		})
	}
}

func BenchmarkResolve(b *testing.B) {
	bed := newBed(10_000)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = bed.Resolve(5)
	}
}
