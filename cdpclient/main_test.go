package cdpclient

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// shared is the browser most tests use, each in a context of its own.
var shared struct {
	once    sync.Once
	browser *Browser
	err     error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.browser != nil {
		if err := shared.browser.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "closing the shared browser:", err)
			code = 1
		}
	}
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func testLog() *slog.Logger {
	if os.Getenv("TEST_LOG") == "" {
		return nil
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// testLaunch takes the browser to test with from the environment; any Chromium by default.
func testLaunch() LaunchOptions {
	return LaunchOptions{Path: os.Getenv("OBSERVER_TEST_BROWSER"), Logger: testLog()}
}

// patience is how long a test waits for what must happen.
func patience(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func sharedBrowser(t *testing.T) *Browser {
	t.Helper()
	shared.once.Do(func() {
		shared.browser, shared.err = Launch(context.Background(), testLaunch())
	})
	require.NoError(t, shared.err, "these tests need a Chromium: install chromium-headless-shell")
	return shared.browser
}

func ownBrowser(t *testing.T) *Browser {
	t.Helper()
	b, err := Launch(patience(t), testLaunch())
	require.NoError(t, err, "these tests need a Chromium: install chromium-headless-shell")
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

func newTestContext(t *testing.T, o ContextOptions) *Context {
	t.Helper()
	c, err := sharedBrowser(t).NewContext(patience(t), o)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, c.Close(ctx))
	})
	return c
}

func newTestTab(t *testing.T, o ContextOptions) *Tab {
	t.Helper()
	tab, err := newTestContext(t, o).NewTab(patience(t))
	require.NoError(t, err)
	return tab
}

// pages serves HTML, and scripts, by path. $HERE is the server by one name, $THERE the same by another, which is
// another site.
func pages(t *testing.T, byPath map[string]string) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := byPath[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		there := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
		fmt.Fprint(w, strings.NewReplacer("$HERE", s.URL, "$THERE", there).Replace(body))
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func mustNavigate(t *testing.T, tab *Tab, url string) Load {
	t.Helper()
	l, err := tab.Navigate(patience(t), url, UntilLoad)
	require.NoError(t, err)
	return l
}

// until waits for a condition on the tab's state.
func until(t *testing.T, tab *Tab, what string, cond func() bool) {
	t.Helper()
	err := tab.wait(patience(t), func() (bool, error) { return cond(), nil })
	require.NoError(t, err, what)
}
