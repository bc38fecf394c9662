package tree

import "bytes"

// Budget limits a part of a text. At most one limit is set; the zero value sets none.
type Budget struct {
	// Bytes is how many bytes of text a part may have, markers included.
	Bytes int
	// Tokens is how many tokens of the o200k encoding a part may have, markers included.
	Tokens int
	// Counter counts tokens; needed with Tokens.
	Counter *Counter
}

// Entry is one line of a text and the node it stands for.
type Entry struct {
	Node   *Node
	Parent ID
	Depth  int // 0 for the top lines
	Line   int // the line in the text it belongs to, from 0, markers counted
}

// Part is a piece of the text of a tree, cut at node borders.
type Part struct {
	// Text is whole lines, markers included.
	Text string
	// Lines is how many lines Text has.
	Lines int
	// Entries are the nodes in Text; Entry.Line counts from the beginning of Text.
	Entries []Entry
	// Next is the position to read on from.
	Next int
	// Done says that nothing is left.
	Done bool
	// Omitted is how many nodes of the tree follow.
	Omitted int
	// Need is, when not even one node fits the budget, the budget that the next node takes. The part
	// then has no nodes, and reading on needs that larger budget. 0 otherwise.
	Need int
}

// Slice returns the part of a sealed tree's text that begins at a position, 0 or the Next of an
// earlier part, and fits the budget. Markers say what comes before and after it; without them, the
// parts in a row are exactly the text of the tree.
func Slice(t *Tree, from int, b Budget) Part {
	s := newSlicer(t, from, b)
	s.closing = s.cost("… 999,999,999 more nodes" + readOn)
	s.read()
	if s.Need > 0 {
		s.marker("the next node takes " + b.name(s.Need) + "; read on with a larger budget")
	} else if !s.Done {
		s.marker(plural(s.Omitted, "more node") + readOn)
	}
	s.Text = string(s.text)
	return s.Part
}

// Chunk returns a part of at most maxBytes for a text that is sent whole in pieces: without markers
// of what comes before and after, and always with one node at least.
func Chunk(t *Tree, from, maxBytes int) Part {
	s := newSlicer(t, from, Budget{Bytes: maxBytes})
	s.whole = true
	s.read()
	s.Text = string(s.text)
	return s.Part
}

const readOn = "; read on with the cursor of this answer"

// name returns an amount in the unit of the budget.
func (b Budget) name(n int) string {
	if b.Tokens > 0 {
		return plural(n, "token")
	}
	return plural(n, "byte")
}

// limit returns the budget in its unit, or 0.
func (b Budget) limit() int { return max(b.Bytes, b.Tokens) }

// slicer fills a part.
type slicer struct {
	Part
	tree    *Tree
	from    int
	total   int
	budget  Budget
	whole   bool
	closing int // what the marker at the end may cost
	used    int
	taken   int // what the text in scratch takes
	text    []byte
	scratch []byte
}

func newSlicer(t *Tree, from int, b Budget) *slicer {
	s := &slicer{tree: t, from: max(from, 0), total: t.Root.Size() - 1, budget: b}
	s.Next = min(s.from, s.total)
	return s
}

// cost returns what a text takes of the budget.
func (s *slicer) cost(text string) int {
	if s.budget.Tokens > 0 {
		return s.budget.Counter.Count(text)
	}
	return len(text)
}

// read takes the nodes from the position on for as long as they fit.
func (s *slicer) read() {
	w := walker{skip: s.from, visit: s.visit}
	w.children(s.tree.Root)
	s.Omitted = s.total - s.Next
	s.Done = s.Omitted == 0
	if s.Done && s.total == 0 {
		s.text = appendOmission(s.text, s.tree)
		s.Lines = bytes.Count(s.text, []byte{'\n'})
	}
}

// visit adds a node with the markers that belong to it.
func (s *slicer) visit(e Entry, path []*Node) bool {
	if s.Next == s.from && s.from > 0 && !s.whole {
		s.open(path)
	}
	last := s.Next == s.total-1
	s.scratch = appendNode(s.scratch[:0], e.Node, e.Depth)
	if last {
		s.scratch = appendOmission(s.scratch, s.tree)
	}
	if !s.fits(last) && !(s.close() && s.fits(last)) {
		return false
	}
	e.Line = s.Lines
	s.Entries = append(s.Entries, e)
	s.add(s.scratch, s.taken)
	s.Next++
	return true
}

// fits reports whether the text in scratch fits, and the marker that will follow it.
func (s *slicer) fits(last bool) bool {
	limit := s.budget.limit()
	if limit == 0 {
		return true
	}
	s.taken = s.cost(string(s.scratch))
	need := s.used + s.taken
	if !last {
		need += s.closing
	}
	if need <= limit || s.whole && len(s.Entries) == 0 {
		return true
	}
	if len(s.Entries) == 0 {
		s.Need = need
	}
	return false
}

// add appends whole lines that take what is given.
func (s *slicer) add(lines []byte, taken int) {
	s.used += taken
	s.Lines += bytes.Count(lines, []byte{'\n'})
	s.text = append(s.text, lines...)
}

// open writes the marker at the beginning of a part: what comes before and where the part is. A
// small budget goes without it.
func (s *slicer) open(path []*Node) {
	marker := markerSign + plural(s.from, "node") + " before" + whereabouts(path) + "\n"
	taken := s.cost(marker)
	if limit := s.budget.limit(); limit > 0 && taken > limit/8 {
		return
	}
	s.add([]byte(marker), taken)
}

// close takes back the marker at the beginning where there is not even room for a node below it, and
// reports whether there was one.
func (s *slicer) close() bool {
	if len(s.Entries) > 0 || len(s.text) == 0 {
		return false
	}
	s.text, s.used, s.Lines, s.Need = nil, 0, 0, 0
	return true
}

// whereabouts names the nearest ancestors that have a name.
func whereabouts(path []*Node) string {
	const most, longest = 2, 60
	var out []byte
	for i, named := len(path)-1, 0; i >= 0 && named < most; i-- {
		n := path[i]
		if n.Name == "" {
			continue
		}
		named++
		out = append(appendRole(append(out, ", in "...), n.Role), ' ')
		out = appendQuoted(out, clip(n.Name, longest))
		if n.Ref != 0 {
			out = append(append(append(out, " [ref="...), n.Ref.String()...), ']')
		}
	}
	return string(out)
}

// marker appends the marker at the end of a part. Its cost is kept free from the beginning.
func (s *slicer) marker(text string) {
	s.text = append(append(append(s.text, markerSign...), text...), '\n')
	s.Lines++
}
