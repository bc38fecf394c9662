package refstore

import "github.com/observer-svc/observer-svc/tree"

// cause is why an element is not in the tree.
type cause uint8

const (
	here cause = iota // it is in the tree
	nodeGone
	frameGone
	documentReplaced
)

// causes returns why an element of a document is gone in the commit of t. It looks at the documents
// shown before the commit.
func (c *change) causes(t *tree.Tree) func(tree.Doc) cause {
	docs, main := c.store.docs, c.fork.main
	replaced := docs.mainSeen > 0 && (main != docs.main || t.Docs[main] != docs.mainDoc)
	return func(doc tree.Doc) cause {
		now, shown := t.Docs[docs.byDoc[doc].frame]
		switch {
		case replaced || shown && now != doc:
			return documentReplaced
		case !shown:
			return frameGone
		default:
			return nodeGone
		}
	}
}
