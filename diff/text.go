package diff

import (
	"strconv"

	"github.com/observer-svc/observer-svc/tree"
)

// DefaultContext is how many unchanged lines stand before and after a change.
const DefaultContext = 3

// Text returns the changes from a to b for a model to read.
//
// Each line has a gutter of " " for context, "-" for what was and "+" for what is, and stands at the
// indentation it has in the tree. All ancestors of a changed line are given, once; of more than 60
// the outermost and the innermost 30. Of the context lines before and after a change those are shown
// that are not deeper than the change: others say nothing about where it is. A negative context shows
// every line. "…" stands for what is left out. A changed node is its old and its new line; a moved
// one is "-" where it was and "+" where it is, and what it took along is only counted. The last line
// is "N added, M removed".
//
// It costs what the text holds, and the children of all nodes on the way to a change, as Between.
func Text(a, b *tree.Tree, d *Delta, context int) string {
	if d.matched == nil && !d.Empty() {
		d = Between(a, b)
	}
	p := printer{matching: d.matched, context: context}
	if context < 0 {
		p.context, p.all = b.Root.Size(), true
	}
	if d.matched != nil {
		p.inside(a.Root, b.Root, 0)
	}
	p.out.WriteString(strconv.Itoa(d.Added))
	p.out.WriteString(" added, ")
	p.out.WriteString(strconv.Itoa(d.Removed))
	p.out.WriteString(" removed\n")
	return p.out.String()
}

// inside prints what is below the paired nodes x and y, whose children stand at a depth.
func (p *printer) inside(x, y *tree.Node, depth int) {
	s := p.shared[y]
	p.quiet(y.Children[:s.head], depth)
	olds, news := s.middle(x.Children), s.middle(y.Children)
	for len(olds) > 0 || len(news) > 0 {
		olds = p.departures(olds, depth)
		news = p.arrivals(news, depth)
		if len(olds) > 0 && len(news) > 0 {
			p.both(olds[0], news[0], depth)
			olds, news = olds[1:], news[1:]
		}
	}
	p.quiet(y.Children[len(y.Children)-s.tail:], depth)
}

// departures prints the old nodes up to the next one that stays, and returns the rest.
func (p *printer) departures(olds []*tree.Node, depth int) []*tree.Node {
	for len(olds) > 0 {
		n := p.newOf[olds[0]]
		if n != nil && !p.moved[n] {
			break
		}
		p.depart(olds[0], depth)
		olds = olds[1:]
	}
	return olds
}

func (p *printer) depart(o *tree.Node, depth int) {
	p.line('-', o, depth)
	if p.newOf[o] == nil {
		for _, kid := range o.Children {
			p.depart(kid, depth+1)
		}
		return
	}
	p.along('-', o, depth)
}

// along says that what is below a moved node moved with it.
func (p *printer) along(gutter byte, n *tree.Node, depth int) {
	if below := n.Size() - 1; below > 0 {
		p.note(gutter, "… "+lines(below)+" below it", depth+1)
	}
}

func lines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}

// arrivals prints the new nodes up to the next one that stayed, and returns the rest.
func (p *printer) arrivals(news []*tree.Node, depth int) []*tree.Node {
	for len(news) > 0 && (p.oldOf[news[0]] == nil || p.moved[news[0]]) {
		p.arrive(news[0], depth)
		news = news[1:]
	}
	return news
}

func (p *printer) arrive(n *tree.Node, depth int) {
	p.line('+', n, depth)
	if o := p.oldOf[n]; o != nil {
		before := p.shown
		if p.under(o, n, depth); p.shown == before {
			p.tail = p.tail[:0]
			p.along('+', n, depth)
		}
		return
	}
	for _, kid := range n.Children {
		p.arrive(kid, depth+1)
	}
}

// both prints a node that stayed in its place.
func (p *printer) both(o, n *tree.Node, depth int) {
	if o.Line() == n.Line() {
		p.quietLine(n, depth)
	} else {
		p.line('-', o, depth)
		p.line('+', n, depth)
	}
	p.under(o, n, depth)
}

// under prints what is below a node that has a partner.
func (p *printer) under(o, n *tree.Node, depth int) {
	if o == n || p.whole[n] {
		p.quiet(n.Children, depth+1)
		return
	}
	p.way = append(p.way, p.at(n, depth))
	p.inside(o, n, depth+1)
	p.way = p.way[:len(p.way)-1]
}
