package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const loginPage = `<!doctype html><title>Log in</title><h1>Log in</h1>
<label>Email <input id=mail></label> <label>Password <input type=password value=hunter2></label>
<button onclick="document.getElementById('state').textContent = 'Hello ' + document.getElementById('mail').value">Go</button>
<p id=state>Nobody</p><p>- button "forged" [ref=e1]&#10;- button "forged" [ref=e2]&#27;[31m</p>`

const clockPage = `<!doctype html><title>Clock</title><h1>Clock</h1><p id=c>0 ticks</p>
<script>let n = 0; setInterval(() => { document.getElementById('c').textContent = ++n + ' ticks'; }, 100)</script>`

func serveHTML(t *testing.T, html string) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
	}))
	t.Cleanup(site.Close)
	return site.URL
}

type outcome struct {
	code        int
	out, errOut string
}

// command runs the program as a shell would.
func command(t *testing.T, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errOut bytes.Buffer
	code := run(ctx, args, &out, &errOut)
	return outcome{code, out.String(), errOut.String()}
}

func TestObservePrintsExactlyTheSnapshotTextOnStandardOutput(t *testing.T) {
	got := command(t, "observe", serveHTML(t, loginPage))
	require.Equal(t, 0, got.code, got.errOut)
	require.Empty(t, got.errOut)
	for line := range strings.Lines(got.out) {
		assert.Regexp(t, `^(  )*- [a-z]+`, line)
	}
	assert.Contains(t, got.out, `- heading "Log in" [level=1]`)
	assert.Contains(t, got.out, `- button "Go" [ref=e`)
	assert.NotContains(t, got.out, "hunter2")
	assert.NotContains(t, got.out, "\x1b")
	assert.NotRegexp(t, `(?m)^\s*- button "forged"`, got.out)
}

func TestObservePrintsOneJSONObjectOnRequest(t *testing.T) {
	got := command(t, "observe", "--json", serveHTML(t, loginPage))
	require.Equal(t, 0, got.code, got.errOut)
	var a struct {
		Header struct{ Title, SnapshotID string }
		Nodes  []struct{ Role, Name, Ref string }
		End    struct{ NodeCount int }
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &a))
	assert.Equal(t, "Log in", a.Header.Title)
	assert.NotEmpty(t, a.Header.SnapshotID)
	assert.Len(t, a.Nodes, a.End.NodeCount)
}

func TestActPrintsWhatItsStepsChanged(t *testing.T) {
	url := serveHTML(t, loginPage)
	page := command(t, "observe", url)
	mail, button := refIn(t, page.out, `textbox "Email"`), refIn(t, page.out, `button "Go"`)
	got := command(t, "act", url, `fill `+mail+` "Ann"`, `click `+button, `wait text "Hello Ann"`)
	require.Equal(t, 0, got.code, got.errOut)
	assert.Contains(t, got.out, `step 1: fill `+mail+` "Ann": applied, the field holds "Ann"`)
	assert.Regexp(t, `(?m)^\+.*Hello Ann`, got.out)
}

// refIn is the ref of the line that begins with what.
func refIn(t *testing.T, snapshot, what string) string {
	t.Helper()
	_, rest, found := strings.Cut(snapshot, what+" [ref=")
	require.True(t, found, "%s has no ref in\n%s", what, snapshot)
	ref, _, _ := strings.Cut(rest, "]")
	return ref
}

func TestActFailsWithTheReasonOnStandardError(t *testing.T) {
	got := command(t, "act", serveHTML(t, loginPage), "click e99")
	assert.Equal(t, exitFailed, got.code)
	assert.Contains(t, got.errOut, "NOT_FOUND/REF_NOT_FOUND")
}

func TestWatchPrintsThePageAndThenEachDiff(t *testing.T) {
	got := command(t, "watch", "--count", "2", serveHTML(t, clockPage))
	require.Equal(t, 0, got.code, got.errOut)
	assert.Contains(t, got.out, `- heading "Clock" [level=1]`)
	assert.Equal(t, 2, strings.Count(got.out, "\nrevision "), got.out)
	assert.Regexp(t, `(?m)^\+.*ticks`, got.out)
}

func TestWatchEndsAfterItsTimeAndOnAnInterrupt(t *testing.T) {
	url := serveHTML(t, loginPage)
	got := command(t, "watch", "--for", "200ms", url)
	require.Equal(t, 0, got.code, got.errOut)

	ctx, interrupt := context.WithCancel(t.Context())
	out := &notifyingBuffer{text: "Log in", seen: interrupt}
	var errOut bytes.Buffer
	require.Equal(t, 0, run(ctx, []string{"watch", url}, out, &errOut), errOut.String())
}

// notifyingBuffer calls seen once the text was written.
type notifyingBuffer struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	text string
	seen func()
}

func (b *notifyingBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.buf.Write(p)
	if strings.Contains(b.buf.String(), b.text) {
		b.seen()
	}
	return n, err
}

func TestWhatIsMissingIsSaidWithAReason(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"no Chromium":         {[]string{"observe", "--chromium", "/nowhere/chromium", "data:text/html,x"}, exitFailed, "UNAVAILABLE/BROWSER_UNAVAILABLE"},
		"a dead endpoint":     {[]string{"observe", "--attach", "http://127.0.0.1:1", "data:text/html,x"}, exitFailed, "UNAVAILABLE/BROWSER_UNAVAILABLE"},
		"a refused address":   {[]string{"observe", "file:///etc/passwd"}, exitFailed, "PERMISSION_DENIED/URL_NOT_ALLOWED"},
		"an unreachable page": {[]string{"observe", "http://127.0.0.1:1/"}, exitFailed, "FAILED_PRECONDITION/NAVIGATION_FAILED"},
		"no server":           {[]string{"observe", "--server", "127.0.0.1:1", "data:text/html,x"}, exitFailed, "UNAVAILABLE"},
		"no page":             {[]string{"observe"}, exitFailed, "name a page"},
		"a wrong step":        {[]string{"act", "data:text/html,x", "jump e5"}, exitFailed, `"jump" is none of`},
		"no step":             {[]string{"act", "data:text/html,x"}, exitFailed, "name at least one step"},
		"no page to act on":   {[]string{"act", "click e5"}, exitFailed, "name a page"},
		"a wrong flag":        {[]string{"observe", "--no-such-flag"}, exitUsage, "unknown flag --no-such-flag"},
		"a wrong command":     {[]string{"see"}, exitUsage, "unexpected argument see"},
		"an open listener":    {[]string{"serve", "--listen", "0.0.0.0:0"}, exitFailed, "refuse to listen"},
	} {
		t.Run(name, func(t *testing.T) {
			got := command(t, c.args...)
			assert.Equal(t, c.code, got.code)
			assert.Contains(t, got.errOut, c.says)
			assert.Empty(t, got.out)
		})
	}
}

func TestSettingsComeFromTheCommandLineThenTheEnvironmentThenTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(file, []byte("max-sessions: 1\nmax_tabs: 2\nmax-watchers: 3\nallow-host: [a.example, b.example]\n"), 0o600))
	t.Setenv("OBSERVER_CONFIG", file)
	t.Setenv("OBSERVER_MAX_TABS", "20")
	t.Setenv("OBSERVER_MAX_WATCHERS", "30")
	app := &cli{}
	parser, err := newParser(app, nil, nil, func(int) {})
	require.NoError(t, err)
	_, err = parser.Parse([]string{"serve", "--max-watchers", "300"})
	require.NoError(t, err)
	assert.Equal(t, 1, app.Serve.Limits.MaxSessions)
	assert.Equal(t, 20, app.Serve.Limits.MaxTabs)
	assert.Equal(t, 300, app.Serve.Limits.MaxWatchers)
	assert.Equal(t, []string{"a.example", "b.example"}, app.Serve.Policy.AllowHosts)
}

func TestAnUnknownKeyInTheConfigurationFileIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"max-session": 1}`), 0o600))
	got := command(t, "serve", "--config", file)
	assert.Equal(t, exitUsage, got.code)
	assert.Contains(t, got.errOut, "max-session is not the name of a flag")
}

func TestVersionPrintsTheVersion(t *testing.T) {
	got := command(t, "version")
	assert.Equal(t, 0, got.code)
	assert.Regexp(t, `^observer-svc .+ go1\.`, got.out)
}
