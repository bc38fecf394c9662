package e2e

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// snapshot is one whole answer of Observe.
type snapshot struct {
	header   *observerv1.SnapshotHeader
	end      *observerv1.SnapshotEnd
	text     string
	nodes    []*observerv1.Node
	children map[uint64][]*observerv1.Node
	byID     map[uint64]*observerv1.Node
	aliases  map[string][]string
}

func (s *snapshot) add(nodes []*observerv1.Node) {
	for _, n := range nodes {
		s.nodes = append(s.nodes, n)
		s.byID[n.GetNodeId()] = n
		s.children[n.GetParentId()] = append(s.children[n.GetParentId()], n)
	}
}

// find returns the nodes that t means, in document order.
func (s *snapshot) find(t target) []*observerv1.Node {
	var found []*observerv1.Node
	for _, n := range s.nodes {
		if s.matches(n, t) {
			found = append(found, n)
		}
	}
	return found
}

func (s *snapshot) matches(n *observerv1.Node, t target) bool {
	if t.Role == "text" {
		return t.Name == nil || strings.Contains(fold(n.GetName()), fold(*t.Name)) || strings.Contains(fold(n.GetValue()), fold(*t.Name))
	}
	if !s.roleIs(n, t.Role) {
		return false
	}
	name := fold(n.GetName())
	switch {
	case t.Name != nil && t.Source == "dom":
		// What only the DOM shows has no accessible name of its own; a service may say more than the expectation.
		if !strings.Contains(name, fold(*t.Name)) && s.subtreeText(n) != squeeze(*t.Name) {
			return false
		}
	case t.Name != nil:
		if name != fold(*t.Name) {
			return false
		}
	case t.NamePrefix != "":
		if !strings.HasPrefix(name, fold(t.NamePrefix)) {
			return false
		}
	}
	return statesMatch(n, t.States)
}

func (s *snapshot) roleIs(n *observerv1.Node, role string) bool {
	if aliases, ok := s.aliases[role]; ok {
		return slices.Contains(aliases, n.GetRole())
	}
	return n.GetRole() == role
}

// subtreeText is the text of a node and all below it without white space, for comparing with what the DOM says.
func (s *snapshot) subtreeText(n *observerv1.Node) string {
	kids := s.children[n.GetNodeId()]
	if len(kids) == 0 && n.GetValue() == "" {
		return squeeze(n.GetName())
	}
	var b strings.Builder
	b.WriteString(squeeze(n.GetValue()))
	for _, k := range kids {
		b.WriteString(s.subtreeText(k))
	}
	return b.String()
}

func (s *snapshot) refs() int {
	count := 0
	for _, n := range s.nodes {
		if n.GetRef() != "" {
			count++
		}
	}
	return count
}

func statesMatch(n *observerv1.Node, states map[string]any) bool {
	for state, want := range states {
		if !stateIs(n, state, want) {
			return false
		}
	}
	return true
}

func stateIs(n *observerv1.Node, state string, want any) bool {
	s := n.GetStates()
	switch state {
	case "value":
		return fold(n.GetValue()) == want
	case "checked":
		return s.GetChecked() == toggle(want)
	case "pressed":
		return s.GetPressed() == toggle(want)
	case "selected":
		return s.GetSelected() == toggle(want)
	case "expanded":
		return s.GetExpanded() == toggle(want)
	case "disabled":
		return s.GetDisabled() == want
	case "required":
		return s.GetRequired() == want
	case "readonly":
		return s.GetReadonly() == want
	case "modal":
		return s.GetModal() == want
	case "invalid":
		return (s.GetInvalid() != "") == want
	}
	return false
}

func toggle(want any) observerv1.Toggle {
	switch want {
	case true:
		return observerv1.Toggle_TOGGLE_TRUE
	case "mixed":
		return observerv1.Toggle_TOGGLE_MIXED
	}
	return observerv1.Toggle_TOGGLE_FALSE
}

var space = regexp.MustCompile(`[\s\x{00a0}]+`)

// fold makes every run of white space one space.
func fold(s string) string { return strings.TrimSpace(space.ReplaceAllString(s, " ")) }

// squeeze removes all white space.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
