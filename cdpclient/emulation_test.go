package cdpclient

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPagesSeeTheDeviceTheContextSays(t *testing.T) {
	language := make(chan string, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case language <- r.Header.Get("Accept-Language"):
		default:
		}
		w.Header().Set("Content-Type", "text/html")
	}))
	defer s.Close()
	tab := newTestTab(t, ContextOptions{Width: 800, Height: 500, Scale: 2, Locale: "de-CH", Timezone: "Asia/Tokyo"})
	mustNavigate(t, tab, s.URL)
	var got []any
	require.NoError(t, run(t, tab, `[innerWidth, innerHeight, devicePixelRatio, navigator.language,
		new Intl.NumberFormat().format(1234.5), Intl.DateTimeFormat().resolvedOptions().timeZone]`, &got))
	require.Equal(t, []any{800., 500., 2., "de-CH", "1'234.5", "Asia/Tokyo"}, got)
	require.Contains(t, <-language, "de-CH")
}

func TestTheIframesOfAnotherSiteSeeTheSameLocaleAndTimeZone(t *testing.T) {
	s := pages(t, map[string]string{
		"/":      `<iframe src="$THERE/inner"></iframe>`,
		"/inner": `x`,
	})
	tab := newTestTab(t, ContextOptions{Locale: "de-CH", Timezone: "Asia/Tokyo"})
	mustNavigate(t, tab, s.URL+"/")
	var got []any
	require.NoError(t, runIn(patience(t), tab.frames()[1].session.conn, `[navigator.language,
		Intl.DateTimeFormat().resolvedOptions().timeZone]`, &got))
	require.Equal(t, []any{"de-CH", "Asia/Tokyo"}, got)
}

func TestEveryTabIsAsIfItWereInFront(t *testing.T) {
	c := newTestContext(t, ContextOptions{})
	for range 3 {
		tab, err := c.NewTab(patience(t))
		require.NoError(t, err)
		mustNavigate(t, tab, "data:text/html,<p>x")
	}
	for _, tab := range c.Tabs() {
		var got []any
		require.NoError(t, run(t, tab, `new Promise(r => requestAnimationFrame(() => r([document.hasFocus(), document.visibilityState])))`, &got))
		require.Equal(t, []any{true, "visible"}, got)
	}
}

func TestContextsShareNoCookies(t *testing.T) {
	s := pages(t, map[string]string{"/": `x`})
	one, two := newTestTab(t, ContextOptions{}), newTestTab(t, ContextOptions{})
	mustNavigate(t, one, s.URL+"/")
	mustNavigate(t, two, s.URL+"/")
	require.NoError(t, run(t, one, `document.cookie = 'a=1'; localStorage.b = 2; 1`, nil))
	var got []any
	require.NoError(t, run(t, two, `[document.cookie, localStorage.length]`, &got))
	require.Equal(t, []any{"", 0.}, got)
}
