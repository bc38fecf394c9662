package cdpclient

import (
	"context"
	"errors"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/tree"
)

// errMoved says that a document changed between two looks at it.
var errMoved = errors.New("the document changed meanwhile")

// keysByBackend tells for each backend node id of a document the key the agent gave the node: both
// sides list the nodes in the same order.
type keysByBackend map[dom.BackendNodeID]tree.Key

// domSnapshot is what matters of DOMSnapshot.captureSnapshot. It is flat, so it has no limit of
// nesting, unlike DOM.getDocument.
type domSnapshot struct {
	Documents []snapshotDocument `json:"documents"`
	Strings   []string           `json:"strings"`
}

type snapshotDocument struct {
	FrameID int `json:"frameId"` // index of a string
	Nodes   struct {
		ParentIndex    []int               `json:"parentIndex"`
		NodeType       []int               `json:"nodeType"`
		BackendNodeID  []dom.BackendNodeID `json:"backendNodeId"`
		ShadowRootType sparse              `json:"shadowRootType"`
		PseudoType     sparse              `json:"pseudoType"`
	} `json:"nodes"`
}

// sparse is a property that only some nodes have.
type sparse struct {
	Index []int `json:"index"`
	Value []int `json:"value"` // indexes of strings
}

// The types of DOM nodes.
const (
	elementNode = 1
	textNode    = 3
	cdataNode   = 4
)

// keys pairs the nodes of a frame's document with the keys of its agent.
func (m *mirror) keys(ctx context.Context) (keysByBackend, error) {
	answer, err := m.evaluate(ctx, "observerAgent.enumerate()", false)
	if err != nil {
		return nil, err
	}
	places, err := agent.Places(answer)
	if err != nil {
		return nil, err
	}
	doc, strings, err := m.domSnapshot(ctx)
	if err != nil {
		return nil, err
	}
	return pair(doc, strings, places)
}

// domSnapshot returns the part of a DOM snapshot that is about this frame, with the strings it refers to.
func (m *mirror) domSnapshot(ctx context.Context) (*snapshotDocument, []string, error) {
	args := struct {
		ComputedStyles []string `json:"computedStyles"`
	}{[]string{}}
	var snapshot domSnapshot
	if err := rpcc.Invoke(ctx, "DOMSnapshot.captureSnapshot", args, &snapshot, m.session.conn); err != nil {
		return nil, nil, err
	}
	for i := range snapshot.Documents {
		d := &snapshot.Documents[i]
		if d.FrameID >= 0 && d.FrameID < len(snapshot.Strings) && snapshot.Strings[d.FrameID] == string(m.frame) {
			return d, snapshot.Strings, nil
		}
	}
	return nil, nil, errMoved
}

// shadows calls f for each node that is right below a shadow root of a type.
func (d *snapshotDocument) shadows(strings []string, kind dom.ShadowRootType, f func(i int)) {
	types := d.Nodes.ShadowRootType
	for at, i := range types.Index[:min(len(types.Index), len(types.Value))] {
		if v := types.Value[at]; v >= 0 && v < len(strings) && strings[v] == string(kind) {
			f(i)
		}
	}
}

// closedHosts are the elements with a closed shadow root.
func (d *snapshotDocument) closedHosts(strings []string) (hosts []dom.BackendNodeID) {
	found := map[int]bool{}
	d.shadows(strings, dom.ShadowRootTypeClosed, func(i int) {
		if i < 0 || i >= len(d.Nodes.ParentIndex) {
			return
		}
		host := d.Nodes.ParentIndex[i]
		if host < 0 || host >= len(d.Nodes.BackendNodeID) || found[host] {
			return
		}
		found[host] = true
		hosts = append(hosts, d.Nodes.BackendNodeID[host])
	})
	return hosts
}

// pairing walks a snapshot in the order of the agent's places.
type pairing struct {
	doc      *snapshotDocument
	children [][]int // elements and texts of the flat tree
	places   []agent.Place
	keys     keysByBackend
}

func pair(d *snapshotDocument, strings []string, places []agent.Place) (keysByBackend, error) {
	n := len(d.Nodes.ParentIndex)
	if len(d.Nodes.NodeType) != n || len(d.Nodes.BackendNodeID) != n {
		return nil, errMoved
	}
	p := &pairing{doc: d, children: make([][]int, n), places: places, keys: make(keysByBackend, len(places))}
	skipped := d.ofTheBrowser(strings)
	root := -1
	for i, parent := range d.Nodes.ParentIndex {
		if parent < 0 || parent >= n || skipped[i] {
			continue
		}
		switch d.Nodes.NodeType[i] {
		case elementNode, textNode, cdataNode:
			p.children[parent] = append(p.children[parent], i)
		}
		if root < 0 && d.Nodes.NodeType[i] == elementNode {
			root = i
		}
	}
	if root < 0 {
		return p.keys, nil
	}
	return p.keys, p.walk(root)
}

// ofTheBrowser are the nodes no script can reach: generated content, and shadow trees of controls.
func (d *snapshotDocument) ofTheBrowser(strings []string) map[int]bool {
	skipped := map[int]bool{}
	for _, i := range d.Nodes.PseudoType.Index {
		skipped[i] = true
	}
	d.shadows(strings, dom.ShadowRootTypeUserAgent, func(i int) { skipped[i] = true })
	return skipped
}

// walk pairs everything from the root element on.
func (p *pairing) walk(root int) error {
	stack := []int{root}
	for len(stack) > 0 {
		if len(p.places) == 0 {
			return errMoved
		}
		node, place := stack[len(stack)-1], p.places[0]
		stack, p.places = stack[:len(stack)-1], p.places[1:]
		if place.Text != (p.doc.Nodes.NodeType[node] != elementNode) {
			return errMoved
		}
		p.keys[p.doc.Nodes.BackendNodeID[node]] = place.Key
		if place.Text {
			continue
		}
		kids, ok := ofPlace(p.children[node], place)
		if !ok {
			return errMoved
		}
		stack = pushBackwards(stack, kids)
	}
	return nil
}

// ofPlace returns the children the agent has seen too: all, but those in a closed shadow root.
func ofPlace(kids []int, place agent.Place) ([]int, bool) {
	if len(kids) < place.Children {
		return nil, false
	}
	return kids[len(kids)-place.Children:], true
}

func pushBackwards(stack, kids []int) []int {
	for i := len(kids) - 1; i >= 0; i-- {
		stack = append(stack, kids[i])
	}
	return stack
}
