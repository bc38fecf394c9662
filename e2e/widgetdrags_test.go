//go:build widgets

package e2e

var dragWidgets = []widget{
	{"sortable", func(h *hand) { h.drag(`listitem: "One"`, `listitem: "Three"`) }, `l.innerText`, `"Two\nThree\nOne\nFour"`},
	{"sortable-with-the-pointer", func(h *hand) { h.drag(`listitem: "One"`, `listitem: "Three"`) }, `l.innerText`, `"Two\nThree\nOne\nFour"`},
	{"interact", func(h *hand) { h.drag(`"Crate"`, `"Dock"`) }, `got`, `["docked"]`},
}
