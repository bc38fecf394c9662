package refstore

import (
	"slices"
	"strings"
	"unicode"

	"github.com/observer-svc/observer-svc/tree"
)

// recordRoles are the roles of lines that stand for one record of many. What is in such a line belongs
// to the record: the Delete in the only row of a list has a path of its own, whoever the row is about.
var recordRoles = map[string]bool{
	"listitem": true, "row": true, "article": true, "treeitem": true, "option": true, "definition": true,
}

// maxRecord is how many words of a record are compared.
const maxRecord = 200

// record is what a reader reads in the record that an element stands in.
type record []string

// records remembers the records of one tree by the nodes of their lines.
type records map[*tree.Node]record

// of returns what a line that stands for a record says, in words: its texts and the names of its
// links, since what else can be acted upon is the same in every record.
func (r records) of(n *tree.Node) record {
	words, ok := r[n]
	if !ok {
		words = spoken(n, nil)
		r[n] = words
	}
	return words
}

func spoken(n *tree.Node, words record) record {
	if !n.Actionable || n.Role == "link" {
		words = append(words, strings.Fields(n.Name)...)
	}
	words = append(words, strings.Fields(text(n))...)
	for _, kid := range n.Children {
		if len(words) >= maxRecord {
			return words[:maxRecord]
		}
		words = spoken(kid, words)
	}
	return words
}

// stands reports whether a line stands for a record that only its text tells: a record with a name has
// it in the paths of all that is in it.
func stands(n *tree.Node) bool { return recordRoles[n.Role] && n.Name == "" }

// oldRecord returns the record that an element stood in before the commit.
func (c *change) oldRecord(e element, all records) record {
	for e.node.ID != 0 {
		if e = c.store.live[e.parent]; stands(e.node) {
			return all.of(e.node)
		}
	}
	return nil
}

// newRecord returns the record that a visited element stands in after the commit.
func (c *change) newRecord(v *visit, all records) record {
	for v.parent >= 0 {
		if v = &c.visits[v.parent]; stands(v.node) {
			return all.of(v.node)
		}
	}
	return nil
}

// continues reports whether a reader takes a record for the one that an element of a given name stood
// in before: it says the same, or the same and something more or less, or the name says which record it
// is, by a number or by a word that both say.
func (r record) continues(old record, name string) bool {
	short, long := r, old
	if len(short) > len(long) {
		short, long = long, short
	}
	if inOrder(short, long) || strings.ContainsFunc(name, unicode.IsDigit) {
		return true
	}
	for word := range strings.FieldsSeq(name) {
		if slices.Contains(r, word) && slices.Contains(old, word) {
			return true
		}
	}
	return false
}

// inOrder reports whether all words of one record are in another, in their order.
func inOrder(short, long record) bool {
	for _, word := range long {
		if len(short) > 0 && short[0] == word {
			short = short[1:]
		}
	}
	return len(short) == 0
}
