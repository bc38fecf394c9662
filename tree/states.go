package tree

import (
	"cmp"
	"math"
)

// newNode returns the node of an element without what is in it.
func newNode(doc Doc, r *Raw, e *examined, f *forest) *Node {
	n := &Node{ID: NewID(doc, r.Key), Role: e.role, Name: e.name, Actionable: e.acts}
	n.Listening = r.Flags&Listener != 0
	if n.Role == "label" {
		n.Role = genericRole
	}
	s := &n.States
	s.flags(r.Flags, n)
	s.Clickable = s.Clickable || e.standsIn && n.Role == genericRole && n.Actionable
	s.Offscreen = r.Flags&Offscreen != 0 && f.ctx&inOffscreen == 0 && (e.acts || f.acts && e.marksOffscreen(r))
	if r.Attrs != nil {
		s.attributes(r.Attrs, n)
		n.takeValue(r.Attrs)
	}
	if s.Checked == NoToggle {
		s.Checked = checkedDefault(n.Role)
	}
	if s.Selected == NoToggle || s.Selected == False {
		s.Selected = selectedDefault(n.Role)
	}
	return n
}

// flags takes over what is so or not.
func (s *States) flags(f Flags, n *Node) {
	s.Disabled = f&Disabled != 0
	s.Readonly = f&Readonly != 0 && editableRoles.has(n.Role)
	s.Required = f&Required != 0
	s.Focused = f&Focused != 0
	s.Active = f&Active != 0
	s.Modal = f&Modal != 0
	s.Busy = f&Busy != 0
	s.Masked = f&Masked != 0
	s.Multiselectable = f&Multiselectable != 0
	s.Covered = f&Covered != 0
	s.Editable = f&EditHost != 0 && !fieldRoles.has(n.Role)
	s.Draggable = f&Draggable != 0
	explained := interactiveRoles.has(n.Role) || !n.Actionable
	s.CursorPointer = f&CursorPointer != 0 && !explained
	s.Clickable = f&Listener != 0 && !explained && !s.CursorPointer
}

// attributes takes over the properties that add something to role and name.
func (s *States) attributes(a *Attrs, n *Node) {
	s.Checked, s.Pressed, s.Selected, s.Expanded = a.Checked, a.Pressed, a.Selected, a.Expanded
	if leveled.has(n.Role) {
		s.Level = a.Level
	}
	if a.Invalid != "false" {
		s.Invalid = clip(tidy(a.Invalid), maxWord)
	}
	if a.HasPopup != "false" && n.Role != "combobox" {
		s.HasPopup = clip(tidy(a.HasPopup), maxWord)
	}
	if a.Current != "false" {
		s.Current = clip(tidy(a.Current), maxWord)
	}
	if a.Orientation != usualOrientation(n.Role) {
		s.Orientation = clip(tidy(a.Orientation), maxWord)
	}
	s.Placeholder = adding(cmp.Or(a.Placeholder, inputForms[a.InputType]), n.Name)
	s.Description = adding(a.Description, n.Name)
	if s.Validation = adding(a.Validation, ""); s.Validation == s.Description {
		s.Description = ""
	}
	s.URL = cutURL(valid(a.URL))
	s.Scroll = a.Scroll
	if a.HasRange && finite(a.ValueMin) && finite(a.ValueMax) {
		s.HasRange, s.ValueMin, s.ValueMax = true, a.ValueMin, a.ValueMax
	}
}

// adding returns a text that adds something to a name, and nothing when it only repeats it.
func adding(text, name string) string {
	text = clip(tidy(text), maxHint)
	if pos := 0; text == name || text != "" && containsWords(name, text, &pos) {
		return ""
	}
	return text
}

// usualOrientation is the orientation of a role unless something else is said (ARIA 1.2).
func usualOrientation(role string) string {
	switch role {
	case "slider", "toolbar", "tablist", "separator", "menubar":
		return "horizontal"
	case "scrollbar", "listbox", "menu", "tree", "combobox":
		return "vertical"
	}
	return ""
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// takeValue takes over the value of a field; secrets are left out whatever the engine sent.
func (n *Node) takeValue(a *Attrs) {
	if !a.HasValue || n.States.Masked {
		return
	}
	switch n.Role {
	case "progressbar", "meter", "scrollbar", "separator":
	default:
		if !fieldRoles.has(n.Role) && !n.isFileButton(a) {
			return
		}
	}
	n.setValue(clip(valid(a.Value), maxName))
}

func (n *Node) isFileButton(a *Attrs) bool { return n.Role == "button" && a.InputType == "file" }

func (n *Node) setValue(v string) { n.Value, n.HasValue = v, v != "" }

// say reports whether the states say anything about a line that has no name, value or children.
func (s *States) say(role string) bool {
	t := *s
	t.Offscreen, t.Covered, t.CoveredBy = false, false, 0
	t.Level = 0 // of nothing
	if t.Checked == checkedDefault(role) {
		t.Checked = NoToggle
	}
	if t.Selected == selectedDefault(role) {
		t.Selected = NoToggle
	}
	return t != States{}
}
