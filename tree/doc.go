// Package tree turns raw captures of a page into one immutable semantic tree and that tree into
// text. It is pure: it does no I/O, starts no goroutine and knows no browser.
//
// # From captures to a tree
//
// A capture is a list of Frames, each with a tree of Raw nodes. A Builder prunes them and stitches
// child frames under the elements that own them. It memoises on Raw pointers: a capture that shares
// the Raw subtrees that did not change costs the changed path only, and gives the same *Node for
// everything below which nothing changed.
//
// What is a line and what is not:
//
//   - Containers without a role, a name or an action vanish; what is in them stays.
//   - Text reads as a reader sees it: it joins across inline elements, and breaks at blocks, at <br>
//     and at every line. White space collapses; soft hyphens and zero width spaces go.
//   - A raised number is marked, 19^99, and so are fractions and exponents of formulas.
//   - The text that comes first in an element is the Value of its line: paragraph: "text". Later
//     texts are lines of role "text", whose Name is the text.
//   - A text that the name of its parent or of the form control beside it already says is not
//     repeated. A name that only repeats the lines below it is dropped.
//   - A list item, cell or paragraph that wraps just one line gives way to that line.
//   - What says nothing is dropped: nameless pictures, bullets, rules, empty containers,
//     punctuation between lines.
//   - What can be acted upon is Actionable and gets a ref at commit. An element without a name that
//     is clickable is called by its first text.
//
// # Text
//
// AppendText writes one node a line, "- " and the line, two spaces a level:
//
//	role "name" [ref=e5] [state] [key=value]: "value"
//
// The ref and the marks come in this order; what is not so has no mark:
//
//	[ref=e5] [checked] [pressed] [selected] [expanded] as true, or =mixed, =false where it matters
//	[disabled] [readonly] [required] [focused] [active] [modal] [busy] [masked]
//	[multiselectable] [editable] [draggable] [clickable] [offscreen] [covered=e9] [level=2] [cursor=pointer] [range=0..10]
//	[invalid=true] [haspopup=menu] [current=page] [orientation=vertical] [placeholder="…"]
//	[description="…"] [validation="…"] [url=/path] [unreadable="too deep"] [scroll above=0 below=9]
//
// A checkbox, radio, switch, option or tab without a mark is off. [offscreen] holds for the lines
// below too. [clickable] and [cursor=pointer] say why something is actionable that has no role of
// its own; a pointer says it alone. [covered], which only Cover sets, says that another element takes
// the pointer everywhere in it, with the ref of that element where it has one. [active] is the item
// that a widget acts on, such as the option that Enter would choose, while the widget has the focus.
//
// Strings of the page stand in JSON-style quotes on one line of valid UTF-8, with every control,
// invisible and direction-changing character escaped, so no page can forge a line, a ref or a
// state. A line that begins with "…" is a marker: it says what a view or a budget left out, and how
// to read it. ParseLine and ParseText give back exactly what was written.
//
// # Views
//
// A Viewer narrows trees (interactive only, depth, scope), Find selects lines, Slice and Chunk cut
// text at node borders by bytes or tokens. All work on a tree as it is, share its nodes, and leave
// markers where they leave out something.
//
// # Concurrency
//
// Trees, Nodes that are sealed, Frames and Raws that are part of a capture are immutable and may be
// shared. A Builder, a Viewer and a Document belong to one goroutine at a time.
package tree
