package e2e

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/service"
)

func assertFault(t *testing.T, err error, code codes.Code, reason string) {
	t.Helper()
	assert.Equal(t, code, status.Code(err), "%v", err)
	info := errorInfo(err)
	require.NotNil(t, info, "%v has no ErrorInfo", err)
	assert.Equal(t, reason, info.GetReason())
	assert.Equal(t, "observer.v1", info.GetDomain())
}

func TestBadRequestsAreRefusedWithADocumentedReason(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, "data:text/html,<h1>One</h1>")
	tabs := observerv1.NewTabServiceClient(d.conn)
	observe := func(session, tab string) error {
		other := *d
		other.session, other.tab = session, tab
		_, err := other.observe(t.Context())
		return err
	}
	open := func(url string) error {
		_, err := tabs.OpenTab(t.Context(), &observerv1.OpenTabRequest{SessionId: d.session, Url: url})
		return err
	}
	for name, c := range map[string]struct {
		err    error
		code   codes.Code
		reason string
	}{
		"unknown session":   {observe("nobody", ""), codes.NotFound, "SESSION_NOT_FOUND"},
		"unknown tab":       {observe(d.session, "nothing"), codes.NotFound, "TAB_NOT_FOUND"},
		"no session":        {observe("", ""), codes.InvalidArgument, "INVALID_REQUEST"},
		"unreachable page":  {open("http://127.0.0.1:1/"), codes.FailedPrecondition, "NAVIGATION_FAILED"},
		"not an address":    {open("not an address"), codes.InvalidArgument, "INVALID_REQUEST"},
		"refused scheme":    {open("file:///etc/passwd"), codes.PermissionDenied, "URL_NOT_ALLOWED"},
		"metadata service":  {open("http://169.254.169.254/"), codes.PermissionDenied, "URL_NOT_ALLOWED"},
		"oversized request": {open("data:text/html," + strings.Repeat("x", 3<<20)), codes.InvalidArgument, "INVALID_REQUEST"},
	} {
		t.Run(name, func(t *testing.T) { assertFault(t, c.err, c.code, c.reason) })
	}
}

func TestABrowserThatCannotBeHadIsReportedWithAdvice(t *testing.T) {
	half := halfOpenEndpoint(t)
	for name, cfg := range map[string]service.Config{
		"no Chromium":          {Launch: cdpclient.LaunchOptions{Path: "/nowhere/chromium"}},
		"not a Chromium":       {Launch: cdpclient.LaunchOptions{Path: "/bin/false"}},
		"a dead endpoint":      {Endpoint: "http://127.0.0.1:1"},
		"a half-open endpoint": {Endpoint: half, Attach: cdpclient.AttachOptions{ConnectTimeout: 300 * time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			d := &driver{conn: serve(t, cfg)}
			_, err := observerv1.NewSessionServiceClient(d.conn).CreateSession(t.Context(), &observerv1.CreateSessionRequest{})
			assertFault(t, err, codes.Unavailable, "BROWSER_UNAVAILABLE")
		})
	}
}

// halfOpenEndpoint takes connections and never says a word.
func halfOpenEndpoint(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return "ws://" + l.Addr().String() + "/devtools/browser/x"
}

const busyPage = `<!doctype html><title>Busy</title><p id=p>0</p><button style="position:fixed;top:-500px">Never in view</button>
<script>let n = 0; setInterval(() => { p.textContent = ++n }, 20)</script>`

func TestAKilledBrowserFailsTheCallsUnderWayAndTheNextSessionGetsAnotherBrowser(t *testing.T) {
	d := &driver{conn: serve(t, service.Config{})}
	url := site(t, map[string]string{"/": busyPage}).URL
	require.NoError(t, d.open(t.Context(), url, nil))
	button := mustObserve(t, d, allRefs).ref(t, "button", "Never in view")

	watch, err := d.observer().WatchDiff(t.Context(), &observerv1.WatchDiffRequest{SessionId: d.session})
	require.NoError(t, err)
	for m := (*observerv1.WatchDiffResponse)(nil); m.GetDelta() == nil; {
		m, err = watch.Recv()
		require.NoError(t, err)
	}
	acting, err := d.observer().Act(t.Context(), &observerv1.ActRequest{SessionId: d.session, Steps: []*observerv1.Step{click(button)}})
	require.NoError(t, err)
	_, err = acting.Recv() // the step has started
	require.NoError(t, err)

	killBrowser(t)

	assertFault(t, lastError(acting), codes.Unavailable, "BROWSER_DISCONNECTED")
	assertFault(t, lastError(watch), codes.Unavailable, "BROWSER_DISCONNECTED")
	_, err = d.observe(t.Context())
	assert.Contains(t, []string{"BROWSER_DISCONNECTED", "SESSION_NOT_FOUND"}, errorInfo(err).GetReason())

	next := &driver{conn: d.conn}
	visit(t, next, url)
	assert.Contains(t, mustObserve(t, next).text, "Never in view")
}

func lastError[M any](stream interface{ Recv() (M, error) }) error {
	for {
		if _, err := stream.Recv(); err != nil {
			return err
		}
	}
}

func TestAClientThatGoesAwayLeavesNothingBehind(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": busyPage}).URL)
	ctx, cancel := context.WithCancel(t.Context())
	watch, err := d.observer().WatchDiff(ctx, &observerv1.WatchDiffRequest{SessionId: d.session})
	require.NoError(t, err)
	_, err = watch.Recv()
	require.NoError(t, err)
	cancel()
	assert.Equal(t, codes.Canceled, status.Code(lastError(watch)))
	assert.Contains(t, mustObserve(t, d).text, "Never in view", "others are served on")
}

func TestAServerThatStopsLeavesNoProcessAndNoProfile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Run("serve", func(t *testing.T) {
		d := &driver{conn: serve(t, service.Config{})}
		require.NoError(t, d.open(t.Context(), "data:text/html,<h1>One</h1>", nil))
		require.NotEmpty(t, children(t))
	})
	assert.Empty(t, children(t))
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, f := range left {
		assert.NotContains(t, f.Name(), "observer", "a profile was left behind")
	}
}

// killBrowser ends the browser that the server of this test process started, as a crash would.
func killBrowser(t *testing.T) {
	t.Helper()
	started := children(t)
	require.NotEmpty(t, started)
	for _, pid := range started {
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
}

// children are the processes that this test process started.
func children(t *testing.T) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/children")
	require.NoError(t, err)
	var pids []int
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(b)) {
			pid, err := strconv.Atoi(field)
			require.NoError(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}
