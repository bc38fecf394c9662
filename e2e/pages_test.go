package e2e

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

var update = flag.Bool("update", false, "write the expected texts of pages/ anew, from the page engine")

var refMark = regexp.MustCompile(`\[ref=e\d+\]`)

// difference is where the text of the AX engine is not that of the page engine, and why.
type difference struct{ page, ax, why string }

// axReadsOtherwise lists all differences of the engines on these pages. The lines of the AX engine must
// be its nodes all the same.
var axReadsOtherwise = map[string][]difference{
	"counters": {
		{`Begin" [level=2]`, `Begin" [level=2]: "Part 1: Begin"`, "no script can read the value of a counter, nor does Blink put it into names"},
		{`text: ". unpack"`, `text: "1.1 unpack"`, "no script can read the value of a counter"},
		{`text: ". plug in"`, `text: "1.2 plug in"`, "no script can read the value of a counter"},
		{`End" [level=2]`, `End" [level=2]: "Part 2: End"`, "no script can read the value of a counter, nor does Blink put it into names"},
		{`text: ". unplug"`, `text: "2.1 unplug"`, "no script can read the value of a counter"},
		{`paragraph: ") roman"`, `paragraph: "II) roman"`, "no script can read the value of a counter"},
	},
	"late-elements": {
		{`"Field" [ref]:`, `"Field" [ref] [checked]:`, "no script but the element's own can read the states of its ElementInternals"},
	},
	"pdf": {},
	"pictures": {
		{"- canvas \"Seats\" [ref]\n- canvas\n", "- canvas \"Seats\" [ref]\n", "the accessibility tree leaves out a canvas without a name"},
		{`"big ger"`, `"bigger"`, "the accessibility tree leaves out a picture without a name, which parts the text around it"},
	},
}

// TestPagesReadAsExpected reads the pages in pages/, one for each kind of oddity, with both engines:
// the text is the one beside the page, and its lines are the nodes of the structured form.
func TestPagesReadAsExpected(t *testing.T) {
	files, err := filepath.Glob("pages/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	site := httptest.NewServer(http.FileServer(http.Dir("pages")))
	t.Cleanup(site.Close)
	conn := startService(t)
	for name, engine := range engines {
		for _, file := range files {
			page := strings.TrimSuffix(filepath.Base(file), ".html")
			t.Run(name+"/"+page, func(t *testing.T) {
				d := &driver{conn: conn, engine: engine}
				visit(t, d, site.URL+"/"+filepath.Base(file))
				got := settled(t, d)
				text := refMark.ReplaceAllString(got.text, "[ref]")
				golden := strings.TrimSuffix(file, ".html") + ".txt"
				if *update && name == "page" {
					require.NoError(t, os.WriteFile(golden, []byte(text), 0o600))
				}
				want, err := os.ReadFile(golden)
				require.NoError(t, err)
				if name == "ax" {
					for _, d := range axReadsOtherwise[page] {
						assert.Contains(t, text, d.ax, "is not different any more: %s", d.why)
						text = strings.Replace(text, d.ax, d.page, 1)
					}
				}
				assert.Equal(t, string(want), text)
				assertLinesAreNodes(t, got)
			})
		}
	}
}

// settled observes until two answers in a row have the same text, so that what a page does right
// after its load event has been done.
func settled(t *testing.T, d *driver) *snapshot {
	t.Helper()
	deadline := time.Now().Add(stepTimeout)
	for last := mustObserve(t, d); ; {
		now := mustObserve(t, d)
		if now.text == last.text {
			return now
		}
		require.True(t, time.Now().Before(deadline), "the page does not settle")
		last = now
	}
}

// assertLinesAreNodes checks that the text, read back, is the structured form.
func assertLinesAreNodes(t *testing.T, s *snapshot) {
	t.Helper()
	entries, err := tree.ParseText(s.text)
	require.NoError(t, err)
	require.Len(t, entries, len(s.nodes))
	for i, n := range s.nodes {
		read := entries[i].Node
		assert.Equal(t, [4]string{n.GetRole(), n.GetName(), n.GetRef(), n.GetValue()}, [4]string{read.Role, read.Name, read.Ref.String(), read.Value})
		assert.Equal(t, int(n.GetLine()), entries[i].Line)
	}
}
