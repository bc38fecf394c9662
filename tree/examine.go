package tree

// examined is what can be said about an element before looking at what is in it.
type examined struct {
	role     string
	name     string
	line     bool    // it has a line, unless that turns out to say nothing
	acts     bool    // it can be acted upon
	standsIn bool    // a label that stands for a hidden control
	inner    context // for what is in it
}

// examine decides about an element from its own facts.
func examine(r *Raw, ctx context) examined {
	e := examined{role: r.role(), inner: ctx &^ atTop}
	if r.Flags&EditHost == 0 && (r.Tag == "html" || r.Tag == "body") {
		e.inner = ctx | atTop
		return e
	}
	if r.Flags&Hidden != 0 {
		return e
	}
	e.name = clip(tidy(r.Name), maxName)
	e.standsIn = r.Tag == "label" && r.Attrs != nil && r.Attrs.InputType != ""
	e.acts = r.Flags&NoPointer == 0 && (e.byRole(ctx) || e.byFlags(r, ctx))
	e.line = e.acts || r.Flags&Active != 0 || e.speaks(r)
	e.inner |= e.context(r)
	if !e.line || e.mayDissolve(r, ctx) {
		e.inner |= ctx & atTop
	}
	if e.line && e.role != "label" && phraseRoles.has(e.role) && !namedPhrases.has(e.role) {
		e.role = genericRole
	}
	if e.standsIn && !checkRoles.has(e.role) {
		e.role = genericRole
	}
	return e
}

// byRole reports whether the role makes an element actionable.
func (e *examined) byRole(ctx context) bool {
	switch e.role {
	case "option":
		return ctx&inSelect == 0
	case iframeRole:
		return true
	case canvasRole:
		return e.name != ""
	}
	return interactiveRoles.has(e.role)
}

// byFlags reports whether something only the DOM shows makes an element actionable. The pointer
// cursor of something in a button or link is that of the button or link.
func (e *examined) byFlags(r *Raw, ctx context) bool {
	if ctx&inSelect != 0 {
		return false
	}
	wanted := Listener | Focusable | EditHost | Draggable
	if ctx&inInteractive == 0 {
		wanted |= CursorPointer
	}
	return r.Flags&wanted != 0 || e.standsIn || scrollable(r)
}

// speaks reports whether an element that cannot be acted upon has a line.
func (e *examined) speaks(r *Raw) bool {
	switch {
	case e.role == textRole || e.role == "separator":
		return false
	case e.role == imgRole:
		return e.name != ""
	case namedPhrases.has(e.role):
		return e.name != "" && r.Tag != "abbr" && r.Tag != "label"
	}
	return !phraseRoles.has(e.role)
}

// mayDissolve reports whether an element at the top of the page may turn out to listen for all that
// happens below it, or to take the focus for the page, and to be no control.
func (e *examined) mayDissolve(r *Raw, ctx context) bool {
	return ctx&atTop != 0 && e.role == genericRole && e.name == "" &&
		r.Flags&(CursorPointer|EditHost|Draggable) == 0 && !scrollable(r)
}

// context is what the element decides about what is in it.
func (e *examined) context(r *Raw) (ctx context) {
	switch e.role {
	case "combobox":
		if r.Tag == "select" {
			ctx |= inSelect
		}
	case "button", "link", "checkbox", "radio", "switch", "tab", "summary", "option":
		ctx |= inInteractive
	case "label":
		ctx |= inLabel
	}
	if r.Tag == "math" {
		ctx |= inMath
	}
	if e.marksOffscreen(r) {
		ctx |= inOffscreen
	}
	return ctx
}

// marksOffscreen reports whether the mark of an element's line stands for the lines below it too.
// Elements that may give way to the line in them leave the mark to that.
func (e *examined) marksOffscreen(r *Raw) bool {
	return r.Flags&Offscreen != 0 && e.line && e.role != "label" && !wrapperRoles.has(e.role)
}

// scrollable reports whether an element is an area that can be scrolled.
func scrollable(r *Raw) bool { return r.Attrs != nil && r.Attrs.Scroll != (Scroll{}) }
