package cdpclient

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/mafredri/cdp/protocol/emulation"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/program
var programFiles embed.FS

// programScript is the script of the pages that change at random.
func programScript(t *testing.T) string {
	t.Helper()
	const folder = "testdata/program"
	files, err := programFiles.ReadDir(folder)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("(() => {\n")
	for _, f := range files {
		text, err := programFiles.ReadFile(path.Join(folder, f.Name()))
		require.NoError(t, err)
		b.Write(text)
	}
	b.WriteString("})()")
	return b.String()
}

// programPages serves the page programs run in, and one for frames.
func programPages(t *testing.T) string {
	t.Helper()
	body := "<!doctype html><title>m</title><body><h1>M</h1><script>" + programScript(t) + "</script>"
	return pages(t, map[string]string{"/": body, "/in": body + "<p>In <button>Inner</button></p>"}).URL
}

// program is a random program: the numbers of the parts the page begins with, and of the steps.
type program struct {
	seed  int
	parts []int
	steps []int
}

// newProgram is the whole program of a seed.
func newProgram(seed, parts, steps int) program {
	p := program{seed: seed}
	for i := range parts {
		p.parts = append(p.parts, i)
	}
	for i := range steps {
		p.steps = append(p.steps, i)
	}
	return p
}

// stage is where programs run, one after another.
type stage struct {
	t      *testing.T
	tab    *Tab
	url    string
	count  *compared
	log    []string // of the program
	silent bool     // what the steps since the last comparison changed leaves no trace, at least in part
}

// traceless are steps that change style without any trace in the document. Where that comes together with
// other changes, agents look for it when the page is quiet.
var traceless = regexp.MustCompile(`sheets\.|shadow\.|style\.animate`)

// checkEvery is how many steps there are between two comparisons in a program, on average.
const checkEvery = 8

// run runs a program and returns what differs, as a reader would want to know it; empty for nothing.
func (s *stage) run(p program) *difference {
	s.log, s.silent = nil, false
	emulateNothing(s.t, s.tab)
	mustNavigate(s.t, s.tab, s.url)
	parts, err := json.Marshal(append([]int{}, p.parts...))
	require.NoError(s.t, err)
	mustEvaluate(s.t, s.tab, fmt.Sprintf("start(%d,%s)", p.seed, parts))
	glanced(s.t, s.tab)
	for _, n := range p.steps {
		did := mustEvaluate(s.t, s.tab, fmt.Sprintf("step(%d,%d)", p.seed, n))
		s.log = append(s.log, fmt.Sprint(n, " ", did))
		s.silent = s.silent || traceless.MatchString(did)
		s.emulate(did)
		switch dice := rand.New(rand.NewPCG(uint64(p.seed), uint64(n))); {
		case dice.IntN(checkEvery) == 0:
			s.quiet()
			if s.isOdd(true) {
				return nil
			}
			if d := s.exact(); d != nil {
				return d
			}
		case dice.IntN(2) == 0:
			glanced(s.t, s.tab)
		}
	}
	s.quiet()
	if s.isOdd(true) {
		return nil
	}
	if d := s.watched(); d != nil {
		return d
	}
	if d := s.exact(); d != nil || s.isOdd(false) {
		return d
	}
	return s.reference()
}

// emulate does what a step asks the debugger for.
func (s *stage) emulate(did string) {
	media := emulation.NewSetEmulatedMediaArgs()
	width := 1280
	switch {
	case strings.HasSuffix(did, "emulate nothing"):
	case strings.HasSuffix(did, "emulate print"):
		media.SetMedia("print")
	case strings.HasSuffix(did, "emulate dark"):
		media.SetFeatures([]emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})
	case strings.HasSuffix(did, "emulate narrow"):
		width = 600
	default:
		return
	}
	emulate(func(ctx context.Context, c emulator) error {
		return errors.Join(c.SetEmulatedMedia(ctx, media),
			c.SetDeviceMetricsOverride(ctx, emulation.NewSetDeviceMetricsOverrideArgs(width, 720, 1, false)))
	})(s.t, s.tab)
}

// quiet waits until nothing moves or loads in the page.
func (s *stage) quiet() { mustEvaluate(s.t, s.tab, "quiet()") }
