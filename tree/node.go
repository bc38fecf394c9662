package tree

import "strconv"

// Doc numbers the documents of a tab: one for each pair of frame id and loader id, that is, for
// each navigation generation of each frame. Numbers grow and are never reused.
type Doc uint32

// ID identifies a node in its tab for as long as the element lives; it is never reused. 0 is the root.
type ID uint64

// NewID returns the id of a node of a document. Keys are below 1<<40.
func NewID(d Doc, k Key) ID { return ID(d)<<40 | ID(k) }

// Doc returns the document the node belongs to.
func (id ID) Doc() Doc { return Doc(id >> 40) }

// Key returns the key of the node in its document.
func (id ID) Key() Key { return Key(id & (1<<40 - 1)) }

// Ref is the number of a ref: Ref(5) is written "e5". 0 means that a node has none.
type Ref uint64

// String returns the ref as the text shows it.
func (r Ref) String() string {
	if r == 0 {
		return ""
	}
	return "e" + strconv.FormatUint(uint64(r), 10)
}

// States are the states and properties a line shows in brackets. It is comparable.
type States struct {
	Checked, Pressed, Selected, Expanded Toggle
	Disabled, Readonly, Required         bool
	Focused, Active, Modal, Busy, Masked bool
	Multiselectable                      bool
	Offscreen, CursorPointer, Clickable  bool
	Editable, Draggable                  bool
	Covered                              bool // another element takes the pointer; only looked for on request
	CoveredBy                            Ref  // of the element that does, 0 when it has none
	Level                                int
	Invalid, HasPopup, Current           string
	Placeholder, Description, URL        string
	Orientation, Validation              string
	FrameError                           string
	HasRange                             bool
	ValueMin, ValueMax                   float64
	Scroll                               Scroll
}

// Node is one line of the semantic tree. Nodes are immutable once committed, and subtrees that
// did not change are shared between revisions, so two trees can be compared by pointers first.
type Node struct {
	ID         ID
	Ref        Ref    // 0 when the node is not actionable
	Actionable bool   // gets a ref at commit
	Listening  bool   // has an event listener of its own; no part of the line
	Role       string // "text" for plain text, "generic" for an element without a role of its own
	Name       string // the accessible name; of a text the text; of a clickable without a name its first text
	Value      string // the value of a field; of any other element the text that comes first in it
	HasValue   bool   // Value is not empty
	States     States
	Children   []*Node

	omitted int // nodes that a view left out below; no part of the line or the digest

	line   string // the text of the line without indentation; set by seal
	hash   uint64 // of the line and, in order, of the children; set by seal
	size   int    // nodes in the subtree, this one included; set by seal
	sealed bool
}

// Tree is the semantic tree of a tab: all its frames, pruned and stitched.
type Tree struct {
	Root  *Node // id 0, without a line of its own; its children are the top lines
	URL   string
	Title string
	// Docs says which document each frame showed.
	Docs map[FrameID]Doc
	// Loading is whether the main document was still loading.
	Loading bool
	// Unheard is whether it is not known yet which of the newest elements have listeners.
	Unheard bool
	// Scroll is how much of the main document is out of sight; it is no part of the text.
	Scroll Scroll
	// Problem is why the main document could not be read; empty when it could.
	Problem string
	// Omitted is how many nodes a view left out, apart from those below a cut in depth.
	Omitted int
	// OmittedWhy is the text of the marker about Omitted.
	OmittedWhy string
}
