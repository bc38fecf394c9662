package refstore

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Binding is what a ref means now.
type Binding struct {
	Ref      tree.Ref
	ID       tree.ID
	Frame    tree.FrameID
	LoaderID string
	Key      tree.Key
	Node     *tree.Node
	// Rebound is whether the ref was given to another element first and later taken over.
	Rebound bool
}

// Resolve returns what a ref means now. It fails with REF_NOT_FOUND when the session never gave the
// ref out, and with STALE_REF when its element is not in the tree of this tab; the metadata then
// says why (node_gone, frame_gone, document_replaced, other_tab, forgotten) and holds up to three
// refs of elements with the same role and name as candidates.
func (s *Store) Resolve(ref tree.Ref) (Binding, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tie, err := s.tieLocked(ref)
	if err != nil {
		return Binding{}, err
	}
	doc := s.docs.byDoc[tie.id.Doc()]
	return Binding{
		Ref:      ref,
		ID:       tie.id,
		Frame:    doc.frame,
		LoaderID: doc.loader,
		Key:      tie.id.Key(),
		Node:     s.live[tie.id].node,
		Rebound:  tie.rebound,
	}, nil
}

// CheckUnchanged fails with REF_CHANGED when the ref's element had another role or name in a
// revision than it has now, and as Resolve does when the ref has no element. A ref that is younger
// than the revision is unchanged. It works for revisions that are no longer held as long as the
// store remembers what the element said; where it does not, it fails with REVISION_COMPACTED.
func (s *Store) CheckUnchanged(ref tree.Ref, revision uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tie, err := s.tieLocked(ref)
	if err != nil {
		return err
	}
	if newest := s.history.newest(); newest == nil || revision > newest.Number {
		_, err := s.history.index(revision)
		return err
	}
	then, known := tie.at(revision)
	if !known && tie.cut {
		return fault.New(fault.RevisionCompacted, "what %s was in revision %d is no longer known; observe again", ref, revision).
			With("ref", ref.String()).
			With("revision", strconv.FormatUint(revision, 10))
	}
	now := tie.now()
	if !known || then.role == now.role && then.name == now.name {
		return nil
	}
	return fault.New(fault.RefChanged, "%s was %s in revision %d and is %s now; observe again and decide anew",
		ref, then, revision, now).
		With("ref", ref.String()).
		With("revision", strconv.FormatUint(revision, 10)).
		With("then_role", then.role).With("then_name", then.name).
		With("now_role", now.role).With("now_name", now.name)
}

// at returns what the element said in a revision, if that is known.
func (b *bond) at(number uint64) (said, bool) {
	for i := len(b.said) - 1; i >= 0; i-- {
		if b.said[i].since <= number {
			return b.said[i], true
		}
	}
	return said{}, false
}

// maxQuoted is how many characters of a name an error message holds.
const maxQuoted = 80

// String returns the role and the quoted name.
func (w said) String() string {
	name := []rune(w.name)
	if len(name) > maxQuoted {
		name = append(name[:maxQuoted:maxQuoted], '…')
	}
	return w.role + " " + strconv.QuoteToGraphic(string(name))
}

// RefFor returns the ref of an element of the current tree and gives it one when it has none. It
// returns false when the tree has no such element. The ref lives as every other, but the tree shows
// it only when the element is actionable.
func (s *Store) RefFor(id tree.ID) (tree.Ref, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.live[id]
	if !ok || id == 0 {
		return 0, false
	}
	tie := s.bonds.byID[id]
	if tie == nil {
		tie = s.bonds.bind(s.refs.take(s.tab, 1), id)
		tie.note(s.history.newest().Number, e.node)
	}
	return tie.ref, true
}

// tieLocked returns the bond of a ref whose element is in the tree.
func (s *Store) tieLocked(ref tree.Ref) (*bond, error) {
	tie := s.bonds.byRef[ref]
	switch {
	case tie != nil && tie.gone == here:
		return tie, nil
	case tie != nil:
		return nil, s.staleLocked(tie)
	case ref == 0 || ref > s.refs.Issued():
		return nil, fault.New(fault.RefNotFound, "ref %q was never given out in this session; use a ref from a snapshot", ref).
			With("ref", ref.String()).With("why", "never_issued")
	}
	stale := fault.New(fault.StaleRef, "%s was given out so long ago that its element is no longer known; observe again", ref).
		With("ref", ref.String()).With("why", "forgotten")
	if tab := s.refs.tab(ref); tab != "" && tab != s.tab {
		stale = fault.New(fault.StaleRef, "%s belongs to tab %s, not to %s; name that tab", ref, tab, s.tab).
			With("ref", ref.String()).With("why", "other_tab").With("tab", tab)
	}
	return nil, stale
}

func (s *Store) staleLocked(tie *bond) error {
	why, sentence := tie.gone.words()
	then := tie.now()
	err := fault.New(fault.StaleRef, "%s was %s, but %s in revision %d; observe again", tie.ref, then, sentence, tie.since).
		With("ref", tie.ref.String()).With("why", why).
		With("role", then.role).With("name", then.name).
		With("revision", strconv.FormatUint(tie.since, 10))
	if others := s.alikeLocked(then); len(others) > 0 {
		list := strings.Join(others, ", ")
		err.Message += fmt.Sprintf("; with the same role and name there is now: %s", list)
		err = err.With("candidates", list)
	}
	return err
}

func (c cause) words() (why, sentence string) {
	switch c {
	case documentReplaced:
		return "document_replaced", "its document was replaced"
	case frameGone:
		return "frame_gone", "its frame was removed"
	default:
		return "node_gone", "its element went from the page"
	}
}

// maxCandidates is how many elements an error names.
const maxCandidates = 3

// alikeLocked returns the refs of the first elements of the current tree with a role and name.
func (s *Store) alikeLocked(want said) []string {
	var found []string
	var walk func(n *tree.Node) bool
	walk = func(n *tree.Node) bool {
		if n.Role == want.role && n.Name == want.name {
			if tie := s.bonds.byID[n.ID]; tie != nil {
				found = append(found, tie.ref.String())
			}
		}
		for _, kid := range n.Children {
			if len(found) == maxCandidates || !walk(kid) {
				return false
			}
		}
		return len(found) < maxCandidates
	}
	if newest := s.history.newest(); newest != nil {
		walk(newest.Tree.Root)
	}
	return found
}
