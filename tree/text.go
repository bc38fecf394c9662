package tree

// Text returns the text of a sealed tree, see AppendText.
func (t *Tree) Text() string { return string(AppendText(nil, t)) }

// AppendText appends the text of a sealed tree: "- line\n", two spaces a level, markers included.
func AppendText(dst []byte, t *Tree) []byte { return dst }
