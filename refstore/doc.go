// Package refstore is the versioned state of a tab: an in-memory history of its trees, and the refs
// by which callers name elements.
//
// A Store belongs to one tab. It is keyed by (navigation generation, frame id): each pair is a
// document with a number of its own, tree.Doc, so the elements of two documents never share an
// identity. A producer takes a Fork, builds a tree with the document numbers the fork gives out, and
// commits it. A commit is whole or not at all: it binds refs, takes over what did not change by
// pointer, and publishes one immutable Revision. A fork that is dropped leaves no trace.
//
// The history keeps no revision number in each node and no tombstones. Its trees share by pointer what
// did not change, so what changed between any two revisions is what they do not share, whichever way
// the tree was narrowed to a view in between; package diff reads it off at the cost of the change.
// What is remembered of elements that are gone is their refs, see Options.MaxRetired.
//
// # Promises
//
//   - Revisions of a tab are numbered from 1 without gap, in the order of their commits, and never
//     reset. A commit that changes nothing makes no revision.
//   - A Revision and all it points to never change. Subtrees that did not change are shared by
//     pointer with the revision before, whatever the capture engine delivered.
//   - A ref is given to one element and never again to another, in the whole session. The only
//     exception is adoption, see below.
//   - An element keeps its ref for as long as it lives: when it is renamed, moved, hidden and shown
//     again. A ref whose element is gone is refused with the reason, as long as the reason is known.
//   - The history is bounded, and never shorter than Options.MinHistory except by
//     Options.CeilingBytes.
//
// # Adoption
//
// Frameworks replace elements by equal ones. In one commit, within one document, a new element takes
// over the ref of a vanished one when role, name and semantic path (the roles and names of all
// ancestors) are equal, that path is unique in the tree before and in the tree after, and the element
// is named or has a named ancestor whose own path is unique. Elements that are not told apart so far
// are compared once more with the texts that the lines of their ancestors show: the Delete of Ann's
// row is that of Bob's by its name, but not to a reader. Nor does the Delete of the only row go over to
// that of another record: a list item, row or the like must go on saying what it said, with something
// more or less, unless the name of the element itself says which record it belongs to. Frames take over nothing, and neither
// does an element that listens for clicks from one that did not: a static button that becomes a live
// one is another button. Where a capture could not know who listens (tree.Tree.Unheard), the commit
// that does undoes the adoption. Every adoption is reported in Revision.Rebound.
//
// # Concurrency
//
// All methods may be called from any goroutine. Forks of one store are committed one after another;
// when two overlap, the second to commit wins over the first. The store calls nothing outside under
// its lock, except Refs, whose lock is the inner one.
package refstore
