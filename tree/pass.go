package tree

import "strings"

// pass builds one document.
type pass struct {
	*Builder
	doc   Doc
	inner map[Key]*graft // the child frames by the elements that own them
}

// element returns what remains of an element and everything below it.
func (p *pass) element(r *Raw, ctx context) *forest {
	if f := r.built; f != nil && f.of == r && f.by == p.Builder && f.doc == p.doc && f.ctx == ctx && p.holds(f) {
		return f
	}
	f := &forest{of: r, by: p.Builder, doc: p.doc, ctx: ctx}
	r.built = f
	e := examine(r, ctx)
	mark := len(p.stack)
	p.gather(f, r, &e)
	parts := p.stack[mark:]
	switch {
	case !e.line && !e.hinted(r, parts) || f.dissolves(r, &e):
		p.dissolve(f, r, parts)
	default:
		p.lineOf(f, r, &e, parts)
	}
	p.stack.pop(mark)
	return f
}

// holds reports whether the frames in a forest are still those it was built with.
func (p *pass) holds(f *forest) bool {
	for _, u := range f.uses {
		if p.inner[u.owner] != u.graft {
			return false
		}
	}
	return true
}

// gather pushes what is in an element.
func (p *pass) gather(f *forest, r *Raw, e *examined) {
	if r.Flags&FrameOwner != 0 {
		g := p.inner[r.Key]
		f.uses = append(f.uses, use{r.Key, g})
		if g != nil {
			return // the frame takes the place of what is in the element
		}
	}
	if r.Flags&Masked != 0 {
		return // whatever is in a secret field is the secret
	}
	for i, kid := range r.Kids {
		if i > 0 && e.inner&inMath != 0 {
			p.stack.push(part{kind: textPart, text: mathSign(r.Tag)})
		}
		if kid.Kind == Text {
			if r.Flags&Hidden == 0 && kid.Flags&Hidden == 0 {
				p.gatherText(kid, e.inner&inLabel != 0)
			}
			continue
		}
		sub := p.element(kid, e.inner)
		f.adopt(sub)
		p.stack.pushForest(sub)
	}
}

// mathSign is what stands between the parts of an element of a formula, for the layout that a line
// cannot show.
func mathSign(tag string) string {
	switch tag {
	case "mfrac":
		return "/"
	case "msup":
		return "^"
	case "msub":
		return "_"
	}
	return " "
}

// gatherText pushes a text.
func (p *pass) gatherText(r *Raw, label bool) {
	text := collapse(r.Name)
	if r.Tag == "::marker" {
		if isBullet(text) {
			return
		}
		text = strings.TrimRight(text, " ") + " "
	}
	if text == "" {
		return
	}
	if r.Flags&Block != 0 {
		p.stack.push(part{kind: breakPart})
		defer p.stack.push(part{kind: breakPart})
	}
	p.stack.push(part{kind: textPart, raw: r, text: text, label: label})
}

// dissolve makes an element without a line leave what is in it.
func (p *pass) dissolve(f *forest, r *Raw, parts []part) {
	border := part{kind: breakPart}
	if f.ctx&inMath != 0 || r.Flags&Block == 0 && r.Tag != "br" && r.Tag != "label" {
		border.kind = spacePart
		if len(parts) > 0 || !spacing(r) {
			f.parts = append(f.parts, parts...)
			if r.Tag == "sup" {
				raise(f.parts)
			}
			return
		}
	}
	kept := make(stack, 0, len(parts)+2)
	kept.push(border)
	for i := range parts {
		kept.push(parts[i])
	}
	kept.push(border)
	f.parts = kept
}

// raise writes a superscript number so that it is not read as part of the number before it: a price
// of 19 and a raised 99 is no 1999.
func raise(parts []part) {
	if len(parts) > 0 && parts[0].kind == textPart && parts[0].text != "" && '0' <= parts[0].text[0] && parts[0].text[0] <= '9' {
		parts[0].text = "^" + parts[0].text
	}
}

// spacing reports whether an inline element takes up room although nothing remains of it.
func spacing(r *Raw) bool {
	switch r.Tag {
	case "img", "svg", "picture", "input":
		return true
	}
	return false
}

// dissolves reports whether an element that could have a line is better left out, now that it is
// known what is in it: a label of a control that is in it, and an element at the top of the page
// that listens for everything that happens below it.
func (f *forest) dissolves(r *Raw, e *examined) bool {
	const crowd = 20 // lines; more is no single control
	if e.role == "label" {
		return f.acts && !e.standsIn
	}
	return f.acts && f.lines > crowd && e.mayDissolve(r, f.ctx)
}

// lineOf makes the line of an element, or leaves it to what is in it.
func (p *pass) lineOf(f *forest, r *Raw, e *examined, parts []part) {
	kids := p.lines(parts)
	n := newNode(p.doc, r, e, f)
	if g := p.inner[r.Key]; g != nil && r.Flags&FrameOwner != 0 {
		n.graft(g)
	} else {
		n.settle(r, kids, f.lines)
		n.liftOffscreen(f.lines)
	}
	switch {
	case n.empty():
		f.parts, f.lines, f.acts = []part{{kind: breakPart}}, 0, false
	case n.wraps():
		f.parts = []part{{node: n.Children[0], raw: r}}
	default:
		f.parts = []part{{node: n, raw: r}}
		f.lines, f.acts = f.lines+1, f.acts || n.Actionable
	}
}

// graft puts a frame under the element that owns it.
func (n *Node) graft(g *graft) {
	n.Children = g.nodes
	n.States.FrameError = valid(g.problem)
	if g.scroll != (Scroll{}) {
		n.States.Scroll = g.scroll
	}
}
