package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// suite is what all pages share.
type suite struct {
	conn   grpc.ClientConnInterface
	pages  string // the address of the case pages
	expect expectations
	known  map[string]string

	mu    sync.Mutex
	tally map[string]int
}

var engines = map[string]observerv1.Engine{
	"page": observerv1.Engine_ENGINE_PAGE,
	"ax":   observerv1.Engine_ENGINE_AX,
}

func TestCases(t *testing.T) {
	s := &suite{tally: map[string]int{}}
	readYAML(t, "cases/expect.yaml", &s.expect)
	readYAML(t, "known.yaml", &s.known)
	s.checkKnown(t)
	s.run(t, "cases")
}

// TestVariations runs pages of our own in the form of the case pages.
func TestVariations(t *testing.T) {
	s := &suite{tally: map[string]int{}}
	readYAML(t, "variations/expect.yaml", &s.expect)
	s.run(t, "variations")
}

// run runs the pages of a folder with both engines.
func (s *suite) run(t *testing.T, folder string) {
	s.conn = startService(t, "bill.txt", "cat.txt")
	files := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(files.Close)
	s.pages = files.URL

	t.Cleanup(func() {
		t.Logf("counts: %s: %d passed, %d failed, %d pending, %d known", folder, s.tally["pass"], s.tally["fail"], s.tally["pending"], s.tally["known"])
	})
	for name, engine := range engines {
		for _, p := range s.expect.Pages {
			t.Run(name+"/"+strings.TrimSuffix(p.File, ".html"), func(t *testing.T) {
				t.Parallel()
				s.runPage(t, name, p, engine)
			})
		}
	}
}

// checkKnown fails when known.yaml names a page that does not exist.
func (s *suite) checkKnown(t *testing.T) {
	t.Helper()
	for key := range s.known {
		exists := slices.ContainsFunc(s.expect.Pages, func(p page) bool { return p.File == key || "ax/"+p.File == key || "page/"+p.File == key })
		require.True(t, exists, "known.yaml names %s, which is not in expect.yaml", key)
	}
}

func (s *suite) count(verdict string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally[verdict]++
}

// runPage runs one page with one engine and judges it.
func (s *suite) runPage(t *testing.T, engineName string, p page, engine observerv1.Engine) {
	factors := p.ScaleFactors
	if len(factors) == 0 {
		factors = []float64{1}
	}
	var wrong []string
	var err error
	for _, factor := range factors {
		var w []string
		if w, err = s.visit(t, p, engine, factor); err != nil {
			break
		}
		wrong = append(wrong, w...)
	}
	why, known := s.known[p.File]
	if !known {
		why, known = s.known[engineName+"/"+p.File]
	}
	switch {
	case errors.Is(err, errPending):
		s.count("pending")
		t.Logf("pending: %v", err)
	case known && len(wrong) > 0:
		s.count("known")
		t.Logf("known: %s\n%s", why, strings.Join(wrong, "\n"))
	case known:
		s.count("fail")
		t.Errorf("%s passes; take it out of known.yaml", p.File)
	case len(wrong) > 0:
		s.count("fail")
		t.Errorf("%s (%s)\n%s", p.Theme, p.Issue, strings.Join(wrong, "\n"))
	default:
		s.count("pass")
	}
}

// visit opens a page in a session of its own and runs all its checks and steps.
func (s *suite) visit(t *testing.T, p page, engine observerv1.Engine, factor float64) (wrong []string, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	d := &driver{conn: s.conn, engine: engine, aliases: s.expect.RoleAliases}
	if err := d.open(ctx, s.pages+"/"+p.File, sessionOptions(p, factor)); err != nil {
		return []string{err.Error()}, nil
	}
	defer func() {
		if err := d.close(context.WithoutCancel(ctx)); err != nil {
			wrong = append(wrong, fmt.Sprintf("delete session: %v", err))
		}
	}()
	settle := p.SettleMS
	if settle == 0 {
		settle = 150
	}
	if a := d.act(ctx, waitFor(time.Duration(settle)*time.Millisecond), stepTimeout); !a.applied() {
		return []string{"waiting for the page to settle: " + a.String()}, nil
	}
	return d.inspect(ctx, p)
}

func sessionOptions(p page, factor float64) *observerv1.SessionOptions {
	o := &observerv1.SessionOptions{Viewport: &observerv1.Viewport{Width: 1280, Height: 720, DeviceScaleFactor: factor}}
	for _, answer := range p.Dialogs {
		if answer != "dismiss" {
			o.DialogPolicy = observerv1.DialogPolicy_DIALOG_POLICY_ACCEPT
		}
		if answer != "accept" && answer != "dismiss" {
			o.PromptText = answer
		}
	}
	return o
}

// inspect checks the page as loaded, runs its steps, and checks it again.
func (d *driver) inspect(ctx context.Context, p page) (wrong []string, err error) {
	start := time.Now()
	before, err := d.observe(ctx)
	if err != nil {
		return []string{err.Error()}, nil
	}
	if took := time.Since(start); p.MaxMS > 0 && took > time.Duration(p.MaxMS)*time.Millisecond {
		wrong = append(wrong, fmt.Sprintf("Observe took %s, more than %d ms", took, p.MaxMS))
	}
	wrong = slices.Concat(wrong, d.checkContains(ctx, before, p.Contains), checkAbsent(before, p.Absent),
		d.checkRefs(ctx, before, p), checkText(before, p), checkMarks(before, p.Marks))
	if p.MaxBytes > 0 {
		wrong = append(wrong, d.checkBudget(ctx, before, p.MaxBytes)...)
	}
	if len(wrong) > 0 {
		wrong = append(wrong, "The first snapshot was\n"+before.text)
	}
	w, err := d.watch(ctx)
	if err != nil {
		return append(wrong, fmt.Sprintf("watch: %v", err)), nil
	}
	defer w.stop()
	for i, st := range p.Steps {
		bad, err := d.run(ctx, st, before, w)
		if err != nil {
			return wrong, fmt.Errorf("step %d, %s: %w", i, st.Do, err)
		}
		for _, b := range bad {
			wrong = append(wrong, fmt.Sprintf("step %d, %s: %s", i, st.Do, b))
		}
	}
	bad, now := d.checkAfter(ctx, p, before, w)
	if len(bad) > 0 {
		wrong = append(append(wrong, bad...), "The last snapshot was\n"+now.String())
	}
	return wrong, nil
}

func (s *snapshot) String() string {
	if s == nil {
		return "(none)"
	}
	return s.text
}
