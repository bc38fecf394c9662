package cdpclient

import (
	"fmt"
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

func TestBothEnginesAgreeOnRandomPages(t *testing.T) {
	// What stands for a canvas stays in Blink's tree while a modal dialog makes it inert. And the tree
	// does not hear at once that a checkbox which becomes indeterminate is not :checked any more.
	program := strings.NewReplacer("<canvas>", "<span>", "</canvas>", "</span>",
		"e.indeterminate = !e.indeterminate", "e.indeterminate = !e.indeterminate && !e.matches('.tgl')").Replace(mutateJS)
	s := pages(t, map[string]string{"/": "<!doctype html><title>m</title><body><h1>M</h1><script>" + program + "</script>"})
	tab := newTestTab(t, ContextOptions{})
	programs, steps := number("PROGRAMS", 10), number("STEPS", 20)
	count := compared{what: "programs"}
	for seed := number("SEED", 2000); seed < number("SEED", 2000)+programs; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			mustNavigate(t, tab, s.URL)
			mustEvaluate(t, tab, fmt.Sprintf("start(%d)", seed))
			count.program()
			var log []string
			for i := range steps {
				log = append(log, mustEvaluate(t, tab, "step()"))
				if i%5 != 0 {
					continue
				}
				ours, reference := shown(t, tab, PageEngine), shown(t, tab, AXEngine)
				count.equal(t, reference, ours, func(diff string) string {
					return fmt.Sprintf("after\n%s\nthe page engine (+) differs from the accessibility tree (-):\n%s", strings.Join(log, "\n"), diff)
				})
			}
		})
	}
	count.log(t)
}
