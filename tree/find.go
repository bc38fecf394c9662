package tree

import "regexp"

// Query selects lines. Either Text or Regex is set.
type Query struct {
	// Text is what the name or value of a node must contain, regardless of case.
	Text string
	// Regex is what a line must match.
	Regex *regexp.Regexp
	// Max is how many matches to show at most; 0 means all.
	Max int
}

// Find returns the lines that match with their ancestors, and how many matched, the ones beyond
// Query.Max included.
func Find(t *Tree, q Query) (*Tree, int) { return t, 0 }
