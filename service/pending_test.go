package service

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// slowSite is a site whose address /held gets no answer, whose /endless sends a part of a document and
// keeps it open, and whose /blocked needs a script and a style sheet that never arrive.
func slowSite(t *testing.T) *httptest.Server {
	t.Helper()
	ended := make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<!doctype html><h1>Here</h1><a href=/held>Go</a><button onclick="this.textContent='Pressed'">Press</button>`)
		case "/endless":
			fmt.Fprint(w, `<!doctype html><title>Endless</title><h1>First part</h1><button onclick="this.textContent='Pressed'">Press</button>`)
			_ = http.NewResponseController(w).Flush()
			hold(r, ended)
		case "/blocked":
			fmt.Fprint(w, `<!doctype html><title>Blocked</title><h1>Before</h1><script src=/held></script><p>After`)
		case "/unstyled":
			fmt.Fprint(w, `<!doctype html><title>Unstyled</title><link rel=stylesheet href=/held><h1>Before</h1><p>After`)
		case "/other":
			fmt.Fprint(w, `<!doctype html><h1>Elsewhere</h1>`)
		default:
			hold(r, ended)
		}
	}))
	t.Cleanup(func() {
		close(ended)
		site.CloseClientConnections()
		site.Close()
	})
	return site
}

// hold lets a request wait until it is given up, or the test has ended: the browser, which lives longer, asks again
// when its connection is closed.
func hold(r *http.Request, ended <-chan struct{}) {
	select {
	case <-r.Context().Done():
	case <-ended:
	}
}

func TestAPageThatIsBeingLeftIsShownAsItWasUntilTheNextComes(t *testing.T) {
	e := open(t, Config{}, nil, nil)
	e.site = slowSite(t).URL
	e.openTab("/")
	before := e.see()
	results, err := e.actWith(&observerv1.ActRequest{
		Steps: []*observerv1.Step{click(before.ref(t, "Go"))}, SettleTimeout: durationpb.New(100 * time.Millisecond),
	})
	require.NoError(t, err)
	require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, results[0].GetOutcome())
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_CAP, results[0].GetSettleReason())

	got, err := e.observe(&observerv1.ObserveRequest{MaxWait: durationpb.New(time.Second)})
	require.NoError(t, err)
	require.Equal(t, observerv1.StaleReason_STALE_REASON_UNRESPONSIVE, got.header.GetStaleReason())
	require.Contains(t, got.text, "Here")
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Equal(t, observerv1.TabState_TAB_STATE_LOADING, listed.GetTabs()[0].GetState())

	w := e.follow(&observerv1.WatchDiffRequest{})
	w.until("current", func(m *observerv1.WatchDiffResponse) bool { return m.GetCurrent() != nil })
	require.Equal(t, observerv1.StaleReason_STALE_REASON_UNRESPONSIVE, w.seen[len(w.seen)-1].GetCurrent().GetStaleReason())

	results, err = e.actWith(&observerv1.ActRequest{
		Steps: []*observerv1.Step{click(before.ref(t, "Press"))}, Timeout: durationpb.New(time.Second),
	})
	_, why, _ := reason(t, err)
	require.Equal(t, "TIMEOUT", why)
	require.Equal(t, observerv1.Outcome_OUTCOME_NOT_APPLIED, results[0].GetOutcome())

	_, err = e.act(&observerv1.Step{Action: &observerv1.Step_Stop{Stop: &observerv1.Stop{}}})
	require.NoError(t, err)
	now := e.see()
	require.Equal(t, observerv1.StaleReason_STALE_REASON_UNSPECIFIED, now.header.GetStaleReason())
	require.NotContains(t, now.text, "Pressed", "what was not applied comes to pass later")
	_, err = e.act(click(now.ref(t, "Press")))
	require.NoError(t, err)
	w.untilText("Pressed")
}

func TestADocumentThatNeverFinishesIsShownAsFarAsItIsThere(t *testing.T) {
	e := open(t, Config{}, nil, nil)
	e.site = slowSite(t).URL
	want := map[string]string{"/endless": "First part", "/blocked": "Before", "/unstyled": "After"}
	var loading errgroup.Group
	var mu sync.Mutex
	tabs := map[string]*observerv1.OpenTabResponse{}
	for path := range want {
		loading.Go(func() error {
			opened, err := e.tabs.OpenTab(e.ctx, &observerv1.OpenTabRequest{SessionId: e.session, Url: e.site + path})
			mu.Lock()
			defer mu.Unlock()
			tabs[path] = opened
			return err
		})
	}
	require.NoError(t, loading.Wait())
	for path, opened := range tabs {
		require.True(t, opened.GetLoadTimedOut(), path)
		for _, engine := range []observerv1.Engine{observerv1.Engine_ENGINE_PAGE, observerv1.Engine_ENGINE_AX} {
			got, err := e.observe(&observerv1.ObserveRequest{Engine: engine, TabId: opened.GetTab().GetTabId()})
			require.NoError(t, err)
			require.True(t, got.header.GetLoading(), path)
			require.Equal(t, observerv1.StaleReason_STALE_REASON_UNSPECIFIED, got.header.GetStaleReason())
			require.Contains(t, got.text, want[path])
		}
	}
}

func TestAddressesWithoutAnAnswerAreRefusedInTime(t *testing.T) {
	e := open(t, Config{}, nil, nil)
	e.site = slowSite(t).URL
	_, err := e.tabs.OpenTab(e.ctx, &observerv1.OpenTabRequest{
		SessionId: e.session, Url: e.site + "/held", Timeout: durationpb.New(time.Second),
	})
	_, why, _ := reason(t, err)
	require.Equal(t, "TIMEOUT", why)
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Empty(t, listed.GetTabs())
}
