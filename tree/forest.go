package tree

// forest is what a Builder made of the subtree of a raw element: the parts that remain of it, in
// reading order, for the element above to merge. It is kept with the Raw and used again as long as
// everything it depends on is the same.
type forest struct {
	of    *Raw // a copy of the Raw may carry the forest along
	by    *Builder
	doc   Doc
	ctx   context
	uses  []use // the frames in the subtree
	parts []part
	lines int  // how many lines the parts have, those below them included
	acts  bool // whether a line can be acted upon

	texts []*Node // of a raw text: the lines last made of the run that begins with it, by part
}

// use is a frame that a forest holds.
type use struct {
	owner Key
	graft *graft
}

// part is a piece of a forest.
type part struct {
	kind  partKind
	label bool    // a text that stands in a label
	raw   *Raw    // where a line or text comes from
	node  *Node   // of a line
	text  string  // of a text, with a space at each border where there is one
	sub   *forest // a large forest taken over as it is
}

type partKind uint8

const (
	linePart  partKind = iota
	textPart           // joins with the texts next to it
	spacePart          // separates texts like a space
	breakPart          // ends a run of text
	subPart
)

// maxCopied is how many parts are copied from a forest into the one above it. Larger forests are
// taken over by reference, so that deep nesting costs no more than it has nodes.
const maxCopied = 16

// context is what the ancestors of an element decide about it.
type context uint8

const (
	inSelect      context = 1 << iota // in a collapsed select: options are chosen through it
	inOffscreen                       // in a line that is marked offscreen
	inInteractive                     // in a button or link: a pointer cursor is the one of that
	inLabel                           // in a label: its texts name a control
	inMath                            // in a formula: its parts read as one line
	atTop                             // nothing above it has a line
)

// stack collects the parts of the forests in the making; each level owns the parts above its mark.
type stack []part

// push adds a part. Breaks in a row are one.
func (s *stack) push(p part) {
	if p.kind == breakPart && len(*s) > 0 && (*s)[len(*s)-1].kind == breakPart {
		return
	}
	*s = append(*s, p)
}

// pushForest adds what a forest holds.
func (s *stack) pushForest(f *forest) {
	if len(f.parts) > maxCopied {
		s.push(part{kind: subPart, sub: f})
		return
	}
	for i := range f.parts {
		s.push(f.parts[i])
	}
}

// pop takes the parts above a mark.
func (s *stack) pop(mark int) { *s = (*s)[:mark] }

// adopt makes the forest depend on what a part of it depends on.
func (f *forest) adopt(sub *forest) {
	f.lines += sub.lines
	f.acts = f.acts || sub.acts
	f.uses = append(f.uses, sub.uses...)
}
