package cdpclient

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

//go:embed testdata/mutate.js
var mutateJS string

// afresh is the text of the main frame as an agent that has seen nothing before tells it.
func afresh(t *testing.T, tab *Tab) string {
	t.Helper()
	ctx := patience(t)
	f, err := tab.world(ctx, tab.MainFrame())
	require.NoError(t, err)
	world, err := page.NewClient(f.session.conn).CreateIsolatedWorld(ctx,
		page.NewCreateIsolatedWorldArgs(page.FrameID(f.id)).SetWorldName("afresh"))
	require.NoError(t, err)
	f.world = world.ExecutionContextID
	e := tab.agent.(*engine)
	m := &mirror{engine: e, frame: f.id, busy: make(chan struct{}, 1)}
	frame, _, err := m.read(ctx, f, look{exact: true})
	require.NoError(t, err)
	return text([]tree.Frame{frame})
}

func mustEvaluate(t *testing.T, tab *Tab, expression string) string {
	t.Helper()
	got, err := tab.Evaluate(patience(t), expression)
	require.NoError(t, err)
	var s string
	if json.Unmarshal(got, &s) != nil {
		return string(got)
	}
	return s
}

// number is an environment variable that makes a test longer or picks a case.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func TestTheIncrementalStateEqualsAFreshCaptureAfterRandomMutations(t *testing.T) {
	s := pages(t, map[string]string{"/": "<!doctype html><title>m</title><body><h1>M</h1><script>" + mutateJS + "</script>"})
	tab := newTestTab(t, ContextOptions{})
	programs, steps := number("PROGRAMS", 12), number("STEPS", 30)
	count := compared{what: "programs"}
	for seed := number("SEED", 1); seed < number("SEED", 1)+programs; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			mustNavigate(t, tab, s.URL)
			mustEvaluate(t, tab, fmt.Sprintf("start(%d)", seed))
			count.program()
			shown(t, tab, PageEngine)
			var log []string
			for i := range steps {
				log = append(log, mustEvaluate(t, tab, "step()"))
				if i%3 == 1 {
					_, err := tab.Glance(patience(t), PageEngine)
					require.NoError(t, err)
				}
				ours, fresh := shown(t, tab, PageEngine), afresh(t, tab)
				count.equal(t, fresh, ours, func(diff string) string {
					return fmt.Sprintf("after\n%s\nthe incremental state (+) differs from a fresh one (-):\n%s", strings.Join(log, "\n"), diff)
				})
			}
		})
	}
	count.log(t)
}

func TestGlancesConvergeToAFreshCaptureOnceThePageIsQuiet(t *testing.T) {
	s := pages(t, map[string]string{"/": "<!doctype html><title>m</title><body><h1>M</h1><script>" + mutateJS + "</script>"})
	tab := newTestTab(t, ContextOptions{})
	programs, steps := number("PROGRAMS", 6), number("STEPS", 30)
	count := compared{what: "programs"}
	for seed := number("SEED", 1000); seed < number("SEED", 1000)+programs; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			mustNavigate(t, tab, s.URL)
			mustEvaluate(t, tab, fmt.Sprintf("start(%d)", seed))
			count.program()
			glanced(t, tab)
			var log []string
			for i := range steps {
				log = append(log, mustEvaluate(t, tab, "step()"))
				if i%5 != 4 {
					glanced(t, tab)
					continue
				}
				fresh := afresh(t, tab)
				var ours string
				for ctx := patience(t); ctx.Err() == nil; {
					if ours = glanced(t, tab); ours == fresh {
						break
					}
					select {
					case <-tab.Bell():
					case <-ctx.Done():
					}
				}
				count.equal(t, fresh, ours, func(diff string) string {
					return fmt.Sprintf("after\n%s\nglances (+) do not come to a fresh capture (-):\n%s", strings.Join(log, "\n"), diff)
				})
			}
		})
	}
	count.log(t)
}

func glanced(t *testing.T, tab *Tab) string {
	t.Helper()
	frames, err := tab.Glance(patience(t), PageEngine)
	require.NoError(t, err)
	return text(frames)
}
