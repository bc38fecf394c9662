package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// machinePage changes at random as pages do. Each button has a number that only the page knows, and
// a click notes the number of the button that got it.
const machinePage = `<!doctype html><title>Machine</title><h1>Machine</h1><main id=main></main>
<script>
const main = document.getElementById('main'), names = ['Open', 'Save', 'Delete', 'Rename'], people = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve'];
let uid = START, clicked = 0, seed = START + 1;
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
const steps = [
  () => pick([...main.children]).append(fresh()),
  () => { const l = pick([...main.children]); l.insertBefore(fresh(), l.firstChild); },
  () => pick([...main.querySelectorAll('li')])?.remove(),
  () => { const li = pick([...main.querySelectorAll('li')]); if (li) pick([...main.children]).append(li); },
  () => { const b = pick([...main.querySelectorAll('button')]); if (b) b.textContent = pick(names); },
  () => { const li = pick([...main.querySelectorAll('li')]); if (li) li.firstChild.data = pick(people) + ' '; },
  () => { const li = pick([...main.querySelectorAll('li')]); if (li) li.style.display = 'none'; },
  () => { for (const li of main.querySelectorAll('li')) li.style.display = ''; },
  () => { const li = pick([...main.querySelectorAll('li')]); if (li) li.replaceWith(again(li)); },
  () => { const l = pick([...main.children]); l.replaceChildren(...[...l.children].map(again)); },
  () => { const l = pick([...main.children]); [...l.children].reverse().forEach((li) => l.append(li)); },
  () => { if (main.children.length < 3) main.append(list()); else pick([...main.children]).remove(); },
  () => history.pushState({}, '', '?' + random(100)),
];
main.append(list(), list());
const buttons = () => [...main.querySelectorAll('button')].filter((b) => b.checkVisibility());
globalThis.run = (n) => {
  while (n--) { pick(steps)(); if (!main.children.length) main.append(list()); while (main.querySelectorAll('li').length > 25) main.querySelector('li').remove(); }
  return buttons().map((b) => [b.uid, b.textContent]);
};
globalThis.hit = () => { const was = clicked; clicked = 0; return was; };
</script>`

// machine remembers what every ref was seen to mean.
type machine struct {
	*driver
	t       *testing.T
	random  *rand.Rand
	uid     map[string]int    // by ref
	name    map[string]string // by ref, as last seen
	ref     map[int]string    // by number, of buttons of the current document
	visible map[int]bool
	adopted int
}

// round lets the page run and compares what is observed with what is there.
func (m *machine) round(steps int) {
	var there [][2]any
	require.NoError(m.t, m.evaluate(m.t.Context(), fmt.Sprintf("run(%d)", steps), &there))
	before, seen := m.visible, map[string]bool{}
	m.visible = map[int]bool{}
	for _, b := range there {
		m.visible[number(b[0])] = true
	}
	i := 0
	for _, n := range mustObserve(m.t, m.driver).nodes {
		if n.GetRole() != "button" {
			continue
		}
		require.Less(m.t, i, len(there), "more buttons than there are")
		uid := number(there[i][0])
		require.Equal(m.t, there[i][1], n.GetName())
		m.compare(n.GetRef(), n.GetName(), uid, before)
		require.False(m.t, seen[n.GetRef()], "%s twice", n.GetRef())
		seen[n.GetRef()] = true
		i++
	}
	require.Len(m.t, there, i)
}

// number reads a number of the page.
func number(v any) int {
	f, _ := v.(float64)
	return int(f)
}

// compare checks one button: a button keeps its ref, and a ref its button, unless a new one took it
// over that reads the same from one that is gone.
func (m *machine) compare(ref, name string, uid int, before map[int]bool) {
	if had, ok := m.ref[uid]; ok {
		require.Equal(m.t, had, ref, "button %d %q has another ref", uid, name)
	}
	if was, ok := m.uid[ref]; ok && was != uid {
		m.adopted++
		require.True(m.t, before[was] && !m.visible[was], "%s was taken over from button %d, which did not go just now", ref, was)
		require.Equal(m.t, m.name[ref], name, "%s was taken over by another name", ref)
		delete(m.ref, was)
	}
	m.uid[ref], m.name[ref], m.ref[uid] = uid, name, ref
}

// click clicks a ref that was seen at some time, and requires that it reaches its button or is
// refused and reaches none.
func (m *machine) click() {
	refs := make([]string, 0, len(m.uid))
	for n := range len(m.uid) * 2 {
		if ref := fmt.Sprint("e", n+1); m.uid[ref] != 0 {
			refs = append(refs, ref)
		}
	}
	ref := refs[m.random.IntN(len(refs))]
	uid := m.uid[ref]
	alive := m.ref[uid] == ref && m.visible[uid]
	timeout := time.Second
	if alive {
		timeout = stepTimeout
	}
	a := m.act(m.t.Context(), click(ref), timeout)
	var hit int
	require.NoError(m.t, m.evaluate(m.t.Context(), "hit()", &hit))
	if alive {
		require.True(m.t, a.applied(), "%s: %s", ref, a)
		require.Equal(m.t, uid, hit, "%s reached another button", ref)
		return
	}
	require.Contains(m.t, []string{"STALE_REF", "NOT_VISIBLE", "TIMEOUT"}, a.reason(), "%s: %s", ref, a)
	require.Zero(m.t, hit, "%s reached a button although it was refused", ref)
}

func TestEveryRefReachesItsVeryElementOrIsRefusedWhateverThePageDoes(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	for i := range 4 {
		pages[fmt.Sprint("/", i)] = fmt.Sprintf("<script>const START = %d</script>", 1_000_000*(i+1)) + machinePage
	}
	url := site(t, pages).URL
	conn := startService(t)
	for i := range 4 {
		t.Run(fmt.Sprint("program ", i), func(t *testing.T) {
			t.Parallel()
			m := &machine{
				driver: &driver{conn: conn}, t: t, random: rand.New(rand.NewPCG(uint64(i), 1)),
				uid: map[string]int{}, name: map[string]string{}, ref: map[int]string{}, visible: map[int]bool{},
			}
			visit(t, m.driver, fmt.Sprint(url, "/", i))
			if i%2 == 1 {
				follow(t, m.driver)
			}
			for round := range 40 {
				m.round(1 + m.random.IntN(8))
				m.click()
				if round%20 == 19 {
					a := m.act(t.Context(), history(observerv1.HistoryMove_HISTORY_MOVE_RELOAD), 10*time.Second)
					require.True(t, a.applied(), a.String())
					clear(m.ref)
					clear(m.visible)
				}
			}
			t.Logf("%d refs, %d taken over", len(m.uid), m.adopted)
		})
	}
}
