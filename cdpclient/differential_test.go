package cdpclient

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// restless are case pages that change between two captures.
var restless = map[string]string{
	"083-noise.html": "changes 20 times a second",
}

// compared counts what a test compared.
type compared struct {
	what     string // one of programs
	programs int
	captures int
	nodes    int
	worlds   int            // of agents that have seen nothing before
	odd      map[string]int // pages not compared, at least not with the accessibility tree, by why
}

// add takes in what another counted.
func (c *compared) add(other *compared) {
	c.programs += other.programs
	c.captures += other.captures
	c.nodes += other.nodes
	for name, n := range other.odd {
		c.odd[name] += n
	}
}

// program counts one more program, or page.
func (c *compared) program() { c.programs++ }

// equal fails a test when a text is not the one it should be; explain says what differs from what.
func (c *compared) equal(t *testing.T, want, got string, explain func(diff string) string) {
	t.Helper()
	c.captures++
	c.nodes += strings.Count(want, "\n")
	if want != got {
		t.Fatal(explain(cmp.Diff(want, got)))
	}
}

func (c *compared) log(t *testing.T) {
	t.Helper()
	t.Logf("counts: %s: %d %s, %d captures, %d nodes compared", t.Name(), c.programs, c.what, c.captures, c.nodes)
	for name, n := range c.odd {
		t.Logf("  %d not compared further: %s", n, reasoned[name])
	}
}

// casePages is where the case pages of the whole service are.
const casePages = "../e2e/cases"

func TestBothEnginesAgreeOnEveryCasePage(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casePages, "*.html"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if one := os.Getenv("CASE"); one != "" {
		files, _ = filepath.Glob(filepath.Join(casePages, one+"*.html"))
	}
	tab := newTestTab(t, ContextOptions{})
	count := compared{what: "pages"}
	for _, file := range files {
		if why := restless[filepath.Base(file)]; why != "" {
			t.Logf("%s is left out: it %s", filepath.Base(file), why)
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			abs, err := filepath.Abs(file)
			require.NoError(t, err)
			mustNavigate(t, tab, (&url.URL{Scheme: "file", Path: abs}).String())
			count.program()
			ours, reference := shown(t, tab, PageEngine), shown(t, tab, AXEngine)
			count.equal(t, reference, ours, func(diff string) string {
				return "the page engine (+) differs from the accessibility tree (-):\n" + diff
			})
		})
	}
	count.log(t)
}
