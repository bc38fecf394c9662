package e2e

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// machinePage changes at random as pages do, and holds a frame that does the same. Each button has a
// number that only the page knows, unique over all documents, and a click notes the number of the
// button that got it. START is another number for each document that is served.
const machinePage = `<!doctype html><title>Machine</title><h1>Machine</h1><main id=main></main>FRAME
<script>
const START = %START%, main = document.getElementById('main');
const names = ['Open', 'Save', 'Delete', 'Rename'], people = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve'];
let uid = START, clicked = 0, seed = START + 1, restored = 0;
addEventListener('pageshow', (e) => { restored += e.persisted ? 1 : 0; });
const random = (n) => { seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0; return ((seed ^ seed >>> 13) >>> 0) % n; };
const pick = (all) => all[random(all.length)];
document.addEventListener('click', (e) => { clicked = e.target.closest('button')?.uid ?? -1; });
const button = (name) => { const b = document.createElement('button'); b.textContent = name; b.uid = ++uid; return b; };
const row = (who, labels) => {
  const li = document.createElement('li');
  li.append(who + ' ', ...labels.map(button));
  return li;
};
const fresh = () => row(pick(people), names.slice(0, 1 + random(3)));
const list = () => { const l = document.createElement('ul'); l.setAttribute('aria-label', pick(['Tasks', 'People'])); for (let i = random(4); i >= 0; i--) l.append(fresh()); return l; };
const again = (li) => row(li.firstChild.data.trim(), [...li.querySelectorAll('button')].map((b) => b.textContent));
const anyRow = () => pick([...main.querySelectorAll('li')]);
const frame = () => document.querySelector('iframe');
const loaded = (f) => new Promise((done) => f.addEventListener('load', done, {once: true}));
const steps = {
  insert: () => pick([...main.children]).append(fresh()),
  'insert first': () => { const l = pick([...main.children]); l.insertBefore(fresh(), l.firstChild); },
  remove: () => anyRow()?.remove(),
  move: () => { const li = anyRow(); if (li) pick([...main.children]).append(li); },
  rename: () => { const b = pick([...main.querySelectorAll('button')]); if (b) b.textContent = pick(names); },
  'rename the record': () => { const li = anyRow(); if (li) li.firstChild.data = pick(people) + ' '; },
  'recycle for another record': () => { const li = anyRow(); if (li) { li.firstChild.data = pick(people) + ' '; for (const b of li.querySelectorAll('button')) b.textContent = pick(names); } },
  hide: () => { const li = anyRow(); if (li) li.style.display = 'none'; },
  show: () => { for (const li of main.querySelectorAll('li')) li.style.display = ''; },
  'replace by equal markup': () => { const li = anyRow(); li?.replaceWith(again(li)); },
  'replace by another record': () => { const li = anyRow(); li?.replaceWith(row(pick(people), [...li.querySelectorAll('button')].map((b) => b.textContent))); },
  'render a list again': () => { const l = pick([...main.children]); l.replaceChildren(...[...l.children].map(again)); },
  reverse: () => { const l = pick([...main.children]); [...l.children].reverse().forEach((li) => l.append(li)); },
  'add or remove a list': () => { if (main.children.length < 3) main.append(list()); else pick([...main.children]).remove(); },
  'push state': () => { if (parent === self) history[pick(['pushState', 'replaceState', 'replaceState'])]({}, '', '?' + random(100)); },
  'in the frame': () => frame()?.contentWindow?.advance?.(1, []),
  'replace the frame': async () => { const f = frame(); if (!f) return; const next = f.cloneNode(); const ready = loaded(next); f.replaceWith(next); await ready; },
  'reload the frame': async () => { const f = frame(); if (!f?.contentWindow) return; const ready = loaded(f); f.contentWindow.location.reload(); await ready; },
};
main.append(list(), list());
const seen = () => [...main.querySelectorAll('button')].filter((b) => b.checkVisibility()).map((b) => [b.uid, b.textContent]);
const known = new Set();
let said = [];
const note = () => {
  for (const b of main.querySelectorAll('button')) {
    const name = b.textContent; // with a number it says itself which record it is of
    const reads = /\d/.test(name) ? name : name + ' of ' + b.parentNode.firstChild.data.trim();
    if (!known.has(b.uid + reads)) { known.add(b.uid + reads); said.push([b.uid, reads]); }
  }
};
note();
globalThis.mine = () => { note(); const all = said; said = []; return {buttons: seen(), said: all}; };
globalThis.advance = async (n, ran) => {
  note();
  while (n--) {
    const name = pick(Object.keys(steps));
    ran.push(name);
    await steps[name]();
    if (!main.children.length) main.append(list());
    while (main.querySelectorAll('li').length > 20) main.querySelector('li').remove();
    note();
  }
};
globalThis.run = async (n) => {
  const ran = [];
  await advance(n, ran);
  const own = globalThis.mine(), inner = frame()?.contentWindow?.mine?.() ?? {buttons: [], said: []};
  return {ran, buttons: [...own.buttons, ...inner.buttons], said: [...own.said, ...inner.said], document: START, restored};
};
globalThis.hit = () => { const was = clicked || frame()?.contentWindow?.hit?.() || 0; clicked = 0; return was; };
</script>`

// documentNumbers is how far the numbers of two documents are apart.
const documentNumbers = 1_000_000

// machineSite serves the page, each time as another document.
func machineSite(t *testing.T) *httptest.Server {
	t.Helper()
	var served atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		frame := `<iframe title=Inner src=/frame></iframe>`
		switch r.URL.Path {
		case "/":
		case "/frame":
			frame = ""
		default:
			http.NotFound(w, r)
			return
		}
		start := strconv.FormatInt(served.Add(1)*documentNumbers, 10)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.NewReplacer("%START%", start, "FRAME", frame).Replace(machinePage)))
	}))
	t.Cleanup(s.Close)
	return s
}
