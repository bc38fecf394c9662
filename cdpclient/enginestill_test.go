package cdpclient

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// watchAWhile captures a tab again and again, for long enough that a page at rest is known to be.
func watchAWhile(t *testing.T, tab *Tab) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 3*stillLong; {
		shown(t, tab, PageEngine)
		mustEvaluate(t, tab, "new Promise(requestAnimationFrame)")
	}
}

func TestADocumentIsAtRestWhenNothingWasStyledOrLaidOutForAWhile(t *testing.T) {
	tab := show(t, `<button id=x>a</button>`)
	f, err := tab.world(patience(t), tab.MainFrame())
	require.NoError(t, err)
	require.False(t, tab.agent.atRest(f.id, f.loader), "nothing is known before the first look")
	watchAWhile(t, tab)
	require.True(t, tab.agent.atRest(f.id, f.loader))
	require.False(t, tab.agent.atRest(f.id, "another"))
	evaluate(t, tab, `x.style.width = '300px'`)
	shown(t, tab, PageEngine)
	require.Eventually(t, func() bool {
		shown(t, tab, PageEngine)
		return !tab.agent.atRest(f.id, f.loader)
	}, 10*time.Second, time.Millisecond, "it was laid out anew")
}

func TestAnElementOfADocumentAtRestIsReadyWithoutAnotherFrame(t *testing.T) {
	tab := show(t, `<button id=x>a</button>`)
	el := find(t, tab, "/", "#x")
	m := tab.agent.(*engine).mirror(tab.MainFrame())
	watchAWhile(t, tab)
	_, err := m.evaluate(patience(t), `const ask = requestAnimationFrame; var asked = 0; requestAnimationFrame = (f) => { asked++; return ask(f) }; ''`, false)
	require.NoError(t, err)
	asked := func() string {
		n, err := m.evaluate(patience(t), "String(asked)", false)
		require.NoError(t, err)
		return n
	}
	ready := func() {
		shown(t, tab, PageEngine)
		r, err := el.Ready(patience(t), clickWant)
		require.NoError(t, err)
		require.Equal(t, StateOK, r.State)
	}
	ready()
	require.Equal(t, "0", asked())
	evaluate(t, tab, `x.textContent = 'b'`)
	ready()
	require.Equal(t, "2", asked(), "something has changed the document a moment ago")
}

func TestWhatMovesIsNotTakenToBeAtRest(t *testing.T) {
	const rule = `<button id=x style=position:absolute>a</button><style id=s>#x{left:0}</style><script>let n=0;(function f(){n=(n+3)%500;`
	for name, body := range map[string]string{
		"by a rule":             rule + `s.sheet.cssRules[0].style.left=n+'px';requestAnimationFrame(f)})()</script>`,
		"by a rule's transform": rule + `s.sheet.cssRules[0].style.transform='translateX('+n+'px)';requestAnimationFrame(f)})()</script>`,
		"by other sheets": rule + `const c=new CSSStyleSheet();c.replaceSync('#x{left:'+n+'px}');document.adoptedStyleSheets=[c];` +
			`requestAnimationFrame(f)})()</script>`,
		"by an animation": `<style>@keyframes m{to{transform:translateX(500px)}}</style><button id=x style="animation:m 1s infinite">a</button>`,
		"by one in a shadow tree": `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<style>@keyframes m{to{transform:translateX(500px)}}` +
			`</style><div style="animation:m 1s infinite"><slot></slot></div>';h.innerHTML='<button id=x>a</button>'</script>`,
		"in a drawing":                         `<svg width=600 height=50><g id=x><rect width=40 height=40 /><animateTransform attributeName=transform type=translate from="0" to="500" dur=1s repeatCount=indefinite /></g></svg>`,
		"in a marquee":                         `<marquee scrollamount=5 scrolldelay=1 truespeed><button id=x>a</button></marquee>`,
		"by an animation of what is around it": `<style>@keyframes m{to{margin-left:500px}}</style><div style="animation:m 1s infinite"><p><button id=x>a</button></div>`,
	} {
		t.Run(name, func(t *testing.T) {
			tab := show(t, body)
			el := find(t, tab, "/", "#x")
			watchAWhile(t, tab)
			r, err := el.Ready(patience(t), clickWant)
			require.NoError(t, err)
			require.Equal(t, StateMoving, r.State)
		})
	}
}

// clickWatched clicks the element #x of a tab, and expects that the watch saw it.
func clickWatched(t *testing.T, tab *Tab) {
	t.Helper()
	el := find(t, tab, "/", "#x")
	r, err := el.Ready(patience(t), clickWant)
	require.NoError(t, err)
	require.NoError(t, click(patience(t), tab, r.At))
	armed, err := el.Disarm(patience(t))
	require.NoError(t, err)
	require.True(t, armed.Clicked)
	shown(t, tab, PageEngine)
}

func TestAWatchOverAClickComesAndGoesWithoutAListenerThatWouldBeCounted(t *testing.T) {
	tab := show(t, `<button id=x>a</button>`)
	m := tab.agent.(*engine).mirror(tab.MainFrame())
	clickWatched(t, tab)
	shown(t, tab, PageEngine)
	before := m.counted.listeners
	clickWatched(t, tab)
	require.InDelta(t, before, m.counted.listeners, 0)
}

func TestAWatchOverAClickWorksAfterDocumentOpen(t *testing.T) {
	tab := show(t, `<button id=x>a</button>`)
	clickWatched(t, tab)
	evaluate(t, tab, `document.open(); document.write('<button id=x>b</button>'); document.close()`)
	clickWatched(t, tab)
}
