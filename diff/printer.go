package diff

import (
	"strings"

	"github.com/observer-svc/observer-svc/tree"
)

// printer writes the text of a delta. It is told all lines of the new tree in order, those that did
// not change in bulk, and decides which of them to show.
type printer struct {
	*matching
	out     strings.Builder
	context int
	all     bool  // whether to show every line
	next    int   // the number of the next line
	shown   int   // the number of the line after the last one shown; 0 when none was
	after   int   // how many of the next lines may be shown as context
	level   int   // the depth of the last changed line
	tail    []row // the last lines not shown, at most context and one more
	way     []row // the ancestors of the current line, outermost first
}

// row is a line of the new tree.
type row struct {
	node   *tree.Node
	depth  int
	number int
	shown  bool
}

// at returns the row of n, which is the line before the next.
func (p *printer) at(n *tree.Node, depth int) row {
	return row{n, depth, p.next - 1, p.shown == p.next}
}

// line shows a line that changed, after its ancestors and the context before it.
func (p *printer) line(gutter byte, n *tree.Node, depth int) {
	p.flush(depth)
	p.gap(p.next, depth)
	p.write(gutter, "- "+n.Line(), depth)
	p.next++
	p.shown, p.after, p.level = p.next, p.context, depth
}

// note shows a line that is none of a tree.
func (p *printer) note(gutter byte, text string, depth int) {
	p.write(gutter, text, depth)
	p.next++
	p.shown = p.next
}

func (p *printer) write(gutter byte, text string, depth int) {
	p.out.WriteByte(gutter)
	p.out.WriteByte(' ')
	for range depth {
		p.out.WriteString("  ")
	}
	p.out.WriteString(text)
	p.out.WriteByte('\n')
}

// gap marks that lines before a number were left out.
func (p *printer) gap(number, depth int) {
	if p.shown > 0 && number > p.shown {
		p.write(' ', "…", depth)
	}
}

// show writes an unchanged line.
func (p *printer) show(r row) {
	p.gap(r.number, r.depth)
	p.write(' ', "- "+r.node.Line(), r.depth)
	p.shown = r.number + 1
	for i := range p.way {
		if p.way[i].number == r.number {
			p.way[i].shown = true
		}
	}
}

// endsOfWay is how many of the outermost and how many of the innermost ancestors are shown. No page
// that somebody reads is deeper than both; one that was made to be would make text that grows with
// the square of its depth.
const endsOfWay = 30

// flush shows the ancestors of a line that changed and the lines before it that are not deeper.
func (p *printer) flush(depth int) {
	from := p.next
	if len(p.tail) > 0 {
		from = p.tail[0].number
	}
	for i, r := range p.way {
		if !r.shown && r.number < from && (i < endsOfWay || i >= len(p.way)-endsOfWay) {
			p.show(r)
		}
	}
	if len(p.tail) > p.context && p.tail[0].number != p.shown && !p.leads(p.tail[0]) {
		p.tail = p.tail[1:]
	}
	for _, r := range p.tail {
		if r.depth <= depth || p.all {
			p.show(r)
		}
	}
	p.tail = p.tail[:0]
}

// leads reports whether a row is an ancestor of the current line.
func (p *printer) leads(r row) bool {
	for _, up := range p.way {
		if up.number == r.number {
			return true
		}
	}
	return false
}

// quietLine tells the printer of a line that did not change.
func (p *printer) quietLine(n *tree.Node, depth int) {
	r := row{node: n, depth: depth, number: p.next}
	p.next++
	if p.after > 0 {
		p.after--
		if depth <= p.level || p.all {
			p.show(r)
			return
		}
	}
	if len(p.tail) > p.context {
		p.tail = append(p.tail[:0], p.tail[1:]...)
	}
	p.tail = append(p.tail, r)
}

// quiet tells the printer of subtrees that did not change. It looks only at as many of their lines
// as may be shown.
func (p *printer) quiet(nodes []*tree.Node, depth int) {
	limit := p.after + p.context + 2
	if !longer(nodes, limit) {
		for _, n := range nodes {
			p.quietAll(n, depth)
		}
		return
	}
	p.firsts(nodes, depth)
	p.next += 2 // at least that many lines are left out; the exact number is not needed
	p.tail = lasts(nodes, depth, p.context+1, p.tail[:0])
	for i := range p.tail {
		p.tail[i].number = p.next
		p.next++
	}
}

// longer reports whether subtrees have more lines than a limit.
func longer(nodes []*tree.Node, limit int) bool {
	for _, n := range nodes {
		if limit -= n.Size(); limit < 0 {
			return true
		}
	}
	return false
}

func (p *printer) quietAll(n *tree.Node, depth int) {
	p.quietLine(n, depth)
	p.quiet(n.Children, depth+1)
}

// firsts shows as many of the first lines as context after a change asks for.
func (p *printer) firsts(nodes []*tree.Node, depth int) {
	for _, n := range nodes {
		if p.after == 0 {
			return
		}
		p.quietLine(n, depth)
		p.firsts(n.Children, depth+1)
	}
}

// lasts returns the last lines of subtrees in order, but no more than most.
func lasts(nodes []*tree.Node, depth, most int, rows []row) []row {
	for i := len(nodes) - 1; i >= 0 && len(rows) < most; i-- {
		rows = backwards(nodes[i], depth, most, rows)
	}
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	return rows
}

// backwards appends the last lines of a subtree, the last one first.
func backwards(n *tree.Node, depth, most int, rows []row) []row {
	for i := len(n.Children) - 1; i >= 0 && len(rows) < most; i-- {
		rows = backwards(n.Children[i], depth+1, most, rows)
	}
	if len(rows) < most {
		rows = append(rows, row{node: n, depth: depth})
	}
	return rows
}
