package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

type edit = func(*observerv1.ObserveRequest)

func budget(bytes uint32) edit {
	return func(r *observerv1.ObserveRequest) {
		r.Budget = &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: bytes}}
	}
}

func tokens(n uint32) edit {
	return func(r *observerv1.ObserveRequest) {
		r.Budget = &observerv1.Budget{Limit: &observerv1.Budget_MaxTokens{MaxTokens: n}}
	}
}

func scope(ref string) edit { return view(func(v *observerv1.View) { v.ScopeRef = ref }) }

func view(set func(*observerv1.View)) edit {
	return func(r *observerv1.ObserveRequest) {
		if r.View == nil {
			r.View = &observerv1.View{}
		}
		set(r.View)
	}
}

// cursorMarker is a line that only an answer with a budget has.
var cursorMarker = regexp.MustCompile(`(?m)^… [\d,]+ (?:nodes? before.*|more nodes?; read on with the cursor of this answer)\n`)

// readByCursor reads to the end and returns how many parts that took, and their texts in a row
// without the markers of the cursor. Every part but the last says how much is left, and its lines
// are its nodes.
func readByCursor(t *testing.T, d *driver, edits ...edit) (parts int, text string) {
	t.Helper()
	var whole strings.Builder
	cursor := ""
	for {
		s := mustObserve(t, d, append(edits, func(r *observerv1.ObserveRequest) { r.Cursor = cursor })...)
		assertLinesAreNodes(t, s)
		whole.WriteString(cursorMarker.ReplaceAllString(s.text, ""))
		parts++
		if cursor = s.end.GetNextCursor(); cursor == "" {
			require.Zero(t, s.end.GetOmittedNodes())
			return parts, whole.String()
		}
		require.NotEmpty(t, s.nodes)
		require.NotZero(t, s.end.GetOmittedNodes())
		require.Contains(t, s.text, "; read on with the cursor of this answer\n")
	}
}

// tablePage is a table of ten thousand rows.
const tablePage = `<!doctype html><title>Rows</title><h1>Rows</h1><table id=t aria-label=Rows><thead><tr><th>Id<th>Name<th>Amount<th>Action</thead><tbody></tbody></table><p>The end</p>
<script>
const row = (i) => '<tr><td>' + i + '<td>Customer ' + i + '<td>' + i * 3 + '.00<td><button>Open ' + i + '</button></tr>';
document.querySelector('tbody').innerHTML = Array.from({length: 10000}, (_, i) => row(i)).join('');
</script>`

func TestATableOfTenThousandRowsIsReadToItsLastRowWithin4000Tokens(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": tablePage}).URL)
	whole := mustObserve(t, d, view(func(v *observerv1.View) { v.Refs = observerv1.RefPolicy_REF_POLICY_ALL }))
	require.Contains(t, whole.text, `- button "Open 9999" [ref=`)
	require.Contains(t, whole.text, `"The end"`)

	all := view(func(v *observerv1.View) { v.Refs = observerv1.RefPolicy_REF_POLICY_ALL })
	parts, text := readByCursor(t, d, all, tokens(4000))
	t.Logf("%d parts of at most 4,000 tokens", parts)
	if whole.text != text { // too long to be printed
		t.Error("the parts in a row are not the whole text")
	}

	table, rows := "", []string{}
	for _, n := range whole.nodes {
		switch n.GetRole() {
		case "table":
			table = n.GetRef()
		case "row":
			rows = append(rows, n.GetRef())
		}
	}
	require.Len(t, rows, 10_001)
	_, inTable := readByCursor(t, d, all, scope(table), tokens(4000))
	begin, end := strings.Index(whole.text, "- table"), strings.Index(whole.text, "- paragraph")
	if whole.text[begin:end] != inTable {
		t.Error("the table by its scope is not the table in the whole text")
	}
	last := mustObserve(t, d, all, scope(rows[10_000]), tokens(4000))
	assert.Regexp(t, `^- row \[ref=e\d+\](?: \[offscreen\])?\n  - cell "9999" .*\n  - cell "Customer 9999" .*\n  - cell "29997.00" .*\n  - button "Open 9999" .*\n$`, last.text)
}

// orgPage has names at every level, so that every view has something to leave out.
const orgPage = `<!doctype html><title>Org</title><main aria-label=Main>
<nav aria-label=Menu><ul><li><a href=#a>Home</a><li><a href=#b>Staff</a> since 1999</ul></nav>
<section aria-label=Staff><p>People who work here</p><ul aria-label=People></ul></section>
<form aria-label=Search><label>Name <input value=Ann></label><button>Find staff</button></form></main>
<script>document.querySelector('[aria-label=People]').innerHTML = Array.from({length: 40}, (_, i) =>
  '<li>Person ' + i + ' <button aria-label="Card of person ' + i + '"><h3>Card</h3><p>of person ' + i + ' and more</p><a href=#' + i + '>profile ' + i + '</a></button><p>Works in <b>room ' + i + '</b> of <i>house ' + i % 3 + '</i></p></li>').join('');</script>`

// TestEveryCombinationOfOptionsReadsTheSameByCursor combines scope, depth, interactive only, refs for
// all and find: read by cursor, in bytes and in tokens, each is what it is as a whole.
func TestEveryCombinationOfOptionsReadsTheSameByCursor(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": orgPage}).URL)
	all := view(func(v *observerv1.View) { v.Refs = observerv1.RefPolicy_REF_POLICY_ALL })
	first := mustObserve(t, d, all)
	snapshot := func(r *observerv1.ObserveRequest) { r.SnapshotId = first.header.GetSnapshotId() }
	axes := []map[string]edit{
		{"": nil, "scope": scope(first.ref(t, "list", "People"))},
		{"": nil, "depth 1": depth(1), "depth 3": depth(3), "depth 9": depth(9)},
		{"": nil, "interactive": view(func(v *observerv1.View) { v.InteractiveOnly = true }), "all refs": all},
		{"": nil, "text": find("ROOM 1"), "regex": regex(`^button "Card of person 3\d?"`), "nothing": find("not there")},
	}
	combine(axes, nil, "", func(name string, edits []edit) {
		edits = append(edits, snapshot)
		whole := mustObserve(t, d, edits...)
		assertLinesAreNodes(t, whole)
		for _, limit := range []edit{budget(900), tokens(250)} {
			_, text := readByCursor(t, d, append(edits, limit)...)
			require.Equal(t, whole.text, text, name)
		}
		if whole.end.GetNodeCount() < first.end.GetNodeCount() && !strings.Contains(name, "scope") {
			require.Contains(t, whole.text, "… ", "%s leaves out something and says so:\n%s", name, whole.text)
		}
	})
}

func depth(n uint32) edit { return view(func(v *observerv1.View) { v.MaxDepth = n }) }

func find(text string) edit {
	return func(r *observerv1.ObserveRequest) {
		r.Find = &observerv1.Find{Pattern: &observerv1.Find_Text{Text: text}}
	}
}

func regex(pattern string) edit {
	return func(r *observerv1.ObserveRequest) {
		r.Find = &observerv1.Find{Pattern: &observerv1.Find_Regex{Regex: pattern}}
	}
}

func combine(axes []map[string]edit, edits []edit, name string, visit func(string, []edit)) {
	if len(axes) == 0 {
		visit(name, edits)
		return
	}
	for choice, e := range axes[0] {
		next := edits[:len(edits):len(edits)]
		if e != nil {
			next = append(next, e)
		}
		combine(axes[1:], next, name+" "+choice, visit)
	}
}

func TestFindShowsTheRefsOfTheAncestorsOfWhatItFinds(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": orgPage}).URL)
	whole := mustObserve(t, d)
	s := mustObserve(t, d, find("profile 17"))
	assert.Equal(t, uint32(1), s.end.GetMatchCount())
	card := whole.ref(t, "button", "Card of person 17")
	assert.Contains(t, s.text, fmt.Sprintf(`- button "Card of person 17" [ref=%s]`, card), s.text)
	for _, n := range s.nodes {
		for _, w := range whole.nodes {
			if w.GetNodeId() == n.GetNodeId() {
				assert.Equal(t, w.GetRef(), n.GetRef())
			}
		}
	}
	only := mustObserve(t, d, find("profile 17"), view(func(v *observerv1.View) { v.InteractiveOnly = true }))
	assert.Contains(t, only.text, fmt.Sprintf(`[ref=%s]`, card), only.text)
}

func TestACursorOfASnapshotThatIsGoneIsStale(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": orgPage}).URL)
	s := mustObserve(t, d, budget(600))
	other := &driver{conn: startService(t)}
	visit(t, other, site(t, map[string]string{"/": orgPage}).URL)
	_, err := other.observe(t.Context(), budget(600), func(r *observerv1.ObserveRequest) { r.Cursor = s.end.GetNextCursor() })
	require.ErrorContains(t, err, "observe the page again")
	_, err = other.observe(t.Context(), func(r *observerv1.ObserveRequest) { r.SnapshotId = s.header.GetSnapshotId() })
	assert.ErrorContains(t, err, "observe the page again")
}
