package cdpclient

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

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

func glanced(t *testing.T, tab *Tab) string {
	t.Helper()
	frames, err := tab.Glance(patience(t), PageEngine)
	require.NoError(t, err)
	return text(frames)
}

func TestRandomProgramsEndInWhatAFreshReadingAndTheAccessibilityTreeShow(t *testing.T) {
	t.Parallel()
	url := programPages(t)
	first, programs := number("SEED", 1), number("PROGRAMS", 30)
	parts, steps := number("PARTS", 8), number("STEPS", 20)
	var mu sync.Mutex
	next, total := first, compared{what: "programs", odd: map[string]int{}}
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	t.Cleanup(func() { total.log(t) })
	for worker := range number("TABS", 3) {
		t.Run(fmt.Sprint("tab ", worker), func(t *testing.T) {
			t.Parallel()
			s := &stage{t: t, tab: newTestTab(t, ContextOptions{}), url: url, count: &compared{odd: map[string]int{}}}
			t.Cleanup(func() {
				mu.Lock()
				defer mu.Unlock()
				total.add(s.count)
			})
			for seed := take(); seed < first+programs; seed = take() {
				s.count.program()
				p := newProgram(seed, parts, steps)
				if d := s.run(p); d != nil {
					s.tell(p, d)
				}
			}
		})
	}
}

// tell fails the test with a short program that shows a difference.
func (s *stage) tell(p program, d *difference) {
	s.t.Helper()
	seed := p.seed
	if number("SHRINK", 1) > 0 {
		p, d = s.shrink(p, d)
	}
	s.t.Errorf("seed %d, parts %v\n%s\nlead to a difference between %s:\n%s\nThe page:\n%s", seed, p.parts, strings.Join(s.log, "\n"), d.between,
		cmp.Diff(d.want, d.got), mustEvaluate(s.t, s.tab, "written()"))
}
