package tree

import (
	"fmt"
	"testing"
)

// sizes are rows of ten elements each.
var sizes = []int{1000, 5000}

func BenchmarkBuild(b *testing.B) {
	for _, rows := range sizes {
		frame := document(largePage(rows))
		b.Run(fmt.Sprintf("whole/%d", rows*10), func(b *testing.B) {
			b.ReportAllocs()
			docs := documents()
			for b.Loop() {
				// A Builder of its own finds nothing it made before.
				t := NewBuilder().Build([]Frame{frame}, docs)
				if t.Root.Children == nil {
					b.Fatal("nothing was built")
				}
			}
		})
		b.Run(fmt.Sprintf("one-change/%d", rows*10), func(b *testing.B) {
			b.ReportAllocs()
			builder, docs := NewBuilder(), documents()
			builder.Build([]Frame{frame}, docs)
			key := findRaw(frame.Root, fmt.Sprint("Edit ", rows/2)).Key
			variants := [2]*Raw{
				replaced(frame.Root, key, func(r *Raw) { r.Name = "A"; r.Kids = nil }),
				replaced(frame.Root, key, func(r *Raw) { r.Name = "B"; r.Kids = nil }),
			}
			for i := 0; b.Loop(); i++ {
				forget(variants[i%2], frame.Root)
				frame.Root, variants[i%2] = variants[i%2], frame.Root
				builder.Build([]Frame{frame}, docs)
			}
		})
	}
}

// forget drops what was made of the nodes in which a tree differs from another.
func forget(r, other *Raw) {
	r.built = nil
	for i, kid := range r.Kids {
		if i < len(other.Kids) && kid != other.Kids[i] {
			forget(kid, other.Kids[i])
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	for _, rows := range sizes {
		tree := NewBuilder().Build([]Frame{document(largePage(rows))}, documents())
		b.Run(fmt.Sprint(rows*10), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				next := Ref(1)
				bound(tree.Root, &next).Seal()
			}
		})
	}
}

func BenchmarkText(b *testing.B) {
	for _, rows := range sizes {
		tree := built(document(largePage(rows)))
		b.Run(fmt.Sprint(rows*10), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = AppendText(buf[:0], tree)
			}
			b.SetBytes(int64(len(buf)))
		})
	}
}

func BenchmarkView(b *testing.B) {
	tree := built(document(largePage(1000)))
	for _, view := range []View{{InteractiveOnly: true}, {MaxDepth: 3}} {
		b.Run(fmt.Sprintf("%+v", view), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewViewer(view, nil).Apply(tree)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	tree := built(document(largePage(1000)))
	b.ReportAllocs()
	for b.Loop() {
		if _, n := Find(tree, Query{Text: "edit 77"}); n != 11 {
			b.Fatal(n)
		}
	}
}

func BenchmarkSliceOf4000Tokens(b *testing.B) {
	tree := built(document(largePage(1000)))
	budget := Budget{Tokens: 4000, Counter: NewCounter()}
	if err := budget.Counter.Load(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Slice(tree, 3000, budget)
	}
}
