package service

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const counterPage = `<!doctype html><title>Counter</title><h1>Counter</h1>
<button onclick="n.textContent = +n.textContent + 1">Add one</button> <p id=n>0</p>
<a href=/next>Next page</a> <input aria-label=Name>`

func pagesOf(extra map[string]string) map[string]string {
	pages := map[string]string{"/": counterPage, "/next": `<!doctype html><title>Next</title><h1>Next</h1><button>Other</button>`}
	for path, body := range extra {
		pages[path] = body
	}
	return pages
}

func TestTheWholeLoopObserveActWatchOnARealPage(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	tab := e.openTab("/")
	require.Equal(t, "t1", tab.GetTabId())
	require.Equal(t, "Counter", tab.GetTitle())
	before := e.see()
	require.Contains(t, before.text, `- heading "Counter" [level=1]`)

	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Add one")
	require.Equal(t, before.header.GetPosition().GetGeneration(), w.seen[0].GetPosition().GetGeneration())
	results, err := e.act(click(before.ref(t, "Add one")))
	require.NoError(t, err)
	require.Len(t, results, 1)
	require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, results[0].GetOutcome())
	require.Contains(t, results[0].GetEffect().GetDelta().GetText(), `"1"`)
	w.untilText(`"1"`)

	after := e.see()
	require.Equal(t, w.tree.Root.Digest(), after.end.GetDigest())
	since, err := e.observe(&observerv1.ObserveRequest{SinceSnapshotId: before.header.GetSnapshotId()})
	require.NoError(t, err)
	require.Contains(t, since.delta.GetText(), `+ - paragraph: "1"`)
	again := e.see()
	require.Equal(t, after.text, again.text)
	require.Equal(t, after.header.GetSnapshotId(), again.header.GetSnapshotId())
}

func TestAWatcherFoldsEveryMutationAndResumesAcrossAReconnect(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(map[string]string{"/busy": `<!doctype html><ul id=l></ul><script>
		let i = 0; const t = setInterval(() => {
			const li = document.createElement('li'); li.textContent = 'item ' + i;
			if (i % 3 == 2) l.firstChild.remove(); l.append(li);
			if (++i == 60) { clearInterval(t); document.title = 'done'; l.firstChild.textContent = 'the end'; }
		}, 25);</script>`}))
	e.openTab("/busy")
	first := e.follow(&observerv1.WatchDiffRequest{})
	first.until("five deltas", func(*observerv1.WatchDiffResponse) bool { return first.deltas == 5 && len(first.token) > 0 })
	first.stop()
	second := e.follow(&observerv1.WatchDiffRequest{ResumeToken: first.token})
	second.mirror = first.mirror
	second.untilText("the end")
	require.True(t, second.seen[0].GetOpened().GetResumed())
	require.Empty(t, second.resets)
	require.Equal(t, e.see().end.GetDigest(), second.tree.Root.Digest())
}

func TestANavigationIsToldAndResetsTheWatchUnderTheSameGeneration(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	e.openTab("/")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Add one")
	_, err := e.act(click(e.see().ref(t, "Next page")))
	require.NoError(t, err)
	var told uint64
	w.until("navigated", func(m *observerv1.WatchDiffResponse) bool {
		told = m.GetPageEvent().GetNavigated().GetGeneration()
		return told > 0
	})
	w.untilText("Other")
	require.Equal(t, []observerv1.ResetReason{observerv1.ResetReason_RESET_REASON_NAVIGATED}, w.resets)
	require.Equal(t, told, w.seen[len(w.seen)-1].GetPosition().GetGeneration())
}

func TestRefsOfAnotherDocumentTabOrSessionAreRefused(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	e.openTab("/")
	page := e.see()
	button, link := page.ref(t, "Add one"), page.ref(t, "Next page")
	results, err := e.act(click(link), click(button))
	require.NoError(t, err)
	require.True(t, results[0].GetStopped(), "the second step was not run on another document")
	require.NotNil(t, results[0].GetEffect().GetFull())
	stale := func(ref string) {
		t.Helper()
		_, err := e.act(click(ref))
		_, why, _ := reason(t, err)
		require.Equal(t, "STALE_REF", why)
	}
	stale(button)
	_, err = e.act(back())
	require.NoError(t, err)
	stale(button)
	require.NotEqual(t, button, e.see().ref(t, "Add one"))

	mine := e.see().ref(t, "Add one")
	e.openTab("/next")
	stale(mine)

	other := e.newSession(nil)
	_, err = e.observe(&observerv1.ObserveRequest{SessionId: other})
	_, why, _ := reason(t, err)
	require.Equal(t, "TAB_NOT_FOUND", why)
}

func TestSessionsShareNothing(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(map[string]string{"/cookie": `<!doctype html><p id=p></p>
		<script>p.textContent = document.cookie || 'no cookie'; document.cookie = 'a=1'</script>`}))
	e.openTab("/cookie")
	require.Contains(t, e.see().text, "no cookie")
	e.openTab("/cookie")
	require.Contains(t, e.see().text, "a=1")
	e.session = e.newSession(nil)
	require.Equal(t, "t1", e.openTab("/cookie").GetTabId())
	require.Contains(t, e.see().text, "no cookie")
	listed, err := e.sessions.ListSessions(e.ctx, &observerv1.ListSessionsRequest{})
	require.NoError(t, err)
	require.Len(t, listed.GetSessions(), 2)
	_, err = e.sessions.DeleteSession(e.ctx, &observerv1.DeleteSessionRequest{SessionId: e.session})
	require.NoError(t, err)
	_, err = e.observe(&observerv1.ObserveRequest{})
	_, why, _ := reason(t, err)
	require.Equal(t, "SESSION_NOT_FOUND", why)
}

func TestADialogNeverHangsACallAndIsAnsweredByTheCaller(t *testing.T) {
	ask := &observerv1.SessionOptions{DialogPolicy: observerv1.DialogPolicy_DIALOG_POLICY_ASK}
	e := open(t, Config{}, ask, pagesOf(map[string]string{
		"/ask":   `<!doctype html><button onclick="r.textContent = prompt('who?', 'me')">Ask</button><p id=r>nobody</p>`,
		"/alert": `<!doctype html><script>alert('first of all')</script><p>after</p>`,
	}))
	e.openTab("/ask")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("nobody")
	results, err := e.act(click(e.see().ref(t, "Ask")))
	require.NoError(t, err)
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_DIALOG, results[0].GetSettleReason())
	w.until("dialog", func(m *observerv1.WatchDiffResponse) bool { return m.GetPageEvent().GetDialogOpened() != nil })
	blocked := e.see()
	require.Equal(t, "who?", blocked.header.GetDialog().GetMessage())
	require.Contains(t, blocked.text, "nobody")
	_, err = e.act(click(blocked.ref(t, "Ask")))
	_, why, _ := reason(t, err)
	require.Equal(t, "DIALOG_OPEN", why)
	answered, err := e.tabs.HandleDialog(e.ctx, &observerv1.HandleDialogRequest{SessionId: e.session, Accept: true, PromptText: "Ann"})
	require.NoError(t, err)
	require.Equal(t, observerv1.DialogType_DIALOG_TYPE_PROMPT, answered.GetDialog().GetType())
	w.untilText("Ann")
	_, err = e.tabs.HandleDialog(e.ctx, &observerv1.HandleDialogRequest{SessionId: e.session})
	_, why, _ = reason(t, err)
	require.Equal(t, "INVALID_REQUEST", why)

	e.openTab("/alert")
	first := e.see()
	require.Equal(t, "first of all", first.header.GetDialog().GetMessage())
	_, err = e.tabs.HandleDialog(e.ctx, &observerv1.HandleDialogRequest{SessionId: e.session, Accept: true})
	require.NoError(t, err)
	require.Contains(t, e.see().text, "after")
}

func TestALostBrowserEndsItsSessionsAtOnceAndTheNextSessionGetsAnother(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	e.openTab("/")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Add one")
	began := time.Now()
	killChildren(t)
	var err error
	for err == nil {
		_, err = w.in.Recv()
	}
	_, why, _ := reason(t, err)
	require.Equal(t, "BROWSER_DISCONNECTED", why)
	_, err = e.observe(&observerv1.ObserveRequest{})
	_, why, _ = reason(t, err)
	require.Equal(t, "BROWSER_DISCONNECTED", why)
	require.Less(t, time.Since(began), 20*time.Second)
	e.session = e.newSession(nil)
	e.openTab("/")
	require.Contains(t, e.see().text, "Add one")
}

func TestACrashedPageIsToldAtOnceAndANavigationRevivesIt(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	e.openTab("/")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Add one")
	button := e.see().ref(t, "Add one")
	killRenderers(t)
	w.until("crashed", func(m *observerv1.WatchDiffResponse) bool { return m.GetPageEvent().GetCrashed() != nil })
	_, err := e.observe(&observerv1.ObserveRequest{})
	_, why, _ := reason(t, err)
	require.Equal(t, "PAGE_CRASHED", why)
	_, err = e.act(click(button))
	_, why, _ = reason(t, err)
	require.Equal(t, "PAGE_CRASHED", why)
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Equal(t, observerv1.TabState_TAB_STATE_CRASHED, listed.GetTabs()[0].GetState())
	_, err = e.act(&observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: e.site + "/next"}}})
	require.NoError(t, err)
	w.untilText("Other")
	require.Contains(t, e.see().text, "Other")
}

func TestAWatchFollowsFramesOfOtherProcessesAndShadowRoots(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(map[string]string{
		"/frames": `<!doctype html><h1>Outside</h1>
			<iframe sandbox="allow-scripts" title="Inside" srcdoc="<button>In frame</button><script>
				let i = 0; setInterval(() => document.querySelector('button').textContent = 'tick ' + i++, 100)</script>"></iframe>
			<div id=h></div><script>
				const root = h.attachShadow({mode: 'open'});
				setTimeout(() => root.innerHTML = '<button>In shadow</button>', 300)</script>`,
	}))
	e.openTab("/frames")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("tick 5")
	w.untilText("In shadow")
	require.Contains(t, e.see().text, "- iframe \"Inside\"")
}

func TestPopupsAppearAsTabsAndAreNeverSwitchedTo(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(map[string]string{"/opener": `<!doctype html><button onclick="window.open('/next')">Open</button>`}))
	e.openTab("/opener")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Open")
	_, err := e.act(click(e.see().ref(t, "Open")))
	require.NoError(t, err)
	w.until("popup", func(m *observerv1.WatchDiffResponse) bool { return m.GetPageEvent().GetPopup() != nil })
	require.Equal(t, "t2", w.seen[len(w.seen)-1].GetPageEvent().GetPopup().GetTabId())
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Len(t, listed.GetTabs(), 2)
	require.True(t, listed.GetTabs()[0].GetActive())
	require.Equal(t, "t1", listed.GetTabs()[1].GetOpenerTabId())
	require.Contains(t, e.see().text, "Open")
	_, err = e.tabs.ActivateTab(e.ctx, &observerv1.ActivateTabRequest{SessionId: e.session, TabId: "t2"})
	require.NoError(t, err)
	require.Contains(t, e.see().text, "Other")
	_, err = e.tabs.CloseTab(e.ctx, &observerv1.CloseTabRequest{SessionId: e.session, TabId: "t2"})
	require.NoError(t, err)
	require.Contains(t, e.see().text, "Open")
	require.Equal(t, "t3", e.openTab("/next").GetTabId())
}

func TestAPopupBeyondTheLimitOfTabsIsClosed(t *testing.T) {
	e := open(t, Config{Limits: Limits{Tabs: 1}}, nil, pagesOf(map[string]string{
		"/opener": `<!doctype html><button onclick="w = window.open('/next'); i = setInterval(() => { if (w.closed) r.textContent = 'gone' }, 50)">Open</button><p id=r>there</p>`,
	}))
	e.openTab("/opener")
	_, err := e.tabs.OpenTab(e.ctx, &observerv1.OpenTabRequest{SessionId: e.session})
	_, why, _ := reason(t, err)
	require.Equal(t, "TOO_MANY_TABS", why)
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("there")
	_, err = e.act(click(e.see().ref(t, "Open")))
	require.NoError(t, err)
	w.untilText("gone")
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Len(t, listed.GetTabs(), 1)
}

func TestAClickThatOpensWindowsWithoutEndIsAnsweredWithThem(t *testing.T) {
	e := open(t, Config{Limits: Limits{Tabs: 4}}, nil, pagesOf(map[string]string{
		"/opener": `<!doctype html><button onclick="for (let i = 0; i < 120; i++) window.open('/next?' + i)">Open</button>`,
	}))
	e.openTab("/opener")
	results, err := e.act(click(e.see().ref(t, "Open")))
	require.NoError(t, err)
	require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, results[0].GetOutcome())
	var kept, refused int
	for _, event := range results[0].GetEffect().GetEvents() {
		switch p := event.GetPopup(); {
		case p.GetRefused():
			refused++
		case p != nil:
			kept++
		}
	}
	require.GreaterOrEqual(t, kept+refused, 12)
	require.GreaterOrEqual(t, refused, 8)
	t.Logf("%d kept, %d refused, %s", kept, refused, results[0].GetElapsed().AsDuration())
}

func TestBadAddressesAndUnreachablePagesHaveTheirReason(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	for address, want := range map[string]string{
		"file:///etc/passwd":      "URL_NOT_ALLOWED",
		"http://169.254.169.254/": "URL_NOT_ALLOWED",
		"not an address":          "INVALID_REQUEST",
		"http://127.0.0.1:1/":     "NAVIGATION_FAILED",
	} {
		_, err := e.tabs.OpenTab(e.ctx, &observerv1.OpenTabRequest{SessionId: e.session, Url: address})
		_, why, _ := reason(t, err)
		require.Equal(t, want, why, address)
	}
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Empty(t, listed.GetTabs(), "a tab that could not load is closed")
}

func TestWithoutABrowserASessionIsRefusedWithAdvice(t *testing.T) {
	s, err := NewServer(Config{Endpoint: "ws://127.0.0.1:1/devtools/browser/x"})
	require.NoError(t, err)
	_, err = observerv1.NewSessionServiceClient(serve(t, s)).CreateSession(t.Context(), &observerv1.CreateSessionRequest{})
	_, why, _ := reason(t, err)
	require.Equal(t, "BROWSER_UNAVAILABLE", why)
}

func TestTwentyWatchersOfOneTabShareEachCapture(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(nil))
	e.openTab("/")
	button := e.see().ref(t, "Add one")
	var all []*follower
	for range 20 {
		w := e.follow(&observerv1.WatchDiffRequest{})
		w.untilText("Add one")
		all = append(all, w)
	}
	sess, done, err := e.server.sessions.use("", e.session)
	require.NoError(t, err)
	defer done()
	tab, err := sess.tab("")
	require.NoError(t, err)
	before := tab.page.Store().Current().Number
	_, err = e.act(click(button))
	require.NoError(t, err)
	for _, w := range all {
		w.untilText(`"1"`)
	}
	require.LessOrEqual(t, tab.page.Store().Current().Number, before+2)
	require.Len(t, tab.renders.lenses, 1)
}

func TestBoundsAreThoseOfThePageAlsoInsideFrames(t *testing.T) {
	e := open(t, Config{}, nil, pagesOf(map[string]string{"/boxes": `<!doctype html><style>body{margin:0}</style>
		<button style="position:absolute;left:100px;top:50px;width:80px;height:40px">Here</button>
		<iframe sandbox="allow-scripts" style="position:absolute;left:200px;top:300px;border:5px solid;width:300px;height:100px"
			srcdoc="<style>body{margin:0}</style><button style='position:absolute;left:10px;top:20px;width:60px;height:30px'>There</button>"></iframe>`}))
	e.openTab("/boxes")
	s, err := e.observe(&observerv1.ObserveRequest{Format: observerv1.Format_FORMAT_NODES, IncludeBounds: true})
	require.NoError(t, err)
	boxes := map[string]*observerv1.Box{}
	for _, n := range s.nodes {
		boxes[n.GetName()] = n.GetBounds()
	}
	require.Equal(t, []float64{100, 50, 80, 40}, numbers(boxes["Here"]))
	require.Equal(t, []float64{215, 325, 60, 30}, numbers(boxes["There"]))
	_, err = e.observe(&observerv1.ObserveRequest{IncludeBounds: true})
	_, why, _ := reason(t, err)
	require.Equal(t, "INVALID_REQUEST", why)
}

func numbers(b *observerv1.Box) []float64 {
	return []float64{b.GetX(), b.GetY(), b.GetWidth(), b.GetHeight()}
}
