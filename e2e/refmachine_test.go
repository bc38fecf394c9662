package e2e

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/cdpclient/chromium"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/service"
)

// operations is how many random operations the state machine of refs does, over all its programs.
var operations = flag.Int("operations", 1200, "how many random operations the state machine of refs does")

// meaning is what a ref was seen to mean.
type meaning struct {
	uid   int
	name  string
	shown string // the snapshot that showed it so
	tab   *machineTab
}

// machineTab is a tab as the machine knows it.
type machineTab struct {
	id       string
	document int            // its number
	ref      map[int]string // by number, of the buttons of the current document
	visible  map[int]bool
}

// machine remembers what every ref was seen to mean. It belongs to one goroutine.
type machine struct {
	*driver
	t      *testing.T
	site   string
	random *rand.Rand
	refs   map[string]*meaning
	said   map[int]map[string]bool // all that a button ever read as, by number
	order  []string                // of refs, as they were first seen
	tabs   []*machineTab
	counts map[string]int // of operations, and of what came of clicks
	wrong  int            // resolutions of a ref to another element than its own
	stale  int            // refusals of a ref whose element is there
}

// page is what the page says of itself.
type machineState struct {
	Ran      []string `json:"ran"`
	Buttons  [][2]any `json:"buttons"` // number and name, in document order
	Said     [][2]any `json:"said"`    // number of a button, and what it reads as, the record included, since the last time
	Document int      `json:"document"`
	Restored int      `json:"restored"`
}

func (m *machine) on(tab *machineTab) *driver {
	d := *m.driver
	d.tab = tab.id
	return &d
}

// round lets the page of a tab run and compares what is observed with what is there.
func (m *machine) round(tab *machineTab, steps int) {
	var now machineState
	d := m.on(tab)
	require.NoError(m.t, d.evaluate(m.t.Context(), fmt.Sprintf("globalThis.run ? run(%d) : {}", steps), &now))
	if now.Document == 0 { // about:blank, where every tab begins
		m.load(tab, m.site)
		return
	}
	for _, name := range now.Ran {
		m.counts[name]++
	}
	if now.Restored > 0 {
		m.counts["(rounds in a document back from the cache)"]++
	}
	for _, s := range now.Said {
		m.say(number(s[0]), fmt.Sprint(s[1]))
	}
	if now.Document != tab.document {
		tab.document, tab.ref = now.Document, map[int]string{}
	}
	tab.visible = map[int]bool{}
	for _, b := range now.Buttons {
		tab.visible[number(b[0])] = true
	}
	s := m.see(d)
	if strings.Contains(s.text, "[unreadable=") {
		m.counts["(frames that stayed unreadable)"]++ // and said so; the document is left
		m.load(tab, m.site)
		return
	}
	i, seen := 0, map[string]bool{}
	for _, n := range s.nodes {
		if n.GetRole() != "button" {
			continue
		}
		require.Less(m.t, i, len(now.Buttons), "more buttons than there are:\n%s", s.text)
		b := now.Buttons[i]
		require.Equal(m.t, b[1], n.GetName(), s.text)
		m.compare(tab, n.GetRef(), &meaning{number(b[0]), n.GetName(), s.header.GetSnapshotId(), tab})
		require.False(m.t, seen[n.GetRef()], "%s twice", n.GetRef())
		seen[n.GetRef()] = true
		i++
	}
	require.Len(m.t, now.Buttons, i, s.text)
}

// see observes until all frames can be read: a frame that is being replaced says that it cannot.
func (m *machine) see(d *driver) *snapshot {
	deadline := time.Now().Add(stepTimeout)
	for {
		s := mustObserve(m.t, d)
		if !strings.Contains(s.text, "[unreadable=") || time.Now().After(deadline) {
			return s
		}
		m.counts["(frames that could not be read at first)"]++
	}
}

func (m *machine) say(uid int, reads string) {
	if m.said[uid] == nil {
		m.said[uid] = map[string]bool{}
	}
	m.said[uid][reads] = true
}

// alike is whether two buttons ever read the same.
func (m *machine) alike(a, b int) bool {
	for reads := range m.said[a] {
		if m.said[b][reads] {
			return true
		}
	}
	return false
}

// number reads a number of the page.
func number(v any) int {
	f, _ := v.(float64)
	return int(f)
}

// compare checks one button: a button keeps its ref, and a ref its button, unless another one of the
// same document took it over that reads the same, the record it stands in included.
func (m *machine) compare(tab *machineTab, ref string, is *meaning) {
	if had, ok := tab.ref[is.uid]; ok && had != ref {
		m.stale++
		assert.Equal(m.t, had, ref, "button %d %q has another ref", is.uid, is.name)
	}
	was := m.refs[ref]
	if was == nil {
		m.order = append(m.order, ref)
	} else if was.uid != is.uid {
		m.counts["(refs taken over)"]++
		fits := !tab.visible[was.uid] && was.tab == tab && was.uid/documentNumbers == is.uid/documentNumbers && m.alike(was.uid, is.uid)
		if !fits {
			m.wrong++
			assert.Fail(m.t, "a wrong adoption", "%s: %+v %v by %+v %v", ref, *was, m.said[was.uid], *is, m.said[is.uid])
		}
		delete(tab.ref, was.uid)
	}
	m.refs[ref], tab.ref[is.uid] = is, ref
}

// click clicks a ref that was seen at some time, in some tab, and requires that it reaches its button
// or is refused with the right reason and reaches none. Sometimes it names the snapshot it read.
func (m *machine) click() {
	if len(m.order) == 0 {
		return
	}
	m.counts["click"]++
	recent := m.order[max(0, len(m.order)-60):]
	ref := recent[m.random.IntN(len(recent))]
	tab := m.tabs[m.random.IntN(len(m.tabs))]
	if now := slices.Sorted(maps.Values(tab.ref)); len(now) > 0 && m.random.IntN(2) == 0 {
		ref = now[m.random.IntN(len(now))]
	}
	is := m.refs[ref]
	alive := tab == is.tab && tab.ref[is.uid] == ref && tab.visible[is.uid]
	request := &observerv1.ActRequest{SessionId: m.session, TabId: tab.id, Steps: []*observerv1.Step{click(ref)}, Timeout: durationpb.New(300 * time.Millisecond)}
	if alive {
		request.Timeout = durationpb.New(time.Minute) // a busy machine is no reason
	}
	if m.random.IntN(3) == 0 && is.tab == tab {
		request.SnapshotId = is.shown
	}
	a := m.send(request)
	var hit int
	require.NoError(m.t, m.on(tab).evaluate(m.t.Context(), "hit()", &hit))
	if !alive {
		m.refused(a, ref, hit, "STALE_REF", "NOT_VISIBLE", "TIMEOUT", "REF_CHANGED", "STALE_SNAPSHOT_CURSOR")
		return
	}
	if !a.applied() {
		m.stale++
		assert.Fail(m.t, "a false refusal", "%s %+v: %s", ref, *is, a)
	} else if hit != is.uid {
		m.wrong++
		assert.Fail(m.t, "a wrong element", "%s %+v: reached %d", ref, *is, hit)
	}
	m.counts["(clicks that reached their button)"]++
}

func (m *machine) refused(a acted, ref string, hit int, reasons ...string) {
	if hit != 0 {
		m.wrong++
	}
	assert.Zero(m.t, hit, "%s reached a button although it was refused", ref)
	assert.Contains(m.t, reasons, a.reason(), "%s: %s", ref, a)
	m.counts["(clicks refused: "+a.reason()+")"]++
}

// changed lets the page rename or recycle what a snapshot showed, and acts by that snapshot: what has
// another name by now is refused.
func (m *machine) changed(tab *machineTab) {
	m.counts["rename what a snapshot showed"]++
	var uid int
	require.NoError(m.t, m.on(tab).evaluate(m.t.Context(),
		`(() => { const b = pick([...main.querySelectorAll('button')].filter((b) => b.checkVisibility())); if (!b) return 0; b.textContent = 'Erase ' + ++uid; return b.uid; })()`, &uid))
	ref := tab.ref[uid]
	if ref == "" {
		return
	}
	a := m.send(&observerv1.ActRequest{SessionId: m.session, TabId: tab.id, SnapshotId: m.refs[ref].shown, Steps: []*observerv1.Step{click(ref)}})
	var hit int
	require.NoError(m.t, m.on(tab).evaluate(m.t.Context(), "hit()", &hit))
	m.refused(a, ref, hit, "REF_CHANGED", "STALE_SNAPSHOT_CURSOR")
}

func (m *machine) send(request *observerv1.ActRequest) acted {
	stream, err := m.observer().Act(m.t.Context(), request)
	require.NoError(m.t, err)
	a := acted{}
	for {
		r, err := stream.Recv()
		if err != nil {
			a.err = unlessEnd(err)
			return a
		}
		if r.GetResult() != nil {
			a.result = r.GetResult()
		}
	}
}

// travel loads another document in a tab, one way or another; the entries of the history may be none.
func (m *machine) travel(tab *machineTab) {
	other := strings.Replace(m.site, "127.0.0.1", "localhost", 1)
	ways := map[string]*observerv1.Step{
		"navigate":     {Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: m.site}}},
		"process swap": {Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: other}}},
		"reload":       history(observerv1.HistoryMove_HISTORY_MOVE_RELOAD),
		"back":         history(observerv1.HistoryMove_HISTORY_MOVE_BACK),
		"forward":      history(observerv1.HistoryMove_HISTORY_MOVE_FORWARD),
	}
	way := slices.Sorted(maps.Keys(ways))[m.random.IntN(len(ways))]
	m.counts[way]++
	a := m.on(tab).act(m.t.Context(), ways[way], 20*time.Second)
	if a.applied() {
		tab.ref, tab.visible = map[int]string{}, map[int]bool{}
	} else {
		require.Contains(m.t, []string{"back", "forward"}, way, a.String())
	}
}

// thereAndBack goes to another document and back, where a browser with a cache has the old one still.
func (m *machine) thereAndBack(tab *machineTab) {
	m.counts["there and back"]++
	m.load(tab, m.site+"/?elsewhere")
	m.round(tab, 2)
	a := m.on(tab).act(m.t.Context(), history(observerv1.HistoryMove_HISTORY_MOVE_BACK), 20*time.Second)
	require.True(m.t, a.applied(), a.String())
	tab.ref, tab.visible = map[int]string{}, map[int]bool{}
}

func (m *machine) load(tab *machineTab, url string) {
	a := m.on(tab).act(m.t.Context(), &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: url}}}, 20*time.Second)
	require.True(m.t, a.applied(), a.String())
	tab.ref, tab.visible = map[int]string{}, map[int]bool{}
}

// openOrClose lets the page open a popup, or closes a tab when there are three.
func (m *machine) openOrClose() {
	if len(m.tabs) < 3 {
		m.counts["popup"]++
		require.NoError(m.t, m.on(m.tabs[0]).evaluate(m.t.Context(), fmt.Sprintf(`new Promise((done) => { const w = open(%q); w.onload = () => done(1); setTimeout(done, 5000, 1); })`, "/"), nil))
	} else {
		m.counts["close a tab"]++
		_, err := observerv1.NewTabServiceClient(m.conn).CloseTab(m.t.Context(), &observerv1.CloseTabRequest{SessionId: m.session, TabId: m.tabs[1].id})
		require.NoError(m.t, err)
	}
	open, err := m.driver.tabs(m.t.Context())
	require.NoError(m.t, err)
	known := map[string]*machineTab{}
	for _, tab := range m.tabs {
		known[tab.id] = tab
	}
	m.tabs = nil
	for _, o := range open {
		tab := known[o.GetTabId()]
		if tab == nil {
			tab = &machineTab{id: o.GetTabId(), ref: map[int]string{}, visible: map[int]bool{}}
		}
		m.tabs = append(m.tabs, tab)
	}
}

// run does random operations until there were so many.
func (m *machine) run(operations int) {
	m.openTabs()
	for m.done() < operations && !m.t.Failed() {
		tab := m.tabs[m.random.IntN(len(m.tabs))]
		switch m.random.IntN(16) {
		case 0:
			m.travel(tab)
		case 1:
			m.thereAndBack(tab)
		case 2, 3:
			m.changed(tab)
		case 4:
			if m.random.IntN(3) == 0 {
				m.openOrClose()
				tab = m.tabs[0]
			}
		}
		m.round(tab, 1+m.random.IntN(8))
		m.click()
	}
}

func (m *machine) openTabs() {
	tabs, err := m.driver.tabs(m.t.Context())
	require.NoError(m.t, err)
	for _, tab := range tabs {
		m.tabs = append(m.tabs, &machineTab{id: tab.GetTabId(), ref: map[int]string{}, visible: map[int]bool{}})
	}
}

// done counts the operations.
func (m *machine) done() (n int) {
	for name, count := range m.counts {
		if !strings.HasPrefix(name, "(") {
			n += count
		}
	}
	return n
}

// withCache starts a browser with a back/forward cache: not the headless shell, which has none, but the
// whole Chromium beside it where that is installed.
func withCache(t *testing.T) cdpclient.LaunchOptions {
	path, err := chromium.Find("")
	require.NoError(t, err)
	whole := filepath.Join(filepath.Dir(path), "chromium")
	if _, err := os.Stat(whole); err == nil {
		path = whole
	}
	return cdpclient.LaunchOptions{Path: path, Args: []string{"--disable-features=Prerender2", "--enable-features=BackForwardCache"}}
}

// TestEveryRefReachesItsVeryElementOrIsRefusedWhateverThePageDoes runs random programs of pages,
// frames, tabs and navigations. A ref either reaches the very element it was given for, or one that
// took it over because it reads the same, or is refused with the right reason. Some programs are
// watched, some are in a browser with a back/forward cache.
func TestEveryRefReachesItsVeryElementOrIsRefusedWhateverThePageDoes(t *testing.T) {
	t.Parallel()
	url := machineSite(t).URL
	act := service.ActConfig{Evaluate: true}
	plain := serve(t, service.Config{Act: act})
	caching := serve(t, service.Config{Act: act, Launch: withCache(t)})
	var sum struct {
		sync.Mutex
		counts       map[string]int
		wrong, stale int
	}
	sum.counts = map[string]int{}
	t.Cleanup(func() {
		all := &machine{counts: sum.counts}
		t.Logf("%d operations, %d wrong resolutions, %d false refusals", all.done(), sum.wrong, sum.stale)
		for _, name := range slices.Sorted(maps.Keys(sum.counts)) {
			t.Logf("%7d %s", sum.counts[name], name)
		}
		assert.Zero(t, sum.wrong)
		assert.Zero(t, sum.stale)
	})
	const programs = 4
	for i := range programs {
		t.Run(fmt.Sprint("program ", i), func(t *testing.T) {
			t.Parallel()
			m := &machine{
				driver: &driver{conn: plain}, t: t, site: url, random: rand.New(rand.NewPCG(uint64(i), 1)),
				refs: map[string]*meaning{}, said: map[int]map[string]bool{}, counts: map[string]int{},
			}
			if i >= programs/2 {
				m.conn = caching
			}
			visit(t, m.driver, url)
			if i%2 == 1 {
				follow(t, m.driver)
			}
			defer func() {
				sum.Lock()
				defer sum.Unlock()
				for name, n := range m.counts {
					sum.counts[name] += n
				}
				sum.wrong, sum.stale = sum.wrong+m.wrong, sum.stale+m.stale
			}()
			m.run((*operations + programs - 1) / programs)
		})
	}
}
