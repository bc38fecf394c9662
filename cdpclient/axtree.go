package cdpclient

import (
	"encoding/json"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/observer-svc/observer-svc/tree"
)

// axRoles are the internal roles of the engine in the terms the page agent uses. Roles that are not
// here are their own name.
var axRoles = map[string]string{
	"generic": "", "none": "", "presentation": "", "image": "img", "SvgRoot": "img", "LabelText": "label",
	"Legend": "legend", "Figcaption": "figcaption", "DisclosureTriangle": "summary", "DisclosureTriangleGrouped": "summary",
	"Iframe": "iframe", "IframePresentational": "iframe", "Canvas": "canvas", "Video": "video", "Audio": "audio",
	"PluginObject": "object", "EmbeddedObject": "embed", "Date": "textbox", "InputTime": "textbox", "DateTime": "textbox",
	"ColorWell": "color", "DescriptionList": "list", "DescriptionListTerm": "term", "DescriptionListDetail": "definition",
	"LayoutTable": "", "LayoutTableRow": "", "LayoutTableCell": "", "RootWebArea": "", "Abbr": "", "Ruby": "",
	"RubyAnnotation": "", "Details": "group", "MathMLMath": "math", "Pre": "", "Section": "", "Time": "time",
}

// axNameless are internal roles whose names the agent leaves out, because they say nothing that
// their content does not.
var axNameless = map[string]bool{
	"LayoutTable": true, "LayoutTableRow": true, "LayoutTableCell": true, "RootWebArea": true, "StaticText": true, "Abbr": true,
	"DescriptionListTerm": true, "DescriptionListDetail": true, "term": true, "definition": true, "Ruby": true, "RubyAnnotation": true,
	"row": true, "LineBreak": true, "Video": true, "Audio": true,
}

// axNeverDisabled are elements that the tree calls disabled when there is nothing in them to play or show.
var axNeverDisabled = map[string]bool{"audio": true, "video": true, "object": true, "embed": true}

// axBullets are the markers that say nothing but that there is an item.
var axBullets = map[string]bool{"•": true, "◦": true, "■": true}

// axClosed are the elements whose content belongs to the browser, and is one with them.
var axClosed = map[string]bool{
	"textarea": true, "input": true, "video": true, "audio": true, "iframe": true, "frame": true, "embed": true,
	"progress": true, "meter": true, "br": true, "hr": true, "option": true,
}

// axBuilder makes raw nodes of one accessibility tree.
type axBuilder struct {
	nodes  []axNode
	byID   map[string]int
	keys   keysByBackend
	known  map[tree.Key]*tree.Raw // what the agent says
	above  map[tree.Key]*tree.Raw // their parents there
	blank  map[tree.Key]*tree.Raw // the white space right before them
	within map[tree.Key]bool      // what the tree has, by key
	left   map[tree.Key]*tree.Raw // what the tree leaves out, as it was put back
	made   map[tree.Key]*tree.Raw // the elements that were made, by key
	top    *tree.Raw

	generated int // how many texts without a node there are
}

func newAXBuilder(nodes []axNode, keys keysByBackend, agent *tree.Raw) *axBuilder {
	b := &axBuilder{nodes: nodes, byID: make(map[string]int, len(nodes)), keys: keys, top: agent,
		known: map[tree.Key]*tree.Raw{}, above: map[tree.Key]*tree.Raw{}, blank: map[tree.Key]*tree.Raw{}, within: map[tree.Key]bool{}, left: map[tree.Key]*tree.Raw{}, made: map[tree.Key]*tree.Raw{}}
	for i := range nodes {
		b.byID[nodes[i].ID] = i
		if nodes[i].Role.Value != "StaticText" || nodes[i].Name.Value != "" {
			b.within[b.key(&nodes[i])] = true
		}
	}
	if agent == nil {
		return b
	}
	stack := []*tree.Raw{agent}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		b.known[r.Key] = r
		for i, kid := range r.Kids {
			b.above[kid.Key] = r
			if i > 0 && r.Kids[i-1].Kind == tree.Text && r.Kids[i-1].Name == " " {
				b.blank[kid.Key] = r.Kids[i-1]
			}
		}
		stack = append(stack, r.Kids...)
	}
	return b
}

// firstGenerated is above all backend node ids: generated texts have none, and would be one node.
const firstGenerated = 1 << 32

// building is a node whose children are being made.
type building struct {
	raw      *tree.Raw // where the children go: the node itself, or one above it when it has no place
	left     []string
	disabled bool // whether the tree calls it disabled, and for that all that is in it
}

// root makes the root element with everything in it; nil for an empty tree.
func (b *axBuilder) root() *tree.Raw {
	if len(b.nodes) == 0 {
		return nil
	}
	raw := &tree.Raw{Tag: "html", Flags: tree.Block}
	if b.top != nil {
		*raw = *picture(b.top)
	} else {
		raw.Key = tree.BackendKey(int(b.nodes[0].Backend))
	}
	b.made[raw.Key] = raw
	seen := map[string]bool{}
	stack := []building{{raw, b.nodes[0].ChildIDs, false}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		if len(at.left) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		id := at.left[0]
		at.left = at.left[1:]
		i, ok := b.byID[id]
		if !ok || seen[id] {
			continue
		}
		seen[id] = true
		n := &b.nodes[i]
		into, enter := b.add(at, n)
		if enter {
			stack = append(stack, building{into, n.ChildIDs, at.disabled || n.disabled()})
		}
	}
	b.putBack()
	return raw
}

// picture is a copy of what the agent says about a node, without its children.
func picture(r *tree.Raw) *tree.Raw {
	c := &tree.Raw{Key: r.Key, Kind: r.Kind, Flags: r.Flags, Tag: r.Tag, Role: r.Role, Name: r.Name}
	if r.Attrs != nil {
		attrs := *r.Attrs
		c.Attrs = &attrs
	}
	return c
}

// add puts a node into its parent. It returns where the node's children go, and whether to make them.
func (b *axBuilder) add(at *building, n *axNode) (into *tree.Raw, enter bool) {
	parent, role := at.raw, n.Role.Value
	switch {
	case role == "InlineTextBox" || role == "ListMarker":
		return nil, false
	case role == "StaticText":
		b.addText(parent, n)
		return nil, false
	case b.isBlockOfText(n):
		b.addBlock(parent, n)
		return nil, false
	}
	known := b.known[b.key(n)]
	isChoices := parent.Tag == "select" || parent.Tag == "optgroup"
	if known == nil && !n.Ignored && b.top != nil && (isChoices && (role == "option" || role == "group") || axRole(role) == "summary") {
		return nil, false // a choice, or group of them, that the list does not show, or the browser's own summary
	}
	if known == nil && (n.Ignored || isChoices && b.top != nil || n.Backend == 0 || role == "MenuListPopup" || axRole(role) == "" && !b.isBareBlock(n)) || known != nil && known == b.top {
		return parent, true // it has no line of its own, and its place is that of its content
	}
	raw := b.element(n, known)
	if known != nil && at.disabled {
		// A link in a disabled fieldset works all the same; the agent knows.
		raw.Flags = raw.Flags&^tree.Disabled | known.Flags&tree.Disabled
	}
	parent = b.leftOut(parent, raw.Key)
	parent.Kids = append(parent.Kids, raw)
	b.made[raw.Key] = raw
	if raw.Tag == "img" {
		return parent, true // the areas of its map, which are no part of the picture
	}
	return raw, !axClosed[raw.Tag]
}

// isBlockOfText reports whether a node is ::before or ::after with a box of its own. Those in a line
// are ignored.
func (b *axBuilder) isBlockOfText(n *axNode) bool {
	if _, isNode := b.keys[n.Backend]; isNode || b.top == nil || n.Ignored || n.Role.Value != "generic" {
		return false
	}
	for _, id := range n.ChildIDs {
		if i, ok := b.byID[id]; !ok || b.nodes[i].Role.Value != "StaticText" || b.nodes[i].Backend != 0 {
			return false
		}
	}
	return len(n.ChildIDs) > 0
}

// addBlock adds generated text that stands in a box of its own.
func (b *axBuilder) addBlock(parent *tree.Raw, n *axNode) {
	inner := &tree.Raw{}
	for _, id := range n.ChildIDs {
		if i, ok := b.byID[id]; ok && b.nodes[i].Role.Value == "StaticText" {
			b.addText(inner, &b.nodes[i])
		}
	}
	for _, text := range inner.Kids {
		text.Name = " " + text.Name + " "
	}
	parent.Kids = append(parent.Kids, inner.Kids...)
}

func (b *axBuilder) key(n *axNode) tree.Key {
	if key, ok := b.keys[n.Backend]; ok {
		return key
	}
	return tree.BackendKey(int(n.Backend))
}

func (b *axBuilder) addText(parent *tree.Raw, n *axNode) {
	if parent.Flags&tree.Masked != 0 || n.Name.Value == "" || parent.Tag == "select" || parent.Tag == "optgroup" {
		return
	}
	name := strings.ToValidUTF8(n.Name.Value, "\uFFFD")
	if parent.Tag == "mi" {
		name = norm.NFKC.String(name) // the tree has the letters as they are drawn, in italics
	}
	raw := &tree.Raw{Key: b.key(n), Kind: tree.Text, Tag: "#text", Name: name}
	if known := b.known[raw.Key]; known != nil && strings.TrimSpace(known.Name) == strings.TrimSpace(name) {
		raw.Name = known.Name // with the white space that the line it stands in has at its ends: it may stand elsewhere here
	}
	if n.Backend == 0 {
		raw.Tag = "::before"
		b.generated++
		raw.Key = tree.BackendKey(firstGenerated + b.generated)
		if parent.Tag == "li" && axBullets[strings.TrimSpace(name)] {
			return // the marker of an item whose role is another
		}
		b.spaceBeforeGenerated(parent, name)
	}
	parent = b.leftOut(parent, raw.Key)
	parent.Kids = append(parent.Kids, raw)
}

// element makes the raw node of an element.
func (b *axBuilder) element(n *axNode, known *tree.Raw) *tree.Raw {
	raw := &tree.Raw{Key: b.key(n)}
	if known != nil {
		raw = picture(known)
	}
	if raw.Flags&tree.Hidden != 0 {
		return raw
	}
	role := n.Role.Value
	if n.Ignored && raw.Kind == tree.Text {
		return raw // the text of a label that says what its control is called
	}
	if n.Ignored {
		// Whether a paragraph, a group of rows or one of options is ignored depends on what was in it, or
		// whether it was visible, before; its role does not. A group that can be dragged is ignored in a line alone.
		if raw.Role != "paragraph" && raw.Role != "rowgroup" && raw.Tag != "optgroup" && raw.Flags&tree.Draggable == 0 {
			raw.Role, raw.Name = "", ""
		}
		return raw
	}
	if raw.Tag == "details" && raw.Role == "summary" {
		return raw // stands for the summary that the browser puts in, and no script can reach
	}
	raw.Role = axRole(role)
	// What can be focused and has no role, or one that gives no name, is named by what is in it, as long as it
	// has the focus. The name of a file input is without what is chosen.
	isForFocus := raw.Role == "" || raw.Flags&tree.Focused != 0 && raw.Name == ""
	if !axNameless[role] && !isFile(raw) && !(isForFocus && n.Name.fromContents()) {
		raw.Name = strings.ToValidUTF8(n.Name.Value, "\uFFFD")
	}
	if role == "LineBreak" {
		raw.Tag, raw.Role, raw.Flags = "br", "", raw.Flags|tree.Block
	}
	states(raw, n.Properties)
	if b.top == nil {
		bare(raw)
	}
	return raw
}

func isFile(raw *tree.Raw) bool {
	return raw.Tag == "input" && raw.Attrs != nil && raw.Attrs.InputType == "file"
}

// axRole is the role of the tree in the agent's terms.
func axRole(role string) string {
	if ours, ok := axRoles[role]; ok {
		return ours
	}
	return role
}

// states takes over the states the tree gives.
func states(raw *tree.Raw, properties []axProperty) {
	for _, p := range properties {
		value := strings.Trim(string(p.Value.Value), `"`)
		switch p.Name {
		case "checked":
			if raw.Tag != "option" {
				attrs(raw).Checked = toggle(value)
			}
		case "pressed":
			attrs(raw).Pressed = toggle(value)
		case "selected":
			if raw.Role == "option" || value == "true" {
				attrs(raw).Selected = toggle(value)
			}
		case "expanded":
			if raw.Role != "combobox" || raw.Tag != "select" {
				attrs(raw).Expanded = toggle(value)
			}
		case "disabled":
			if !axNeverDisabled[raw.Tag] {
				flag(raw, tree.Disabled, value)
			}
		case "required":
			flag(raw, tree.Required, value)
		case "modal":
			flag(raw, tree.Modal, value)
		case "level":
			headingLevel(raw, p.Value.Value)
		}
	}
}

func attrs(raw *tree.Raw) *tree.Attrs {
	if raw.Attrs == nil {
		raw.Attrs = &tree.Attrs{}
	}
	return raw.Attrs
}

func toggle(value string) tree.Toggle {
	switch value {
	case "true":
		return tree.True
	case "mixed":
		return tree.Mixed
	}
	return tree.False
}

func flag(raw *tree.Raw, f tree.Flags, value string) {
	if value == "true" {
		raw.Flags |= f
	}
}

func headingLevel(raw *tree.Raw, value json.RawMessage) {
	var n int
	if json.Unmarshal(value, &n) == nil && n > 0 && raw.Role == "heading" {
		attrs(raw).Level = n
	}
}
