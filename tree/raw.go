package tree

// FrameID is the id of a frame in the DevTools protocol. It survives navigations of the frame.
type FrameID string

// Key identifies a DOM node within its document: the number the page agent gave it, or, for
// nodes no script can reach, BackendKey of the backendNodeId. Numbers of the agent are below 1<<38;
// the keys from there to BackendKey are those of the parts of long texts.
type Key uint64

// BackendKey is the key of a node that only its backendNodeId identifies.
func BackendKey(backendNodeID int) Key { return Key(backendNodeID) | 1<<39 }

// Kind says what a Raw stands for.
type Kind uint8

// The kinds of raw nodes.
const (
	Element Kind = iota
	Text         // a text node, or the text of a ::before, ::after or ::marker pseudo-element
)

// Flags are the facts about a raw node that are either so or not.
type Flags uint32

// The flags. The state flags (from Disabled on) hold for the element itself as computed by the
// browser, so a button in a disabled fieldset is Disabled.
const (
	Block         Flags = 1 << iota // a line break separates its text from that of its neighbours
	Hidden                          // visibility:hidden or collapse: says nothing itself, its children may
	Offscreen                       // its box lies wholly outside the viewport, or is clipped away
	CursorPointer                   // cursor:pointer begins here: the parent has another cursor
	Listener                        // has a click, mousedown, mouseup or pointer listener, or an onclick
	Focusable                       // has a tabindex
	EditHost                        // contenteditable begins here
	FrameOwner                      // an iframe, frame, object or embed that owns a child frame
	Disabled
	Readonly
	Required
	Focused
	Modal
	Busy
	Masked // its value is secret and was not sent
	Multiselectable
	NoPointer // pointer-events:none: cannot be clicked
	ShadowHost
	Covered
	Active    // a widget that has the focus acts on it: its active descendant (ARIA 1.2, 6.6)
	Draggable // the draggable attribute says that it can be dragged
)

// Toggle is the state of something that can be on, off or in between. The zero value means that
// the node has no such state.
type Toggle uint8

// The states of a Toggle.
const (
	NoToggle Toggle = iota
	False
	True
	Mixed
)

// Attrs are the properties that few nodes have. A Raw without any has a nil Attrs.
type Attrs struct {
	Value       string  // the current value of a field; only meaningful with HasValue
	HasValue    bool    // also set with an empty value
	Checked     Toggle  // checkbox, radio, switch, menuitemcheckbox
	Pressed     Toggle  // aria-pressed
	Selected    Toggle  // option, aria-selected
	Expanded    Toggle  // aria-expanded, details, popover invokers
	Level       int     // heading level, aria-level
	Invalid     string  // "true", "grammar", "spelling"
	HasPopup    string  // "menu", "listbox", "dialog", …
	Current     string  // aria-current, "page", "true", …
	Placeholder string  // where the name does not come from it
	Description string  // the accessible description
	URL         string  // of a link: relative when same-origin, data: payload cut
	ValueMin    float64 // only meaningful with HasRange
	ValueMax    float64
	HasRange    bool
	Orientation string // aria-orientation
	Validation  string // of an invalid element: its aria-errormessage, or its validationMessage once the user has touched it
	Scroll      Scroll // how far a scrollable area can move; zero where it cannot
	// InputType is the type of an input element. On a label it is the type of the hidden checkbox,
	// radio or file input that the label stands for; Checked is then the state of that input.
	InputType string
}

// Scroll says how much of a scrollable area is out of sight, in CSS pixels.
type Scroll struct{ Above, Below, Left, Right int }

// Raw is one DOM node as a capture engine saw it: every rendered element and text node in flat
// tree order (shadow roots and slots resolved, aria-owns applied), with what is not rendered,
// aria-hidden, inert or behind a modal left out. Both engines deliver the same. A Raw is
// immutable once it is part of a Frame; unchanged subtrees are shared between captures.
type Raw struct {
	Key   Key
	Kind  Kind
	Flags Flags
	Tag   string // local name in lower case; "::before", "::after", "::marker" for generated text; "#text"
	Role  string // as the accessibility engine computes it, in ARIA terms; "" or "generic" when it has none
	Name  string // the accessible name; of a Text its text, white space collapsed as rendered, borders kept
	Attrs *Attrs
	Kids  []*Raw

	built *forest // what Builder made of the subtree; guarded by the Builder's owner
}

// Frame is one captured document.
type Frame struct {
	ID       FrameID
	LoaderID string  // changes with each new document in the frame
	Parent   FrameID // empty for the main frame
	Owner    Key     // the element in the parent's document that holds the frame; 0 for the main frame
	URL      string
	Title    string
	Root     *Raw   // nil when the frame could not be read
	Problem  string // why Root is nil: "too deep", "not available", "crashed"; empty otherwise
	Loading  bool   // document.readyState is not complete
	Unheard  bool   // it is not known yet which of the newest elements have listeners
	ByAX     bool   // the AX engine read it
}
