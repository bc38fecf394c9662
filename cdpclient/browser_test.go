package cdpclient

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mafredri/cdp/protocol/target"
	"github.com/mafredri/cdp/rpcc"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient/chromium/chromiumtest"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

// run runs an expression in the page's own world and decodes its value, which may be a promise.
func run(t *testing.T, tab *Tab, expression string, out any) error {
	t.Helper()
	return runIn(patience(t), tab.pageConn(), expression, out)
}

func runIn(ctx context.Context, conn *rpcc.Conn, expression string, out any) error {
	var r struct {
		Result    struct{ Value json.RawMessage }
		Exception *struct{ Text string } `json:"exceptionDetails"`
	}
	err := rpcc.Invoke(ctx, "Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
	}, &r, conn)
	if err == nil && r.Exception != nil {
		err = errors.New(r.Exception.Text)
	}
	if err == nil && out != nil {
		err = json.Unmarshal(r.Result.Value, out)
	}
	return err
}

func TestAnAnswerOfFiftyMegabytesPasses(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	var raw json.RawMessage
	err := rpcc.Invoke(t.Context(), "Runtime.evaluate",
		map[string]any{"expression": "'x'.repeat(50 << 20)", "returnByValue": true}, &raw, tab.pageConn())
	require.NoError(t, err)
	require.Greater(t, len(raw), 50<<20)
}

func TestALostBrowserFailsEveryPendingCallAtOnce(t *testing.T) {
	b := ownBrowser(t)
	c, err := b.NewContext(patience(t), ContextOptions{})
	require.NoError(t, err)
	tab, err := c.NewTab(patience(t))
	require.NoError(t, err)
	pending := make(chan error, 2)
	go func() { pending <- runIn(t.Context(), tab.pageConn(), "new Promise(() => {})", nil) }()
	go func() {
		pending <- tab.wait(t.Context(), func() (bool, error) { return false, tab.cause })
	}()
	mustNavigate(t, tab, "data:text/html,<p>still there")
	go func() { pending <- runIn(t.Context(), tab.pageConn(), "new Promise(() => {})", nil) }()
	require.NoError(t, b.process.Kill())
	for range 3 {
		err := <-pending
		if !fault.Is(err, fault.BrowserDisconnected) { // the first evaluation ended with its document
			require.ErrorContains(t, err, "rpc error")
		}
	}
	<-b.Done()
	require.True(t, fault.Is(b.Err(), fault.BrowserDisconnected))
	<-tab.Done()
	require.Equal(t, Closed, tab.State())
	_, err = c.NewTab(patience(t))
	require.True(t, fault.Is(err, fault.BrowserDisconnected), "%v", err)
	_, err = tab.Navigate(patience(t), "about:blank", UntilLoad)
	require.True(t, fault.Is(err, fault.BrowserDisconnected), "%v", err)
	_, err = b.NewContext(patience(t), ContextOptions{})
	require.True(t, fault.Is(err, fault.BrowserDisconnected), "%v", err)
}

func TestABrowserThatDoesNotStartIsExplained(t *testing.T) {
	_, err := Launch(patience(t), LaunchOptions{Path: filepath.Join(t.TempDir(), "none")})
	require.True(t, fault.Is(err, fault.BrowserUnavailable), "%v", err)

	silent := filepath.Join(t.TempDir(), "silent")
	require.NoError(t, os.WriteFile(silent, []byte("#!/bin/sh\nsleep 1000\n"), 0o755))
	_, err = Launch(patience(t), LaunchOptions{Path: silent, StartTimeout: 300 * time.Millisecond})
	require.True(t, fault.Is(err, fault.BrowserUnavailable), "%v", err)
	require.ErrorContains(t, err, "did not answer in time")
}

func TestTwoHundredContextsLeaveNothingBehind(t *testing.T) {
	b := sharedBrowser(t)
	before := 0
	for i := range 200 {
		c, err := b.NewContext(patience(t), ContextOptions{})
		require.NoError(t, err)
		if i%10 == 0 { // a tab costs a process, a context alone costs little
			tab, err := c.NewTab(patience(t))
			require.NoError(t, err)
			mustNavigate(t, tab, "data:text/html,<p>hello")
		}
		require.NoError(t, c.Close(patience(t)))
		if i == 20 {
			before = runtime.NumGoroutine()
		}
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 10*time.Second, 10*time.Millisecond)
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(t, b.sessions)
}

// foreign is a browser that somebody else runs, with its DevTools port.
func foreign(t *testing.T) (endpoint, webSocket string) {
	t.Helper()
	return chromiumtest.Foreign(t, "data:text/html,<title>theirs</title>")
}

func TestAttachingUsesAForeignBrowserAndLeavesItAlone(t *testing.T) {
	endpoint, webSocket := foreign(t)
	for _, at := range []string{endpoint, webSocket, strings.Replace(endpoint, "http", "ws", 1)} {
		b, err := Attach(patience(t), at, AttachOptions{Logger: testLog()})
		require.NoError(t, err)
		require.Contains(t, b.Version(), "Chrome/")
		c, err := b.NewContext(patience(t), ContextOptions{})
		require.NoError(t, err)
		tab, err := c.NewTab(patience(t))
		require.NoError(t, err)
		mustNavigate(t, tab, "data:text/html,<title>ours</title>")
		require.NoError(t, b.Close())
		require.True(t, fault.Is(b.Err(), fault.BrowserDisconnected))
	}
	// The foreign browser lives, with its page and without ours.
	tr, err := transport.DialWebSocket(patience(t), webSocket)
	require.NoError(t, err)
	m := transport.New(tr, func(string, json.RawMessage) {})
	defer func() { require.NoError(t, m.Close()) }()
	require.Eventually(t, func() bool {
		r, err := target.NewClient(m.Root()).GetTargets(t.Context(), target.NewGetTargetsArgs())
		if err != nil {
			return false
		}
		theirs := false
		for _, info := range r.TargetInfos {
			if info.Title == "ours" || info.Attached && info.Type == "page" {
				return false
			}
			theirs = theirs || info.Title == "theirs"
		}
		return theirs
	}, 10*time.Second, 20*time.Millisecond)
}

func TestAPageOfAForeignBrowserIsNotHeldBack(t *testing.T) {
	_, webSocket := foreign(t)
	b, err := Attach(patience(t), webSocket, AttachOptions{})
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	tr, err := transport.DialWebSocket(patience(t), webSocket)
	require.NoError(t, err)
	m := transport.New(tr, func(string, json.RawMessage) {})
	defer func() { require.NoError(t, m.Close()) }()
	_, err = target.NewClient(m.Root()).CreateTarget(patience(t),
		target.NewCreateTargetArgs("data:text/html,<script>document.title='ran'</script>"))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		r, err := target.NewClient(m.Root()).GetTargets(t.Context(), target.NewGetTargetsArgs())
		require.NoError(t, err)
		for _, info := range r.TargetInfos {
			if info.Title == "ran" && !info.Attached {
				return true
			}
		}
		return false
	}, 10*time.Second, 20*time.Millisecond)
}

func TestAnEndpointWithoutBrowserIsExplained(t *testing.T) {
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed := nobody.Addr().String()
	require.NoError(t, nobody.Close())
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	require.NoError(t, err)
	defer silent.Close()
	other := httptest.NewServer(nil)
	defer other.Close()
	for _, at := range []string{
		"http://" + closed, "ws://" + closed + "/devtools/browser/x", "http://" + silent.Addr().String(),
		"ws://" + silent.Addr().String() + "/devtools/browser/x", other.URL, "ftp://x", "nonsense", "",
	} {
		_, err := Attach(patience(t), at, AttachOptions{ConnectTimeout: 500 * time.Millisecond})
		require.True(t, fault.Is(err, fault.BrowserUnavailable), "%s: %v", at, err)
	}
}

// runInWorld evaluates in the isolated world of a frame.
func runInWorld(t *testing.T, f frame, expression string, out any) error {
	t.Helper()
	var r struct {
		Result struct{ Value json.RawMessage }
	}
	err := rpcc.Invoke(patience(t), "Runtime.evaluate", map[string]any{
		"expression": expression, "returnByValue": true, "contextId": f.world,
	}, &r, f.session.conn)
	if err != nil {
		return err
	}
	return json.Unmarshal(r.Result.Value, out)
}

func TestGoingBackToACachedPageOfAForeignBrowserFindsItsFrames(t *testing.T) {
	_, webSocket := foreign(t)
	b, err := Attach(patience(t), webSocket, AttachOptions{})
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	c, err := b.NewContext(patience(t), ContextOptions{})
	require.NoError(t, err)
	tab, err := c.NewTab(patience(t))
	require.NoError(t, err)
	s := pages(t, map[string]string{
		"/main": `<iframe src=/near></iframe><iframe src="$THERE/far"></iframe>`,
		"/near": `n`, "/far": `f<iframe src="$THERE/near"></iframe>`, "/next": `x`,
	})
	mustNavigate(t, tab, s.URL+"/main")
	untilShape(t, tab, "main* >near >far* >>near")
	for range 3 {
		mustNavigate(t, tab, s.URL+"/next")
		untilShape(t, tab, "next*")
		_, err = tab.History(patience(t), Back, UntilLoad)
		require.NoError(t, err)
		// The order of siblings is that in which they are told.
		until(t, tab, "the frames", func() bool {
			words := strings.Fields(shape(tab))
			slices.Sort(words)
			return strings.Join(words, " ") == ">>near >far* >near main*"
		})
		untilShape(t, tab, shapeOf(tab))
	}
}
