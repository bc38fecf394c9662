package tree

// Budget limits a part of a text. At most one limit is set; the zero value sets none.
type Budget struct {
	// Bytes is how many bytes of text a part may have, markers included.
	Bytes int
	// Tokens is how many tokens of the o200k encoding a part may have, markers included.
	Tokens int
	// Counter counts tokens; needed with Tokens.
	Counter *Counter
}

// Counter counts tokens.
type Counter struct{}

// NewCounter returns a counter that has loaded nothing yet.
func NewCounter() *Counter { return &Counter{} }

// Entry is one line of a text and the node it stands for.
type Entry struct {
	Node   *Node
	Parent ID
	Depth  int // 0 for the top lines
	Line   int // the line in the text it belongs to, from 0, markers counted
}

// Part is a piece of the text of a tree, cut at node borders.
type Part struct {
	Text    string
	Entries []Entry
	// Next is the position to read on from; Done says that there is nothing left.
	Next int
	Done bool
	// Omitted is how many nodes of the tree follow.
	Omitted int
	// Need is, when not even one node fits the budget, the budget that the next node takes; 0 otherwise.
	Need int
}

// Slice returns the part of a sealed tree's text that begins at a position, 0 or the Next of an
// earlier part, and fits the budget. Markers say what is missing before and after.
func Slice(t *Tree, from int, b Budget) Part { return Part{} }

// Chunk is Slice for a text that is sent whole in pieces: no markers about what comes before or after.
func Chunk(t *Tree, from, maxBytes int) Part { return Part{} }
