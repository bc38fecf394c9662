package cdpclient

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// problems are the problems of the frames of a capture, in order.
func problems(frames []tree.Frame) (all []string) {
	for _, f := range frames {
		if f.Problem != "" {
			all = append(all, f.Problem)
		}
	}
	return all
}

func TestFramesTooDeepAreMarkedAndNotEntered(t *testing.T) {
	s := pages(t, map[string]string{
		"/":  `<!doctype html><title>0</title><iframe src="/1" title=f1></iframe>`,
		"/1": `<button>b1</button><iframe src="/2" title=f2></iframe>`, "/2": `<button>b2</button><iframe src="/3" title=f3></iframe>`,
		"/3": `<button>b3</button><iframe src="/4" title=f4></iframe>`, "/4": `<button>b4</button><iframe src="/5" title=f5></iframe>`,
		"/5": `<button>b5</button><iframe src="/6" title=f6></iframe>`, "/6": `<button>b6</button>`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	frames, err := tab.Capture(patience(t), PageEngine)
	require.NoError(t, err)
	require.Equal(t, []string{problemDeep}, problems(frames))
	got := text(frames)
	require.Contains(t, got, `button "b5"`)
	require.Contains(t, got, `iframe "f6"`)
	require.NotContains(t, got, `button "b6"`)
}

func TestABellRingsForWhatHappensInsideAnOutOfProcessFrame(t *testing.T) {
	s := pages(t, map[string]string{
		"/":   `<!doctype html><title>0</title><iframe title=other src="$THERE/in"></iframe>`,
		"/in": `<p id=p>before</p><script>onmessage = () => { p.textContent = 'after' }</script>`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	require.Contains(t, shown(t, tab, PageEngine), "before")
	mustEvaluate(t, tab, "setTimeout(() => document.querySelector('iframe').contentWindow.postMessage('go', '*'), 100); 1")
	for ctx := patience(t); ; {
		select {
		case <-tab.Bell():
		case <-ctx.Done():
			t.Fatal("no bell led to the change")
		}
		if strings.Contains(glanced(t, tab), "after") {
			return
		}
	}
}

func TestAFrameThatVanishesWhileItIsReadCostsNothingElse(t *testing.T) {
	s := pages(t, map[string]string{
		"/": `<!doctype html><title>0</title><h1>Stays</h1><div id=d></div><script>
			setInterval(() => { d.innerHTML = '<iframe srcdoc="<p>in</p>"></iframe>' }, 5)</script>`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	for range 20 {
		require.Contains(t, shown(t, tab, PageEngine), `heading "Stays"`)
	}
}

func TestAFrameStaysReadableWhereWhatRefersToAnotherElementGoes(t *testing.T) {
	s := pages(t, map[string]string{
		"/":   `<!doctype html><title>0</title><iframe id=f src=/in></iframe>`,
		"/in": `<!doctype html><div id=w><b role=group aria-labelledby=l>one</b></div><i role=group aria-labelledby=l>two</i><p id=l>Far</p>`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	require.Contains(t, shown(t, tab, PageEngine), `group "Far": "one"`)
	mustEvaluate(t, tab, `f.contentDocument.getElementById('w').remove(); f.contentDocument.getElementById('l').id = 'm'; 1`)
	got := glanced(t, tab)
	require.Contains(t, got, `text: "two"`)
	require.NotContains(t, got, "Far\": ")
}

// table is the page of a table with a link, a button and a checkbox in each row.
func table(rows int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>t</title><h1>Table</h1><table>")
	for i := range rows {
		fmt.Fprintf(&b, `<tr><td>%[1]d</td><td>Name %[1]d</td><td><a href="/x/%[1]d">Link %[1]d</a></td><td>`+
			`<button>Edit %[1]d</button></td><td><input type=checkbox aria-label="Sel %[1]d"></td></tr>`, i)
	}
	b.WriteString("</table>")
	return b.String()
}

func TestANoisyPageKeepsMostOfItsTime(t *testing.T) {
	s := pages(t, map[string]string{"/": strings.Replace(table(1000), "<h1>", `<h1 id=h>`, 1)})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	shown(t, tab, PageEngine)
	mustEvaluate(t, tab, `window.n = 0; window.began = performance.now();
		(function tick() { h.textContent = 'tick ' + n++; document.body.className = 'c' + n; requestAnimationFrame(tick) })(); 1`)
	// What the service does with bells: glance, and wait for the next.
	e := tab.agent.(*engine)
	var glances int
	var inside time.Duration
	began, ctx := time.Now(), patience(t)
	for glances < 5 {
		select {
		case <-tab.Bell():
			glancing := time.Now()
			glanced(t, tab)
			inside += time.Since(glancing)
			glances++
		case <-ctx.Done():
			t.Fatal("a page that changes all the time rings no bell")
		}
	}
	e.mu.Lock()
	paced := e.notYet
	e.mu.Unlock()
	require.False(t, paced.IsZero(), "the agents say when to come back")
	t.Logf("%d glances, %v of %v inside, %s frames", glances, inside, time.Since(began), mustEvaluate(t, tab, "window.n"))
}
