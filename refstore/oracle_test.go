package refstore_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// oracle says what each ref must mean, by reading DESIGN's rules literally over whole trees.
type oracle struct {
	next  tree.Ref
	of    map[tree.ID]tree.Ref // also of elements that are gone
	means map[tree.Ref]tree.ID // also gone
	gone  map[tree.Ref]string
	last  []reading
	docs  map[tree.FrameID]tree.Doc
	round tree.Ref

	unheard map[tree.ID]bool // elements of which it was never known whether they listen
	against map[tree.ID]bool // of those with a ref taken over: whether the old one listened
}

// reading is an element as a reader of the text sees it.
type reading struct {
	node   *tree.Node
	paths  [2]string   // where it is, by names, and by names and texts where there are any
	above  [2][]string // the paths of its ancestors that say something of themselves, nearest first
	listen bool        // as far as is known
	heard  bool        // whether that is known
	record string      // what the nearest record around it says
}

// says reports whether a path of a kind says more of an element than its role.
func (r reading) says(kind int) bool {
	return r.node.Name != "" || kind == 1 && !r.node.Actionable && r.node.Value != ""
}

func newOracle() *oracle {
	return &oracle{of: map[tree.ID]tree.Ref{}, means: map[tree.Ref]tree.ID{}, gone: map[tree.Ref]string{}, unheard: map[tree.ID]bool{}, against: map[tree.ID]bool{}}
}

func read(n *tree.Node, up reading, into []reading) []reading {
	for _, kid := range n.Children {
		r := reading{node: kid, above: up.above, record: up.record}
		text := kid.Value
		if kid.Actionable {
			text = ""
		}
		r.paths[0] = fmt.Sprintf("%s>%s %q", up.paths[0], kid.Role, kid.Name)
		r.paths[1] = r.paths[0]
		if text != "" || up.paths[1] != up.paths[0] {
			r.paths[1] = fmt.Sprintf("%s>%s %q: %q", up.paths[1], kid.Role, kid.Name, text)
		}
		into = append(into, r)
		below := r
		if kid.Name == "" && slices.Contains([]string{"listitem", "row", "article", "treeitem", "option", "definition"}, kid.Role) {
			below.record = sayAll(kid)
		}
		for kind := range below.above {
			if r.says(kind) {
				below.above[kind] = append([]string{r.paths[kind]}, r.above[kind]...)
			}
		}
		into = read(kid, below, into)
	}
	return into
}

// sayAll is what a record says.
func sayAll(n *tree.Node) string {
	said := ""
	if !n.Actionable {
		said = n.Name + " " + n.Value
	} else if n.Role == "link" {
		said = n.Name
	}
	for _, kid := range n.Children {
		said += " " + sayAll(kid)
	}
	return said
}

// goesOn reports whether two records are one to a reader who looks at an element of a name in them.
func goesOn(a, b, name string) bool {
	quote := func(s string) string {
		words := strings.Fields(s)
		for i := range words {
			words[i] = regexp.QuoteMeta(words[i])
		}
		return `(?s)^.*` + strings.Join(words, `(?: .*)? `) + `.*$`
	}
	spaced := func(s string) string { return " " + strings.Join(strings.Fields(s), " ") + " " }
	if regexp.MustCompile(quote(" "+a)).MatchString(spaced(b)) || regexp.MustCompile(quote(b)).MatchString(spaced(a)) || strings.ContainsAny(name, "0123456789") {
		return true
	}
	for _, word := range strings.Fields(name) {
		if strings.Contains(spaced(a), " "+word+" ") && strings.Contains(spaced(b), " "+word+" ") {
			return true
		}
	}
	return false
}

func count(all []reading) map[string]int {
	times := map[string]int{}
	for _, r := range all {
		times[r.paths[0]]++
		if r.paths[1] != r.paths[0] {
			times[r.paths[1]]++
		}
	}
	return times
}

// commit takes the next tree as it was captured, before the store has it, and what listens in it.
func (o *oracle) commit(t *tree.Tree, listen map[tree.ID]bool) {
	now := read(t.Root, reading{}, nil)
	was := map[tree.ID]bool{}
	for _, r := range o.last {
		was[r.node.ID] = true
	}
	for i := range now {
		o.hear(&now[i], t.Unheard, was, listen)
	}
	before, after := count(o.last), count(now)
	there := map[tree.ID]bool{}
	for _, r := range now {
		there[r.node.ID] = true
	}
	vacant := map[string]reading{}
	for _, r := range o.last {
		if !there[r.node.ID] {
			delete(o.against, r.node.ID)
		}
		if ref := o.of[r.node.ID]; ref != 0 && !there[r.node.ID] {
			o.gone[ref] = o.why(r.node.ID.Doc(), t)
			for kind := range r.paths {
				if before[r.paths[kind]] == 1 && r.node.Role != "iframe" {
					vacant[r.paths[kind]] = r
				}
			}
		}
	}
	for kind := range 2 {
		for i, r := range now {
			old, ok := vacant[r.paths[kind]]
			if !ok || was[r.node.ID] || o.of[r.node.ID] != 0 || o.of[old.node.ID] == 0 || after[r.paths[kind]] != 1 {
				continue
			}
			if !same(old, r, kind, before, after) {
				continue
			}
			ref := o.of[old.node.ID]
			delete(o.of, old.node.ID)
			o.of[r.node.ID], o.means[ref] = ref, r.node.ID
			if !r.heard && old.heard {
				o.against[r.node.ID] = old.listen
				now[i].listen, now[i].heard = r.listen || old.listen, true
			}
		}
	}
	for _, r := range now {
		if listened, ok := o.against[r.node.ID]; ok && r.listen && !listened {
			o.gone[o.of[r.node.ID]] = "node_gone"
			delete(o.of, r.node.ID)
			delete(o.against, r.node.ID)
		}
	}
	if !t.Unheard {
		clear(o.against)
	}
	for _, r := range now {
		if o.of[r.node.ID] == 0 && r.node.Actionable {
			o.next++
			o.of[r.node.ID], o.means[o.next] = o.next, r.node.ID
		}
		delete(o.gone, o.of[r.node.ID])
	}
	o.last, o.docs = now, t.Docs
}

// hear notes what is known about whether an element listens. One that took over a ref without being
// heard stands for the one before it.
func (o *oracle) hear(r *reading, deaf bool, was, listen map[tree.ID]bool) {
	id := r.node.ID
	if !deaf {
		o.unheard[id] = false
	} else if !was[id] {
		o.unheard[id] = true
	}
	r.listen, r.heard = listen[id], !o.unheard[id]
	if listened, ok := o.against[id]; ok && !r.heard && !r.listen {
		r.listen, r.heard = listened, true
	}
}

// same reports whether an element that came may take over the ref of one that went.
func same(old, now reading, kind int, before, after map[string]int) bool {
	if !goesOn(old.record, now.record, now.node.Name) {
		return false
	}
	if old.node.ID.Doc() != now.node.ID.Doc() || old.heard && !old.listen && now.listen {
		return false
	}
	if old.says(kind) {
		return true
	}
	for _, path := range old.above[kind] {
		if before[path] == 1 {
			return after[path] == 1
		}
	}
	return false
}

func (o *oracle) why(doc tree.Doc, t *tree.Tree) string {
	if o.docs["main"] != t.Docs["main"] {
		return "document_replaced"
	}
	for frame, d := range o.docs {
		if d == doc {
			switch t.Docs[frame] {
			case doc:
				return "node_gone"
			case 0:
				return "frame_gone"
			default:
				return "document_replaced"
			}
		}
	}
	return "?"
}

// check compares the store with the oracle: every ref means the element it must mean, or is refused
// for the right reason (of the refs that are gone it looks at a part each time), and the tree shows
// the right refs.
func (o *oracle) check(t *testing.T, s *refstore.Store, seed uint64) {
	t.Helper()
	for _, r := range read(s.Current().Tree.Root, reading{}, nil) {
		want := tree.Ref(0)
		if r.node.Actionable {
			want = o.of[r.node.ID]
		}
		require.Equal(t, want, r.node.Ref, "seed %d: %s %q", seed, r.node.Role, r.node.Name)
	}
	o.round++
	for ref, id := range o.means {
		if o.gone[ref] != "" && ref%16 != o.round%16 {
			continue
		}
		got, err := s.Resolve(ref)
		if why := o.gone[ref]; why != "" {
			require.True(t, fault.Is(err, fault.StaleRef), "seed %d: %s should be stale: %v", seed, ref, err)
			require.Equal(t, why, meta(t, err)["why"], "seed %d: %s", seed, ref)
			continue
		}
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, id, got.ID, "seed %d: %s", seed, ref)
	}
}
