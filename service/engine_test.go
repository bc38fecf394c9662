package service

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient/chromium/chromiumtest"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const (
	engineAX   = observerv1.Engine_ENGINE_AX
	enginePage = observerv1.Engine_ENGINE_PAGE
)

// variedPages are a page with frames in the same process and in another, and shadow roots of both kinds.
func variedPages() map[string]string {
	return map[string]string{
		"/": `<!doctype html><title>Varied</title><h1>Top</h1><div style=cursor:pointer>Card</div>
			<button onclick="this.textContent = 'Gone'; out.textContent = 'went'">Go</button><p id=out>waiting</p>
			<label>Name <input value=ada></label><input aria-label=Code autocomplete=one-time-code value=773311>
			<ul><li>one<li><a href="/x">two</a></ul><div id=o></div><div id=c></div>
			<iframe title=same src="/same"></iframe><iframe title=other id=f></iframe><script>
			o.attachShadow({mode: 'open'}).innerHTML = '<button>In open</button>';
			c.attachShadow({mode: 'closed'}).innerHTML = '<button>In closed</button>';
			f.src = location.href.replace('127.0.0.1', 'localhost') + 'other'</script>`,
		"/same":  `<!doctype html><button onclick="this.textContent = 'Same went'">Same</button>`,
		"/other": `<!doctype html><p>foreign</p><button onclick="this.textContent = 'Other went'">Other</button>`,
	}
}

func (e *eyes) seeBy(engine observerv1.Engine) *seen {
	e.t.Helper()
	s, err := e.observe(&observerv1.ObserveRequest{Engine: engine, Format: observerv1.Format_FORMAT_BOTH})
	require.NoError(e.t, err)
	return s
}

func TestTheEngineIsChosenForEachRequestAndTheHeaderSaysWhichOneRead(t *testing.T) {
	e := open(t, Config{}, nil, variedPages())
	e.openTab("/")
	byPage, byAX := e.seeBy(enginePage), e.seeBy(engineAX)
	require.Empty(t, cmp.Diff(byAX.text, byPage.text), "the page engine (+) differs from the accessibility tree (-)")
	require.Equal(t, byAX.end.GetDigest(), byPage.end.GetDigest())
	for _, line := range []string{`button "Same"`, `button "Other"`, `button "In open"`, `button "In closed"`} {
		require.Contains(t, byPage.text, line)
	}
	require.Equal(t, enginePage, byPage.header.GetEngine())
	require.Equal(t, engineAX, byAX.header.GetEngine())
	require.Equal(t, enginePage, e.see().header.GetEngine(), "what the server chooses")
	require.Zero(t, byPage.header.GetStandInDocuments())
	require.Zero(t, byAX.header.GetStandInDocuments())
	held, err := e.observe(&observerv1.ObserveRequest{SnapshotId: byAX.header.GetSnapshotId()})
	require.NoError(t, err)
	require.Equal(t, observerv1.Engine_ENGINE_UNSPECIFIED, held.header.GetEngine(), "nothing was read for it")
}

// lacking starts a Chromium that lacks something: what is sent to it is rewritten on its way. It returns
// the endpoint.
func lacking(t *testing.T, what ...string) string {
	t.Helper()
	_, browser := chromiumtest.Foreign(t)
	s := httptest.NewServer(&rewriter{target: browser, with: strings.NewReplacer(what...)})
	t.Cleanup(s.Close)
	return strings.Replace(s.URL, "http", "ws", 1) + "/devtools/browser/lacking"
}

// rewriter is a DevTools endpoint in front of another.
type rewriter struct {
	target string
	with   *strings.Replacer
}

func (r *rewriter) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	browser, resp, err := websocket.DefaultDialer.DialContext(req.Context(), r.target, nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_ = resp.Body.Close()
	defer func() { _ = browser.Close() }()
	client, err := (&websocket.Upgrader{}).Upgrade(w, req, nil)
	if err != nil {
		return
	}
	back := make(chan struct{})
	go func() {
		defer close(back)
		defer func() { _ = client.Close() }()
		forward(client, browser, func(b []byte) []byte { return b })
	}()
	forward(browser, client, func(b []byte) []byte { return []byte(r.with.Replace(string(b))) })
	_ = browser.Close()
	<-back
}

// forward passes messages on until an end is closed.
func forward(to, from *websocket.Conn, with func([]byte) []byte) {
	for {
		kind, b, err := from.ReadMessage()
		if err != nil || to.WriteMessage(kind, with(b)) != nil {
			return
		}
	}
}

func TestABrowserWithoutTheUtilitiesIsSeenFollowedAndActedOnAllTheSame(t *testing.T) {
	for name, what := range map[string][]string{
		"no utilities": {`"includeCommandLineAPI":true`, `"includeCommandLineAPI":false`},
		"no agent":     {`globalThis.observerAgent ??= new Agent();`, `globalThis.observerAgent ??= new Agent(;`},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, Config{Endpoint: lacking(t, what...)}, nil, variedPages())
			e.openTab("/")
			s := e.seeBy(enginePage)
			require.Equal(t, engineAX, s.header.GetEngine(), "the one that read it")
			require.EqualValues(t, 3, s.header.GetStandInDocuments())
			require.Equal(t, "Varied", s.header.GetTitle())
			require.NotContains(t, s.text, "773311")
			byAX := e.seeBy(engineAX)
			require.Empty(t, cmp.Diff(byAX.text, s.text))
			require.Zero(t, byAX.header.GetStandInDocuments(), "it was asked for")

			w := e.follow(&observerv1.WatchDiffRequest{})
			w.untilText(`button "Other"`)
			for button, then := range map[string]string{`"Go"`: `paragraph: "went"`, `"Same"`: `button "Same went"`, `"Other"`: `button "Other went"`} {
				results, err := e.act(click(s.ref(t, button)))
				require.NoError(t, err)
				require.Contains(t, results[0].GetEffect().GetDelta().GetText(), then)
				w.untilText(then)
			}
			require.Empty(t, w.resets)
			require.Equal(t, e.see().end.GetDigest(), w.tree.Root.Digest())
		})
	}
}
