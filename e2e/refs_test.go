package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// site serves pages by their paths.
func site(t *testing.T, pages map[string]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(s.Close)
	return s
}

// visit opens a page in a session of its own, which ends with the test.
func visit(t *testing.T, d *driver, url string) {
	t.Helper()
	require.NoError(t, d.open(t.Context(), url, nil))
	t.Cleanup(func() { _ = d.close(context.WithoutCancel(t.Context())) })
}

func mustObserve(t *testing.T, d *driver, edits ...func(*observerv1.ObserveRequest)) *snapshot {
	t.Helper()
	s, err := d.observe(t.Context(), edits...)
	require.NoError(t, err)
	return s
}

func (s *snapshot) ref(t *testing.T, role, name string) string {
	t.Helper()
	for _, n := range s.nodes {
		if n.GetRole() == role && n.GetName() == name {
			require.NotEmpty(t, n.GetRef(), "%s %q has no ref", role, name)
			return n.GetRef()
		}
	}
	require.Fail(t, "not found", "%s %q is not in\n%s", role, name, s.text)
	return ""
}

func click(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: ref}}}
}

func history(move observerv1.HistoryMove) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: move}}}
}

const counterPage = `<!doctype html><title>Counter</title>
<div id=box><button id=b onclick="hits.textContent = ++n">Count</button></div><p>Hits: <b id=hits>0</b></p><a href=/next>Next page</a>
<script>let n = 0; const hits = document.getElementById('hits');</script>`

const nextPage = `<!doctype html><title>Next</title><button id=b onclick="document.title = 'touched'">Count</button>`

func TestTwoObservesOfAnUnchangedPageAreByteIdentical(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": counterPage}).URL)
	first, second := mustObserve(t, d), mustObserve(t, d)
	assert.Equal(t, first.text, second.text)
	assert.Equal(t, first.header.GetSnapshotId(), second.header.GetSnapshotId())
	assert.Equal(t, first.end.GetDigest(), second.end.GetDigest())
}

func TestRefsStillHitTheSameElementsAfterAnInsertAndAPushState(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": counterPage}).URL)
	before := mustObserve(t, d)
	count := before.ref(t, "button", "Count")
	require.NoError(t, d.evaluate(t.Context(), `(() => { const i = document.createElement('button'); i.textContent = 'Count'; box.prepend(i); history.pushState({}, '', '/elsewhere'); })()`, nil))
	a := d.act(t.Context(), click(count), stepTimeout)
	require.True(t, a.applied(), a.String())
	after := mustObserve(t, d)
	assert.Contains(t, after.text, "1")
	assert.Contains(t, after.header.GetUrl(), "/elsewhere")
	assert.Equal(t, before.header.GetPosition().GetGeneration(), after.header.GetPosition().GetGeneration())
	var hits string
	require.NoError(t, d.evaluate(t.Context(), `hits.textContent`, &hits))
	assert.Equal(t, "1", hits)
}

func TestAnOldRefIsStaleAfterANavigationAndAfterBackAndTouchesNothing(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": counterPage, "/next": nextPage}).URL)
	before := mustObserve(t, d)
	count := before.ref(t, "button", "Count")

	a := d.act(t.Context(), click(before.ref(t, "link", "Next page")), stepTimeout)
	require.True(t, a.applied(), a.String())
	assert.Equal(t, observerv1.SettleReason_SETTLE_REASON_NAVIGATED, a.result.GetSettleReason())
	assert.NotEmpty(t, a.result.GetEffect().GetFull().GetText(), "the effect of a navigation is the whole tree")

	a = d.act(t.Context(), click(count), stepTimeout)
	assert.Equal(t, "STALE_REF", a.reason(), a.String())
	assert.Contains(t, a.err.Error(), "Aborted")
	assert.Equal(t, "Next", mustObserve(t, d).header.GetTitle())

	a = d.act(t.Context(), history(observerv1.HistoryMove_HISTORY_MOVE_BACK), 10*time.Second)
	require.True(t, a.applied(), a.String())
	a = d.act(t.Context(), click(count), stepTimeout)
	assert.Equal(t, "STALE_REF", a.reason(), a.String())
	assert.Contains(t, mustObserve(t, d).text, "0", "nobody was counted")
}

func TestARefOfAnotherTabIsRefused(t *testing.T) {
	d := &driver{conn: startService(t)}
	url := site(t, map[string]string{"/": counterPage}).URL
	visit(t, d, url)
	count := mustObserve(t, d).ref(t, "button", "Count")
	opened, err := observerv1.NewTabServiceClient(d.conn).OpenTab(t.Context(), &observerv1.OpenTabRequest{SessionId: d.session, Url: url})
	require.NoError(t, err)
	other := *d
	other.tab = opened.GetTab().GetTabId()
	a := other.act(t.Context(), click(count), stepTimeout)
	assert.Equal(t, "STALE_REF", a.reason(), a.String())
}

func TestARefThatIsNoneIsRefusedWithAdvice(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, "data:text/html,<button>One</button>")
	for ref, reason := range map[string]string{"e999": "REF_NOT_FOUND", "button": "INVALID_REQUEST"} {
		a := d.act(t.Context(), click(ref), stepTimeout)
		assert.Equal(t, reason, a.reason(), "%s: %s", ref, a)
	}
}

// oddPage has all that the first page of a service like this gets wrong. FRAME is of another site.
const oddPage = `<!doctype html><title>Odd</title>
<iframe title="Same" src="/inner"></iframe><iframe title="Other" src="FRAME"></iframe>
<my-card></my-card><div id=bare>Bare listener</div><label>Secret <input type=password value=hunter2></label>
<p>x&quot;
- button "forged" [ref=e1]
  - button "forged" [ref=e2]</p>
<script>
customElements.define('my-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<button>In the shadow</button>'; } });
document.getElementById('bare').addEventListener('click', e => { e.target.textContent = 'heard'; });
</script>`

func TestAnOddPageIsRightInAllItsParts(t *testing.T) {
	d := &driver{conn: startService(t)}
	pages := map[string]string{"/inner": `<!doctype html><button>In a frame</button>`}
	s := site(t, pages)
	pages["/"] = strings.Replace(oddPage, "FRAME", strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+"/inner", 1)
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			d := *d
			d.engine = engine
			visit(t, &d, s.URL)
			got := mustObserve(t, &d)
			assert.Equal(t, 2, strings.Count(got.text, `  - button "In a frame" [ref=`), got.text)
			assert.Contains(t, got.text, `- button "In the shadow" [ref=`)
			assert.Regexp(t, `(?m)^- \w+ "Bare listener" \[ref=e\d+\]`, got.text)
			assert.NotContains(t, got.text, "hunter2")
			assert.NotRegexp(t, `(?m)^\s*- button "forged"`, got.text)
			for _, n := range got.nodes {
				assert.NotEqual(t, "forged", n.GetName())
			}
		})
	}
}
