package tree

import "strings"

// merger turns parts into lines: texts that follow each other become one line, or several when it
// is long.
type merger struct {
	doc   Doc
	lines []mergedLine
	run   run
	fresh bool // nothing inline stands right before the next part
}

// mergedLine is a line of a merger and where it came from.
type mergedLine struct {
	node  *Node
	raw   *Raw
	label bool // a text that stands in a label
}

// run is a text in the making.
type run struct {
	raw    *Raw // of the first text that says something
	text   string
	buf    []byte // the text, once it has more than one piece
	pieces int
	label  bool
	open   bool // an inline line stands right before it
}

// lines merges parts into the nodes of the lines they make.
func (p *pass) lines(parts []part) []*Node {
	if len(parts) == 0 {
		return nil
	}
	m := &p.merger
	m.doc, m.lines, m.run, m.fresh = p.doc, m.lines[:0], run{}, true
	m.walk(parts)
	m.flush(false)
	lines := withoutLabels(m.lines)
	if len(lines) == 0 {
		return nil
	}
	nodes := make([]*Node, len(lines))
	for i := range lines {
		nodes[i] = lines[i].node
	}
	return nodes
}

func (m *merger) walk(parts []part) {
	for i := range parts {
		switch p := &parts[i]; p.kind {
		case subPart:
			m.walk(p.sub.parts)
		case breakPart:
			m.flush(false)
			m.fresh = true
		case spacePart:
			m.add(p, " ")
		case textPart:
			m.add(p, p.text)
		case linePart:
			inline := p.raw.Flags&Block == 0
			m.flush(inline)
			m.lines = append(m.lines, mergedLine{node: p.node, raw: p.raw})
			m.fresh = !inline
		}
	}
}

// add appends a piece to the run.
func (m *merger) add(p *part, text string) {
	r := &m.run
	blank := text == " "
	if r.pieces == 0 {
		r.open, r.label, r.text = !m.fresh, true, text
	} else {
		if r.pieces == 1 {
			r.buf = append(r.buf[:0], r.text...)
		}
		if text[0] == ' ' && len(r.buf) > 0 && r.buf[len(r.buf)-1] == ' ' {
			text = text[1:]
		}
		r.buf = append(r.buf, text...)
	}
	r.pieces++
	if !blank && p.raw != nil {
		if r.raw == nil {
			r.raw = p.raw
		}
		r.label = r.label && p.label
	}
}

// flush ends the run. inlineNext says that an inline line follows it at once.
func (m *merger) flush(inlineNext bool) {
	r := &m.run
	if r.pieces == 0 {
		return
	}
	text := r.text
	if r.pieces > 1 {
		text = string(r.buf)
	}
	text = strings.Trim(text, " ")
	if text != "" && r.raw != nil && !((r.open || inlineNext) && isPunctuation(text)) {
		m.addText(text)
	}
	m.run = run{buf: r.buf[:0]}
}

// addText makes the lines of a text. A part has no more keys than mostParts: what is left then is
// shown as far as it fits one line, so that no line is longer than a message may be.
func (m *merger) addText(text string) {
	const mostParts = 1<<12 - 1
	raw, label := m.run.raw, m.run.label
	f := raw.built
	if f == nil {
		f = &forest{}
		raw.built = f
	}
	for i := 0; text != ""; i++ {
		piece, rest := clip(text, maxText), ""
		if i < mostParts {
			piece, rest = cutText(text)
		}
		id := NewID(m.doc, partKey(raw.Key, i))
		if i == len(f.texts) {
			f.texts = append(f.texts, nil)
		}
		if old := f.texts[i]; old == nil || old.Name != piece || old.ID != id {
			f.texts[i] = &Node{ID: id, Role: textRole, Name: piece}
		}
		m.lines = append(m.lines, mergedLine{node: f.texts[i], raw: raw, label: label})
		text = rest
	}
}

// withoutLabels drops the texts that the name of the form control next to them repeats: a label says
// nothing more, nor does a text that is all of the name.
func withoutLabels(lines []mergedLine) []mergedLine {
	kept := lines[:0]
	for i := range lines {
		n := lines[i].node
		named := n.Role == textRole || lines[i].raw.Tag == "label"
		if named && (i > 0 && labels(&lines[i], &lines[i-1]) ||
			i+1 < len(lines) && labels(&lines[i], &lines[i+1])) {
			continue
		}
		kept = append(kept, lines[i])
	}
	return kept
}

// labels reports whether a line only says how a control is called.
func labels(l, control *mergedLine) bool {
	name, role := control.node.Name, control.node.Role
	if name == "" || control.raw.Tag != "input" && !fieldRoles.has(role) && !checkRoles.has(role) {
		return false
	}
	if l.label {
		pos := 0
		return containsWords(name, l.node.Name, &pos)
	}
	trimmed := strings.TrimRight(l.node.Name, " :*")
	return strings.EqualFold(squeeze(trimmed), squeeze(strings.TrimRight(name, " :*")))
}
