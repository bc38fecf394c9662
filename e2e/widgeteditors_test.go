//go:build widgets

package e2e

var editorWidgets = []widget{
	{"quill", func(h *hand) { h.fill(`editable`, "new text\nline two") }, `q.getText()`, `"new text\nline two\n"`},
	{"tiptap", func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	{"lexical", func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	{"codemirror-6", func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	{"codemirror-5", func(h *hand) { h.fill(`textbox`, "new text\nline two") }, `c.getValue()`, `"new text\nline two"`},
	{"monaco", func(h *hand) { h.wait("Editor content"); h.fill(`textbox`, "new text\nline two") }, `ed.getValue()`, `"new text\nline two"`},
}
