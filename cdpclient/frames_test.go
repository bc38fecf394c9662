package cdpclient

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// shape, with the lock held, writes the frames as the last part of their paths, indented, with * where a session begins.
func shape(tab *Tab) string {
	depth := map[tree.FrameID]int{}
	var b strings.Builder
	for _, f := range tab.registry.all() {
		depth[f.id] = depth[f.parent] + 1
		mark := ""
		if f.root {
			mark = "*"
		}
		if f.session == nil {
			mark = "?"
		}
		fmt.Fprintf(&b, "%s%s%s ", strings.Repeat(">", depth[f.id]-1), f.url[strings.LastIndexByte(f.url, '/')+1:], mark)
	}
	return strings.TrimSpace(b.String())
}

func shapeOf(tab *Tab) string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return shape(tab)
}

func untilShape(t *testing.T, tab *Tab, want string) {
	t.Helper()
	var got string
	err := tab.wait(patience(t), func() (bool, error) {
		got = shape(tab)
		return got == want, nil
	})
	require.NoError(t, err, "want %q, got %q", want, got)
	// Every frame can be entered, through the session it is said to be in.
	for _, f := range tab.frames() {
		w, err := tab.world(patience(t), f.id)
		require.NoError(t, err)
		var href string
		require.NoError(t, runInWorld(t, w, "location.href", &href))
		require.Equal(t, w.url, href)
	}
	tab.mu.Lock()
	defer tab.mu.Unlock()
	inUse := map[*session]bool{}
	for _, f := range tab.registry.all() {
		inUse[f.session] = true
	}
	require.Len(t, tab.sessions, len(inUse), "no session is left over")
}

func TestTheFramesFollowThePage(t *testing.T) {
	s := pages(t, map[string]string{
		"/main":  `<iframe id=f name=f src=/near></iframe>`,
		"/near":  `near`,
		"/other": `other`,
		"/far":   `<iframe src="$HERE/deep"></iframe><iframe src="$THERE/side"></iframe>`,
		"/deep":  `deep`,
		"/side":  `side`,
		"/next":  `next`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/main")
	untilShape(t, tab, "main* >near")
	for _, step := range []struct{ name, script, want string }{
		{"the iframe goes to another site", `f.location = location.origin.replace('127.0.0.1', 'localhost') + '/far'`, "main* >far* >>deep* >>side"},
		{"and comes back", `document.getElementById('f').src = '/other'`, "main* >other"},
		{"another is added", `i = document.createElement('iframe'); i.src = '/near'; document.body.append(i)`, "main* >other >near"},
		{"and goes away", `i.src = location.origin.replace('127.0.0.1', 'localhost') + '/side'`, "main* >other >side*"},
		{"the first is removed", `document.getElementById('f').remove()`, "main* >side*"},
		{"the other is removed while it moves", `i.src = '/near'; i.remove()`, "main*"},
		{"many at once", `for (const k of ['near', 'other']) { const e = document.createElement('iframe'); e.src = k; document.body.append(e) }`, "main* >near >other"},
		{"all are replaced", `document.body.innerHTML = '<iframe src=/side></iframe>'`, "main* >side"},
	} {
		t.Run(step.name, func(t *testing.T) {
			require.NoError(t, run(t, tab, step.script+"; 1", nil))
			untilShape(t, tab, step.want)
		})
	}
	mustNavigate(t, tab, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+"/far")
	untilShape(t, tab, "far* >deep* >side")
	mustNavigate(t, tab, s.URL+"/next")
	untilShape(t, tab, "next*")
	_, err := tab.History(patience(t), Back, UntilLoad)
	require.NoError(t, err)
	untilShape(t, tab, "far* >deep* >side")
}

func TestASandboxedIframeIsEntered(t *testing.T) {
	s := pages(t, map[string]string{"/main": `<iframe sandbox srcdoc="<p>x"></iframe><iframe srcdoc="<p>y"></iframe>`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/main")
	untilShape(t, tab, "main* >about:srcdoc* >about:srcdoc")
}

func TestAnIframeThatMovesBackAndForthIsNeverLost(t *testing.T) {
	s := pages(t, map[string]string{"/main": `<iframe id=f src=/near></iframe>`, "/near": `n`, "/far": `f`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/main")
	for range 10 {
		require.NoError(t, run(t, tab, `document.getElementById('f').src = location.origin.replace('127.0.0.1', 'localhost') + '/far'; 1`, nil))
		untilShape(t, tab, "main* >far*")
		require.NoError(t, run(t, tab, `document.getElementById('f').src = '/near'; 1`, nil))
		untilShape(t, tab, "main* >near")
	}
}

func TestAFrameThatIsGoneCannotBeEntered(t *testing.T) {
	s := pages(t, map[string]string{"/main": `<iframe id=f src=/near></iframe>`, "/near": `n`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/main")
	id := tab.frames()[1].id
	require.NoError(t, run(t, tab, `document.getElementById('f').remove(); 1`, nil))
	untilShape(t, tab, "main*")
	_, err := tab.world(patience(t), id)
	require.True(t, fault.Is(err, fault.StaleRef), "%v", err)
}

func TestTheLoaderChangesWithTheDocumentOnly(t *testing.T) {
	s := pages(t, map[string]string{"/main": `<p id=p>`, "/next": `n`})
	tab := newTestTab(t, ContextOptions{})
	first := mustNavigate(t, tab, s.URL+"/main")
	require.NoError(t, run(t, tab, `history.pushState(null, '', '/pushed'); 1`, nil))
	until(t, tab, "the address", func() bool { return tab.registry.main().url == s.URL+"/pushed" })
	f, _ := tab.frame(tab.MainFrame())
	require.Equal(t, first.LoaderID, f.loader)
	evs, _ := tab.Events(0)
	last := evs[len(evs)-1]
	require.Equal(t, EventNavigated, last.Kind)
	require.True(t, last.SameDocument)
	require.NotEqual(t, first.LoaderID, mustNavigate(t, tab, s.URL+"/next").LoaderID)
}
