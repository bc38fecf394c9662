package tree

import (
	"regexp"
	"slices"
	"strings"
)

// Query selects lines. Either Text or Regex is set.
type Query struct {
	// Text is what the name or value of a node must contain, regardless of case.
	Text string
	// Regex is what a line must match.
	Regex *regexp.Regexp
	// Max is how many matches to show at most; 0 means all.
	Max int
}

// Find returns the lines of a sealed tree that match, with their ancestors, and how many matched,
// those beyond Query.Max included. The marker of the found tree says how much was left out.
func Find(t *Tree, q Query) (*Tree, int) {
	s := search{Query: q, lower: strings.ToLower(tidy(q.Text))}
	found := *t
	found.Root = &Node{Children: s.among(t.Root.Children)}
	found.Root.Seal()
	found.Omitted = t.Root.Size() - found.Root.Size()
	found.OmittedWhy = "not shown: they do not match find; scope_ref with a ref from here, or no find, shows them"
	if more := s.matches - q.Max; q.Max > 0 && more > 0 {
		found.OmittedWhy = "not shown, " + group(more) +
			" that match find among them; a larger max_matches, or no find, shows them"
	}
	return &found, s.matches
}

// search is a Find at work.
type search struct {
	Query
	lower   string
	matches int
}

// among returns the nodes that match or have matches below them, without what does not match.
func (s *search) among(nodes []*Node) []*Node {
	var kept []*Node
	for _, n := range nodes {
		shown := s.match(n)
		if shown {
			s.matches++
			shown = s.Max == 0 || s.matches <= s.Max
		}
		kids := s.among(n.Children)
		switch {
		case slices.Equal(kids, n.Children) && (shown || len(kids) > 0):
			kept = append(kept, n)
		case shown || len(kids) > 0:
			kept = append(kept, n.WithChildren(kids))
		}
	}
	return kept
}

func (s *search) match(n *Node) bool {
	if s.Regex != nil {
		return s.Regex.MatchString(n.Line())
	}
	return strings.Contains(strings.ToLower(n.Name), s.lower) ||
		n.HasValue && strings.Contains(strings.ToLower(n.Value), s.lower)
}
