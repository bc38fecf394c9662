package act

import (
	"encoding/json"
	"strings"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// quote writes page text as a JSON string on one line.
func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(b)
}

// obstacle returns what stands in the way as the tree shows it: the nearest element with a line
// that says something, or else what it is called and what it says.
func (s *step) obstacle(o *cdpclient.Obstacle) *observerv1.Target {
	if o == nil {
		return nil
	}
	nodes := s.nodes(o, o.Keys)
	for _, n := range nodes {
		if n.Ref != 0 || n.Name != "" {
			return target(n)
		}
	}
	role := "generic"
	if len(nodes) > 0 {
		role = nodes[0].Role
	} else if o.Tag != "" {
		role = o.Tag
	}
	return &observerv1.Target{Role: role, Name: o.Text}
}

// exits names what can be clicked in the obstacle, such as the button that closes it.
func (s *step) exits(o *cdpclient.Obstacle) string {
	var names []string
	for _, n := range s.nodes(o, o.Buttons) {
		if n.Ref != 0 {
			names = append(names, describe(target(n)))
		}
	}
	return strings.Join(names, ", ")
}

// nodes returns the nodes of keys of the obstacle's document, in their order, leaving out those
// without a line.
func (s *step) nodes(o *cdpclient.Obstacle, keys []tree.Key) []*tree.Node {
	rev := s.env.Page.Store().Current()
	if rev == nil {
		return nil
	}
	doc, ok := rev.Tree.Docs[o.Frame]
	if !ok {
		return nil
	}
	wanted := make(map[tree.ID]*tree.Node, len(keys))
	for _, k := range keys {
		wanted[tree.NewID(doc, k)] = nil
	}
	collect(rev.Tree.Root, wanted)
	var nodes []*tree.Node
	for _, k := range keys {
		if n := wanted[tree.NewID(doc, k)]; n != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// collect finds the nodes of ids in a tree. It uses a stack of its own: pages are deep.
func collect(root *tree.Node, wanted map[tree.ID]*tree.Node) {
	stack := []*tree.Node{root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, ok := wanted[n.ID]; ok {
			wanted[n.ID] = n
		}
		stack = append(stack, n.Children...)
	}
}
