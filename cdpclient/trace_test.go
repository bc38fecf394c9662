package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// traps is a page that has set traps for whoever looks at it with more than its own means: it watches the
// performance timeline, the console, errors, and everything it can name.
const traps = `<!doctype html><title>t</title><p id=p>one</p><div id=d>Card</div><button id=b>Go</button><div id=h></div><script>
	window.seen = [];
	const note = (what) => { window.seen[window.seen.length] = what };
	d.addEventListener('click', () => 1);
	h.attachShadow({mode: 'open'}).innerHTML = '<div>Inside</div>';
	h.shadowRoot.firstChild.addEventListener('click', () => 1);
	const names = (o) => { const all = []; for (; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) all.push(...Reflect.ownKeys(o).map(String)); return all };
	const things = () => ({window, document, html: document.documentElement, body: document.body, p, d, b, h, root: h.shadowRoot, text: p.firstChild,
		location, navigator, performance, console});
	window.before = Object.fromEntries(Object.entries(things()).map(([k, o]) => [k, names(o)]));
	window.grown = () => Object.entries(things()).flatMap(([k, o]) => names(o).filter((n) => !before[k].includes(n)).map((n) => k + '.' + n))
		.filter((n) => !['window.before', 'window.grown', 'window.settled'].includes(n));
	before.window.push('before', 'grown', 'settled');
	for (const name of Object.keys(console)) {
		const was = console[name];
		if (typeof was === 'function') console[name] = (...all) => { note('console.' + name); return was.apply(console, all) };
	}
	Error.prepareStackTrace = (e) => { note('stack'); return String(e) };
	Error.stackTraceLimit = 50;
	for (const name of ['toString', 'valueOf', 'toJSON']) {
		for (const o of [p, d, document]) Object.defineProperty(o, name, {configurable: true, get() { note('get ' + name) }});
		for (const [k, o] of [['p', p], ['d', d], ['document', document]]) before[k].push(name);
	}
	const bait = new Error('bait');
	Object.defineProperty(bait, 'stack', {get() { note('bait.stack') }});
	console.log(p, bait);
	window.seen = [];
	addEventListener('error', () => note('error'));
	addEventListener('unhandledrejection', () => note('rejection'));
	addEventListener('message', () => note('message'));
	const types = PerformanceObserver.supportedEntryTypes.filter((t) => !['paint', 'largest-contentful-paint', 'layout-shift', 'longtask', 'long-animation-frame', 'navigation', 'visibility-state', 'back-forward-cache-restoration', 'soft-navigation', 'interaction-contentful-paint'].includes(t));
	new PerformanceObserver((list) => { for (const e of list.getEntries()) note('entry ' + e.entryType + ' ' + e.name) }).observe({entryTypes: types});
	window.settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
</script>`

func TestNoTrapOfAPageIsSprungWhileItIsReadAndFollowed(t *testing.T) {
	s := pages(t, map[string]string{"/": traps})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	require.Contains(t, shown(t, tab, PageEngine), `generic "Card" [clickable]`)
	require.Contains(t, shown(t, tab, AXEngine), `generic "Inside" [clickable]`)
	mustEvaluate(t, tab, "setTimeout(() => { p.textContent = 'two' }, 50); 1")
	rings(t, tab, "two")
	mustEvaluate(t, tab, "settled().then(() => 1)")
	glanced(t, tab)
	require.Empty(t, mustEvaluate(t, tab, "seen.join()"))
	require.Empty(t, mustEvaluate(t, tab, "grown().join()"))
	require.Equal(t, "0", mustEvaluate(t, tab, "performance.getEntriesByType('mark').length + performance.getEntriesByType('measure').length"))

	mustEvaluate(t, tab, "performance.mark('m'); console.log(1); document.trace = 1; new Error('e').stack; settled().then(() => 1)")
	require.Equal(t, "console.log,stack,entry mark m", mustEvaluate(t, tab, "seen.join()"), "the traps work")
	require.Equal(t, "document.trace", mustEvaluate(t, tab, "grown().join()"))
}

func TestWhatAPageCallsLikeAUtilityIsNeitherRunNorBelieved(t *testing.T) {
	const rest = `<!doctype html><title>t</title><div id=d>Listens</div><div>Does not</div><div id=h></div><iframe srcdoc="<p>in</p>"></iframe><script>
		window.seen = [];
		d.addEventListener('click', () => 1);
		h.attachShadow({mode: 'open'}).innerHTML = '<div>Inside</div>';
		h.shadowRoot.firstChild.addEventListener('pointerdown', () => 1);
		const names = ['$$', '$', '$x', 'getEventListeners', 'getAccessibleRole', 'getAccessibleName', 'keys', 'observerAgent', 'observerBell'];
		for (const name of names) `
	for title, page := range map[string]string{
		"as functions": rest + `window[name] = () => { seen[seen.length] = name; return [] };</script>`,
		"as getters":   rest + `Object.defineProperty(window, name, {get() { seen[seen.length] = name; return () => [] }});</script>`,
	} {
		t.Run(title, func(t *testing.T) {
			s := pages(t, map[string]string{"/": page})
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, s.URL)
			want := "- generic \"Listens\" [clickable]\n- text: \"Does not\"\n- generic \"Inside\" [clickable]\n- iframe\n  - paragraph: \"in\"\n"
			require.Equal(t, want, shown(t, tab, PageEngine))
			require.Equal(t, want, shown(t, tab, AXEngine))
			mustEvaluate(t, tab, "document.querySelectorAll('div')[1].addEventListener('click', () => 1); 1")
			require.Contains(t, shown(t, tab, PageEngine), `generic "Does not" [clickable]`)
			require.Empty(t, mustEvaluate(t, tab, "seen.join()"))
		})
	}
}
