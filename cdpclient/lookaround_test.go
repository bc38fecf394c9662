package cdpclient

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mafredri/cdp/protocol/page"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// freshFrames are all frames of the tab as agents that have seen nothing before tell them.
func freshFrames(t *testing.T, tab *Tab, kind Engine) []tree.Frame {
	t.Helper()
	ctx := patience(t)
	mirrors := map[tree.FrameID]*mirror{}
	var frames []tree.Frame
	for _, f := range tab.frames() {
		f, err := tab.world(ctx, f.id)
		require.NoError(t, err)
		world, err := page.NewClient(f.session.conn).CreateIsolatedWorld(ctx,
			page.NewCreateIsolatedWorldArgs(page.FrameID(f.id)).SetWorldName("afresh"))
		require.NoError(t, err)
		f.world = world.ExecutionContextID
		m := &mirror{engine: tab.agent.(*engine), frame: f.id, busy: make(chan struct{}, 1)}
		mirrors[f.id] = m
		var read tree.Frame
		if kind == AXEngine {
			read, _, err = m.readAX(ctx, f)
		} else {
			read, _, err = m.read(ctx, f, look{exact: true})
		}
		require.NoError(t, err)
		if up := mirrors[f.parent]; up != nil {
			read.Owner = up.owner(ctx, f.id)
		}
		frames = append(frames, read)
	}
	return frames
}

// seen says by which look a watcher was told of a change.
type seen string

// The looks, the quickest first.
const (
	byQuickPass seen = "quick pass"
	byReconcile seen = "quiet reconcile"
	byRound     seen = "look-around"
)

// watchFor glances as the service does, whenever the bell rings, until the text shows what it should.
func watchFor(t *testing.T, tab *Tab, shows func(string) bool) (by seen, after time.Duration, glances int) {
	t.Helper()
	ctx, began := patience(t), time.Now()
	by = byQuickPass
	for {
		select {
		case <-tab.Bell():
		case <-ctx.Done():
			return "", time.Since(began), glances
		}
		glances++
		if shows(glanced(t, tab)) {
			return by, time.Since(began), glances
		}
		if by == byQuickPass {
			by = byReconcile
		}
		if isCertain(tab) {
			by = byRound
		}
	}
}

// isCertain reports whether no agent of the tab knows of anything it has still to look at.
func isCertain(tab *Tab) bool {
	e := tab.agent.(*engine)
	for _, s := range e.doubtful() {
		if s.mirror.take(context.Background()) != nil {
			return false
		}
		doubt := s.mirror.answer.InDoubt
		s.mirror.give()
		if doubt {
			return false
		}
	}
	return true
}

// ofCase is what the text says of the case, without what fills the page.
func ofCase(text string) string {
	_, after, _ := strings.Cut(text, "Case")
	return after
}

// settle lets the page draw, so that what a change starts has happened.
func settle(t *testing.T, tab *Tab) {
	t.Helper()
	mustEvaluate(t, tab, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")
}

// calm glances until nothing is in doubt.
func calm(t *testing.T, tab *Tab) string {
	t.Helper()
	for ctx := patience(t); ; {
		wasCertain := isCertain(tab)
		if got := glanced(t, tab); wasCertain && isCertain(tab) {
			return got
		}
		select {
		case <-tab.Bell():
		case <-time.After(100 * time.Millisecond): // the agents go on by themselves, which rings no bell
		case <-ctx.Done():
			t.Fatal("the agents stay in doubt")
		}
	}
}

func TestEveryKindOfChangeReachesAWatcherAndAnObserver(t *testing.T) {
	t.Parallel()
	lines := make([]string, len(silentChanges))
	t.Cleanup(func() { t.Logf("how soon a change is told:\n%s", strings.Join(lines, "\n")) })
	for i, c := range silentChanges {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tab := newTestTab(t, ContextOptions{})
			filler := strings.Repeat("<section><b>b</b><a href=#>a</a></section>", 600)
			s := pages(t, map[string]string{"/": "<!doctype html><title>c</title><body>" + filler + "<h1>Case</h1>" + c.page, "/in": c.inner})
			shows := func(text string) bool { return strings.Contains(text, c.want) != c.gone }
			look := calm
			if c.restless {
				look = glanced
			}
			begin := func() {
				if c.undo != nil {
					c.undo(t, tab)
				}
				mustNavigate(t, tab, s.URL)
				settle(t, tab)
				require.False(t, shows(look(t, tab)), "before the change:\n%s", ofCase(glanced(t, tab)))
			}
			if c.undo != nil {
				defer c.undo(t, tab)
			}

			begin()
			c.make(t, tab)
			by, after, glances := watchFor(t, tab, shows)
			line := fmt.Sprintf("%-52s %-15s %6d ms %3d glances", c.name, by, after.Milliseconds(), glances)
			if by == "" {
				t.Fatalf("the watcher was never told:\n%s", ofCase(glanced(t, tab)))
			}
			ours := look(t, tab)
			fresh, reference := text(freshFrames(t, tab, PageEngine)), text(freshFrames(t, tab, AXEngine))
			if diff := cmp.Diff(ofCase(fresh), ofCase(ours)); diff != "" {
				t.Errorf("the watched state (+) differs from a fresh one (-):\n%s", diff)
			}
			if diff := cmp.Diff(ofCase(reference), ofCase(fresh)); diff != "" && !c.axDiffers {
				t.Errorf("a fresh state (+) differs from the accessibility tree (-):\n%s", diff)
			}

			begin()
			c.make(t, tab)
			settle(t, tab)
			began, looks := time.Now(), 1
			for ctx := patience(t); !shows(shown(t, tab, PageEngine)) && ctx.Err() == nil; looks++ {
			}
			line += fmt.Sprintf("   observed by call %d, %d ms", looks, time.Since(began).Milliseconds())
			if looks > 1 && !c.slow {
				line += " LATE"
			}
			lines[i] = line
		})
	}
}
