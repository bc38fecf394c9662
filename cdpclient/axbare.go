package cdpclient

import (
	"context"

	"github.com/observer-svc/observer-svc/tree"
)

// readBare captures a frame that has no agent from the accessibility tree alone. Which fields are
// secret cannot be told then, so no field says what is in it.
func (m *mirror) readBare(ctx context.Context, f frame) (tree.Frame, error) {
	if err := m.take(ctx); err != nil {
		return tree.Frame{}, err
	}
	defer m.give()
	nodes, err := m.axTree(ctx)
	if err != nil {
		return tree.Frame{}, err
	}
	for i := range nodes {
		nodes[i].Name.Value = m.engine.tab.context.clean(nodes[i].Name.Value)
	}
	read := tree.Frame{
		ID: f.id, LoaderID: f.loader, Parent: f.parent, URL: f.url, Loading: !f.loaded, ByAX: true,
		Root: newAXBuilder(nodes, nil, nil).root(),
	}
	if len(nodes) > 0 && nodes[0].Role.Value == "RootWebArea" {
		read.Title = nodes[0].Name.Value
	}
	return read, nil
}

// axFields are roles of what can be filled in, as the agent calls them.
var axFields = map[string]bool{"textbox": true, "searchbox": true, "spinbutton": true, "combobox": true, "color": true}

// isBareBlock reports whether a node without a role keeps its texts apart from those around it, where only
// the accessibility tree tells: it ignores what is in a line.
func (b *axBuilder) isBareBlock(n *axNode) bool { return b.top == nil && n.Role.Value == "generic" }

// bare completes the raw node of an element of which only the accessibility tree tells.
func bare(raw *tree.Raw) {
	switch {
	case raw.Role == "":
		raw.Flags |= tree.Block
	case axFields[raw.Role]:
		raw.Flags |= tree.Masked
	case raw.Role == "iframe":
		raw.Tag, raw.Flags = "iframe", raw.Flags|tree.FrameOwner
	}
}
