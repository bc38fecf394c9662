package tree

// empty reports whether the line of a node would tell nothing.
func (n *Node) empty() bool {
	return n.Name == "" && !n.HasValue && !n.Actionable && len(n.Children) == 0 &&
		!keptEmpty.has(n.Role) && !n.States.say(n.Role)
}

// wraps reports whether a node gives way to the one line in it.
func (n *Node) wraps() bool {
	return len(n.Children) == 1 && n.Name == "" && !n.HasValue && !n.Actionable &&
		wrapperRoles.has(n.Role) && !n.States.say(n.Role)
}

// liftOffscreen marks a line instead of all the lines below it that can be acted upon, when none of
// them is in view: a row of a table says so once. lines is how many lines there are below.
func (n *Node) liftOffscreen(lines int) {
	const most = 12 // the larger the part, the more lines change when a corner of it comes into view
	if n.Actionable || n.States.Offscreen || lines > most || len(n.Children) == 0 || n.wraps() {
		return
	}
	if marked, bare := offscreen(n.Children); marked < 2 || bare > 0 {
		return
	}
	n.States.Offscreen = true
	kids := make([]*Node, len(n.Children))
	for i, kid := range n.Children {
		kids[i] = kid.unmarked()
	}
	n.Children = kids
}

// offscreen counts the lines that are marked, and those that can be acted upon and are not.
func offscreen(nodes []*Node) (marked, bare int) {
	for _, n := range nodes {
		if n.States.Offscreen {
			marked++
			continue
		}
		if n.Actionable {
			bare++
		}
		m, b := offscreen(n.Children)
		marked, bare = marked+m, bare+b
	}
	return marked, bare
}

// unmarked returns the node without marks of being off-screen on it and below it.
func (n *Node) unmarked() *Node {
	if marked, _ := offscreen([]*Node{n}); marked == 0 {
		return n
	}
	c := n.copied()
	c.States.Offscreen, c.line = false, ""
	if len(n.Children) > 0 {
		c.Children = make([]*Node, len(n.Children))
		for i, kid := range n.Children {
			c.Children[i] = kid.unmarked()
		}
	}
	return c
}
