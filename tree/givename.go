package tree

// nameable reports whether an element without a name is called by its first text: it must be one
// control, not an area with many.
func (n *Node) nameable(r *Raw) bool {
	if !n.Actionable || r.Flags&EditHost != 0 || fieldRoles.has(n.Role) {
		return false
	}
	if r.Flags&(Listener|CursorPointer|Focusable|Draggable) == 0 && scrollable(r) {
		return false
	}
	switch n.Role {
	case genericRole, "group", "listitem", "article", "paragraph", "figure", "term", "definition":
		return true
	}
	return contentNamed.has(n.Role)
}

// giveName calls a node by the first text in it, and drops the line of that text when it said
// nothing else.
func (n *Node) giveName(kids []*Node) []*Node {
	for i, kid := range kids {
		source := firstText(kid)
		if source == nil {
			continue
		}
		name := source.Said()
		if len(name) > maxGivenName {
			return kids
		}
		n.Name = name
		if source == kid && (kid.Role == textRole || kid.Role == "paragraph") && len(kid.Children) == 0 {
			return append(kids[:i:i], kids[i+1:]...)
		}
		return kids
	}
	return kids
}

// nameByHint calls a node in which there is no line at all by its tooltip, which is all a reader has to
// tell an icon from another.
func (n *Node) nameByHint(kids []*Node) {
	if n.Name == "" && len(kids) == 0 && !n.HasValue {
		n.Name, n.States.Description = n.States.Description, ""
	}
}

// hinted reports whether an element without a line is nothing but what describes it: an icon with a
// title and nothing in it.
func (e *examined) hinted(r *Raw, parts []part) bool {
	for i := range parts {
		if parts[i].kind != spacePart && parts[i].kind != breakPart {
			return false
		}
	}
	return e.role == genericRole && r.Flags&Hidden == 0 && r.Attrs != nil && adding(r.Attrs.Description, "") != ""
}

// firstText returns the first node of a subtree that says something and cannot be acted upon itself.
func firstText(n *Node) *Node {
	if n.Actionable {
		return nil
	}
	if n.Said() != "" {
		return n
	}
	for _, kid := range n.Children {
		if found := firstText(kid); found != nil {
			return found
		}
	}
	return nil
}
