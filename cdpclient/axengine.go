package cdpclient

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/tree"
)

// axNode is what matters of a node of Accessibility.getFullAXTree.
type axNode struct {
	ID         string            `json:"nodeId"`
	Ignored    bool              `json:"ignored"`
	Role       axString          `json:"role"`
	Name       axName            `json:"name"`
	Properties []axProperty      `json:"properties"`
	ChildIDs   []string          `json:"childIds"`
	Backend    dom.BackendNodeID `json:"backendDOMNodeId"`
}

type axString struct {
	Value string `json:"value"`
}

// axName is a name and, undecoded because most of the bytes are theirs and few are needed, its sources.
type axName struct {
	Value   string          `json:"value"`
	Sources json.RawMessage `json:"sources"`
}

// fromContents reports whether a name is the text of the element itself.
func (n axName) fromContents() bool {
	var sources []struct {
		Type       string          `json:"type"`
		Value      json.RawMessage `json:"value"`
		Superseded bool            `json:"superseded"`
	}
	if json.Unmarshal(n.Sources, &sources) != nil {
		return false
	}
	for _, s := range sources {
		if len(s.Value) > 0 && !s.Superseded {
			return s.Type == "contents"
		}
	}
	return false
}

// disabled reports whether the tree calls a node disabled.
func (n *axNode) disabled() bool {
	for _, p := range n.Properties {
		if p.Name == "disabled" && string(p.Value.Value) == "true" {
			return true
		}
	}
	return false
}

type axProperty struct {
	Name  string `json:"name"`
	Value struct {
		Value json.RawMessage `json:"value"`
	} `json:"value"`
}

// readAX captures a frame from the accessibility tree. Structure, roles, names and states are
// those of the tree; the agent adds what only the DOM shows, and the keys, so that both engines
// name the same nodes. Without an agent the nodes have keys of their backend node ids.
// The answer is that of the agent.
func (m *mirror) readAX(ctx context.Context, f frame) (tree.Frame, agent.Answer, error) {
	read, answer, err := m.tryAX(ctx, f)
	if errors.Is(err, errMoved) && m.enterAll(ctx) {
		return m.tryAX(ctx, f)
	}
	return read, answer, err
}

func (m *mirror) tryAX(ctx context.Context, f frame) (read tree.Frame, answer agent.Answer, err error) {
	read, answer, err = m.read(ctx, f, look{exact: true})
	if errors.Is(err, errNoAgent) {
		read, err = m.readBare(ctx, f)
		return read, agent.Answer{}, err
	}
	if err != nil {
		return tree.Frame{}, answer, err
	}
	if err := m.take(ctx); err != nil {
		return tree.Frame{}, answer, err
	}
	defer m.give()
	keys, err := m.keys(ctx)
	if err != nil {
		return tree.Frame{}, answer, err
	}
	nodes, err := m.axTree(ctx)
	if err != nil {
		return tree.Frame{}, answer, err
	}
	b := newAXBuilder(nodes, keys, read.Root)
	if err := m.cleanNames(ctx, b); err != nil {
		return tree.Frame{}, answer, err
	}
	read.Root, read.ByAX = b.root(), true
	return read, answer, nil
}

func (m *mirror) axTree(ctx context.Context) ([]axNode, error) {
	args := struct {
		FrameID tree.FrameID `json:"frameId"`
	}{m.frame}
	var reply struct {
		Nodes []axNode `json:"nodes"`
	}
	err := rpcc.Invoke(ctx, "Accessibility.getFullAXTree", args, &reply, m.session.conn)
	return reply.Nodes, err
}

// cleanNames lets the agent take the secrets of the page out of the names: also those of fields that
// are gone.
func (m *mirror) cleanNames(ctx context.Context, b *axBuilder) error {
	if b.top == nil {
		return nil
	}
	names, isText := make([]string, 0, len(b.nodes)), make([]bool, 0, len(b.nodes))
	for _, n := range b.nodes {
		names, isText = append(names, n.Name.Value), append(isText, n.Role.Value == "StaticText")
	}
	list, err := json.Marshal([]any{names, isText})
	if err != nil {
		return err
	}
	reply, err := runtime.NewClient(m.session.conn).Evaluate(ctx,
		runtime.NewEvaluateArgs("observerAgent.clean(..."+string(list)+")").SetContextID(m.world).SetReturnByValue(true))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(reply.Result.Value, &names); err != nil {
		return err
	}
	if len(names) != len(b.nodes) {
		return errMoved
	}
	for i := range names {
		b.nodes[i].Name.Value = names[i]
	}
	return nil
}
