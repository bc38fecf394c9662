package cdpclient

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mafredri/cdp/rpcc"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

// odd is a server of answers that are no ordinary page.
func odd(t *testing.T) *httptest.Server {
	t.Helper()
	ended := make(chan struct{})
	mux := http.NewServeMux()
	html := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, body)
		}
	}
	hang := func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}
	mux.HandleFunc("/page", html(`<title>page</title>`))
	mux.HandleFunc("/hang", hang)
	mux.HandleFunc("/slow", html(`<p>here<img src=/hang>`))
	mux.HandleFunc("/onward", html(`<script>location = '/page'</script>`))
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/missing", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<p>nothing here")
	})
	mux.HandleFunc("/login", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, "<p>who are you?")
	})
	mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="report.pdf"`)
		fmt.Fprint(w, "%PDF")
	})
	mux.HandleFunc("/hop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/page", http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+strings.Replace(r.Host, "127.0.0.1", "localhost", 1)+"/page", http.StatusFound)
	})
	mux.HandleFunc("/stay", html(`<script>onbeforeunload = e => { e.preventDefault(); return 'stay' }</script><p>stay`))
	mux.HandleFunc("/alert", html(`<script>onload = () => { alert('loaded'); document.title = 'after' }</script>`))
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		close(ended)
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// reasonFor returns what a failed navigation names as its reason.
func reasonFor(t *testing.T, err error) string {
	t.Helper()
	var f *fault.Error
	require.ErrorAs(t, err, &f)
	return f.Meta["error"]
}

func TestNavigationsEndAsTheAnswerSays(t *testing.T) {
	s := odd(t)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed := "http://" + nobody.Addr().String() + "/"
	require.NoError(t, nobody.Close())
	for _, c := range []struct {
		name, url string
		load      Load // URL, Status, IsFile
		failed    string
		at        string // where the tab is afterwards, when not at load.URL
	}{
		{name: "a page", url: s.URL + "/page", load: Load{URL: s.URL + "/page", Status: 200}},
		{name: "an error page of the server", url: s.URL + "/missing", load: Load{URL: s.URL + "/missing", Status: 404}},
		{name: "a redirect", url: s.URL + "/hop", load: Load{URL: s.URL + "/page", Status: 200}},
		{name: "a page that goes on", url: s.URL + "/onward", load: Load{URL: s.URL + "/page", Status: 200}},
		{name: "data", url: "data:text/html,<p>x", load: Load{URL: "data:text/html,<p>x"}},
		{name: "blank", url: "", load: Load{URL: "about:blank"}},
		{name: "a fragment", url: s.URL + "/page#there", load: Load{URL: s.URL + "/page#there", Status: 200}},
		{name: "a download", url: s.URL + "/file", load: Load{URL: "about:blank", IsFile: true}},
		{name: "no content", url: s.URL + "/empty", failed: "aborted", at: "about:blank"},
		{name: "nobody there", url: closed, failed: "connection refused", at: closed},
		{name: "no such name", url: "http://no-such-name.invalid/", failed: "name not resolved", at: "http://no-such-name.invalid/"},
		{name: "redirects without end", url: s.URL + "/loop", failed: "too many redirects", at: s.URL + "/loop"},
		{name: "no address", url: "http://", failed: "address refused", at: "about:blank"},
		{name: "an unknown scheme", url: "nonsense:there", failed: "aborted", at: "about:blank"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{})
			l, err := tab.Navigate(patience(t), c.url, UntilLoad)
			if c.failed != "" {
				require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
				require.Equal(t, c.failed, reasonFor(t, err))
				require.Equal(t, c.at, tab.URL())
			} else {
				require.NoError(t, err)
				require.Equal(t, l.IsFile, l.Download.ID != "")
				l.LoaderID, l.Download = "", Download{}
				require.Equal(t, c.load, l)
			}
			// The tab is as good as new.
			require.Equal(t, s.URL+"/page", mustNavigate(t, tab, s.URL+"/page").URL)
		})
	}
}

// The headless shell shows the body of such an answer, Chromium an error page.
func TestAQuestionForAPasswordIsAnAnswerAndNotAHang(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	l, err := tab.Navigate(patience(t), s.URL+"/login", UntilLoad)
	if err != nil {
		require.Equal(t, "invalid auth credentials", reasonFor(t, err))
		return
	}
	require.Equal(t, 401, l.Status)
}

func TestAFragmentOfTheSamePageLoadsNothing(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	first := mustNavigate(t, tab, s.URL+"/page")
	l := mustNavigate(t, tab, s.URL+"/page#there")
	require.True(t, l.SameDocument)
	require.Equal(t, first.LoaderID, l.LoaderID)
	require.Equal(t, s.URL+"/page#there", l.URL)
	require.Equal(t, uint64(2), tab.Generation())
}

func TestAPageThatNeverLoadsCountsAsDoneAfterTheCap(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{LoadCap: 300 * time.Millisecond})
	l := mustNavigate(t, tab, s.URL+"/slow")
	require.True(t, l.TimedOut)
	require.Equal(t, Loading, tab.State())
	for _, u := range []Until{UntilCommit, UntilDOMContentLoaded} {
		l, err := tab.Navigate(patience(t), s.URL+"/slow", u)
		require.NoError(t, err)
		require.False(t, l.TimedOut)
	}
}

func TestANavigationEndsWithItsContext(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := tab.Navigate(ctx, s.URL+"/hang", UntilLoad)
	require.True(t, fault.Is(err, fault.Timeout), "%v", err)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = tab.Navigate(ctx, s.URL+"/page", UntilLoad)
	require.True(t, fault.Is(err, fault.Cancelled), "%v", err)
	mustNavigate(t, tab, s.URL+"/page")
}

func TestHistoryGoesBackAndForwardAndReloads(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	_, err := tab.History(patience(t), Back, UntilLoad)
	require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
	first := mustNavigate(t, tab, s.URL+"/page")
	mustNavigate(t, tab, s.URL+"/missing")
	mustNavigate(t, tab, s.URL+"/missing#part")
	move := func(m Move, at string, same bool) Load {
		l, err := tab.History(patience(t), m, UntilLoad)
		require.NoError(t, err)
		require.Equal(t, s.URL+at, l.URL)
		require.Equal(t, same, l.SameDocument)
		return l
	}
	move(Back, "/missing", true)
	back := move(Back, "/page", false)
	require.NotEqual(t, first.LoaderID, back.LoaderID)
	move(Forward, "/missing", false)
	move(Forward, "/missing#part", true)
	_, err = tab.History(patience(t), Forward, UntilLoad)
	require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
	before := tab.Generation()
	move(Reload, "/missing#part", false)
	require.Equal(t, before+1, tab.Generation())
}

func TestAReloadThatBringsNothingSaysSo(t *testing.T) {
	empty := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if empty {
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	defer s.Close()
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	empty = true
	_, err := tab.History(patience(t), Reload, UntilLoad)
	require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
	s.CloseClientConnections()
	s.Close()
	_, err = tab.History(patience(t), Reload, UntilLoad)
	require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
	require.Equal(t, "connection refused", reasonFor(t, err))
}

func TestRequestsSinceAMarkAreCountedUntilTheyEnd(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/page")
	mark := tab.Requests()
	started, open := tab.InFlight(mark)
	require.Zero(t, started+open)
	require.NoError(t, run(t, tab, `fetch('/hang').catch(() => 0); fetch('/page').then(() => 1)`, nil))
	require.NoError(t, run(t, tab, `new EventSource('/hang'); navigator.sendBeacon('/hang'); 1`, nil))
	require.NoError(t, tab.wait(patience(t), func() (bool, error) {
		return tab.requests.started == mark+2 && len(tab.requests.open) == 1, nil
	}))
	started, open = tab.InFlight(mark)
	require.Equal(t, 2, started)
	require.Equal(t, 1, open)
	mustNavigate(t, tab, s.URL+"/page")
	_, open = tab.InFlight(0)
	require.Zero(t, open, "a document takes its requests with it")
}

func TestANavigationThatComesToNothingLeavesThePageReady(t *testing.T) {
	s := odd(t)
	for name, script := range map[string]string{
		"no content":          `location = '/empty'`,
		"a download":          `location = '/file'`,
		"a mail address":      `location = 'mailto:ann@example.org'`,
		"an unknown scheme":   `location = 'nonsense:there'`,
		"a script":            `location = 'javascript:void 0'`,
		"a fragment":          `location = '#there'`,
		"pushState":           `history.pushState(null, '', '/pushed')`,
		"one that is stopped": `location = '/hang'; setTimeout(stop, 50)`,
		"one that is cut off": `location = '/hang'; setTimeout(() => { location = '/empty' }, 50)`,
		"a form":              `const f = document.createElement('form'); f.action = '/empty'; document.body.append(f); f.submit()`,
		"a link that downloads": `const a = document.createElement('a'); a.href = '/file'; a.download = 'x';
			document.body.append(a); a.click()`,
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, s.URL+"/page")
			require.NoError(t, run(t, tab, script+`; new Promise(r => setTimeout(() => r(1), 150))`, nil))
			capped, err := tab.WaitLoad(patience(t), UntilLoad)
			require.NoError(t, err)
			require.False(t, capped)
			require.Equal(t, Ready, tab.State())
			until(t, tab, "the end of all requests", func() bool { return len(tab.requests.open) == 0 })
		})
	}
}

func TestGoingBackInAnIframeLeavesThePage(t *testing.T) {
	for _, inner := range []string{"/near", "$THERE/near"} {
		s := pages(t, map[string]string{
			"/main": `<iframe id=f src="` + inner + `"></iframe>`,
			"/near": `<a id=a href=/next>x</a>`, "/next": `y`,
		})
		tab := newTestTab(t, ContextOptions{})
		mustNavigate(t, tab, s.URL+"/main")
		kid := tab.frames()[1]
		require.NoError(t, runIn(patience(t), kid.session.conn, `(document.getElementById('a') ?? f.contentDocument.getElementById('a')).click()`, nil))
		at := func(path string) func() bool {
			return func() bool {
				f, _ := tab.registry.get(kid.id)
				return strings.HasSuffix(f.url, path) && f.loaded
			}
		}
		until(t, tab, "the next document", at("/next"))
		before := tab.Generation()
		l, err := tab.History(patience(t), Back, UntilLoad)
		require.NoError(t, err)
		require.True(t, l.SameDocument)
		until(t, tab, "the document before", at("/near"))
		require.Equal(t, before, tab.Generation())
	}
}

func TestGoingBackToWhatIsGoneSaysSo(t *testing.T) {
	s := odd(t)
	gone := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, gone.URL)
	mustNavigate(t, tab, s.URL+"/page")
	gone.CloseClientConnections()
	gone.Close()
	// An answer that may be kept needs no server.
	require.NoError(t, rpcc.Invoke(patience(t), "Network.clearBrowserCache", nil, nil, tab.pageConn()))
	require.NoError(t, rpcc.Invoke(patience(t), "Network.setCacheDisabled", map[string]bool{"cacheDisabled": true}, nil, tab.pageConn()))
	_, err := tab.History(patience(t), Back, UntilLoad)
	require.True(t, fault.Is(err, fault.NavigationFailed), "%v", err)
	require.Equal(t, "connection refused", reasonFor(t, err))
	_, err = tab.History(patience(t), Forward, UntilLoad)
	require.NoError(t, err)
	require.Equal(t, s.URL+"/page", tab.URL())
}

func TestAPageThatUndoesAMoveInItsHistoryDoesNotHoldTheCall(t *testing.T) {
	s := pages(t, map[string]string{"/": `<script>history.pushState(0,'','#one');history.pushState(0,'','#two');
addEventListener('popstate',()=>{if(location.hash!=='#two')history.forward()})</script>`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/")
	for range 8 { // whether the browser tells of the move before it is undone is chance
		_, err := tab.History(patience(t), Back, UntilLoad)
		require.True(t, err == nil || fault.Is(err, fault.NavigationFailed), "%v", err)
		until(t, tab, "the page returns", func() bool { return strings.HasSuffix(tab.registry.main().url, "#two") })
	}
}
