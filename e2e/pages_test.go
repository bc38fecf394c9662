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

// axReadsOtherwise says on which pages, and why, the text of the AX engine is not that of the page
// engine. Its lines must be its nodes all the same.
var axReadsOtherwise = map[string]string{
	"fields":    "the accessibility tree names a file input without what is chosen",
	"formula":   "the accessibility tree has the letters of a formula in italics",
	"generated": "the accessibility tree has generated quotes as the style sheet gives them",
	"image-map": "the AX engine takes a picture for one node, its areas with it",
	"media":     "the accessibility tree calls controls that have nothing to play disabled",
	"objects":   "the accessibility tree calls an object without content disabled",
	"pictures":  "the accessibility tree has neither decorative pictures nor nameless canvases",
	"widgets":   "the accessibility tree has the bullets of list items with another role",
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
				if reason, otherwise := axReadsOtherwise[page]; !otherwise || name != "ax" {
					assert.Equal(t, string(want), text)
				} else {
					t.Log(reason)
				}
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
