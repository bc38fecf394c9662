package cdpclient

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPopupIsAnnouncedBeforeItsFirstScriptRuns(t *testing.T) {
	for name, opening := range map[string]string{
		"window.open":      `void window.open('/popup')`,
		"without opener":   `void window.open('/popup', '_blank', 'noopener')`,
		"a link":           `document.querySelector('a').click()`,
		"a link no opener": `document.querySelector('a').rel = 'noopener'; document.querySelector('a').click()`,
		"a form":           `document.querySelector('form').submit()`,
		"other site":       `void window.open(location.href.replace('127.0.0.1', 'localhost') + 'popup')`,
	} {
		t.Run(name, func(t *testing.T) {
			var scripts atomic.Int32
			s := pages(t, map[string]string{
				"/":      `<a target=_blank href=/popup>x</a><form target=_blank action=/popup></form>`,
				"/popup": `<title>popup</title><script>fetch('/ran')</script>`,
			})
			seen := make(chan *Tab, 1)
			before := int32(-1)
			tab := newTestTab(t, ContextOptions{OnTab: func(p *Tab) {
				before = scripts.Load()
				seen <- p
			}})
			mustNavigate(t, tab, s.URL+"/")
			require.NoError(t, run(t, tab, opening, nil))
			popup := <-seen
			<-popup.ready
			require.Zero(t, before)
			require.Same(t, tab, popup.Opener())
			until(t, popup, "title", func() bool { return popup.title == "popup" })
			require.Contains(t, popup.URL(), "/popup")
			evs, _ := tab.Events(0)
			last := evs[len(evs)-1]
			require.Equal(t, EventPopup, last.Kind)
			require.Same(t, popup, last.Popup)
			require.NotContains(t, tab.context.Tabs()[:1], popup)
			require.Len(t, tab.context.Tabs(), 2)
		})
	}
}

func TestANewTabIsNotAnnounced(t *testing.T) {
	c := newTestContext(t, ContextOptions{OnTab: func(*Tab) { t.Error("announced") }})
	for range 3 {
		_, err := c.NewTab(patience(t))
		require.NoError(t, err)
	}
}

func TestAPopupThatClosesItselfIsGone(t *testing.T) {
	s := pages(t, map[string]string{"/": `<p>`, "/popup": `<script>window.close()</script>`})
	seen := make(chan *Tab, 1)
	tab := newTestTab(t, ContextOptions{OnTab: func(p *Tab) { seen <- p }})
	mustNavigate(t, tab, s.URL+"/")
	require.NoError(t, run(t, tab, `void window.open('/popup')`, nil))
	popup := <-seen
	<-popup.Done()
	require.Equal(t, Closed, popup.State())
	require.Equal(t, []*Tab{tab}, tab.context.Tabs())
	evs, _ := popup.Events(0)
	require.Equal(t, EventClosed, evs[len(evs)-1].Kind)
}

func TestAPopupThatNobodyWantsIsClosedBeforeItRuns(t *testing.T) {
	var scripts atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/ran" {
			scripts.Add(1)
		}
		fmt.Fprint(w, `<script>if (location.pathname === '/popup') fetch('/ran')</script>`)
	}))
	defer s.Close()
	closed := make(chan error, 30)
	tab := newTestTab(t, ContextOptions{OnTab: func(p *Tab) { closed <- p.Close(t.Context()) }})
	mustNavigate(t, tab, s.URL+"/")
	require.NoError(t, run(t, tab, `for (let i = 0; i < 30; i++) window.open('/popup', '_blank', i % 2 ? 'noopener' : ''); 1`, nil))
	for range cap(closed) {
		require.NoError(t, <-closed)
	}
	require.Zero(t, scripts.Load())
	require.Equal(t, []*Tab{tab}, tab.context.Tabs())
	mustNavigate(t, tab, s.URL+"/")
}
