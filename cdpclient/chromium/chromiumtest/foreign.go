// Package chromiumtest runs a Chromium that belongs to nobody's Browser, for tests of attaching to one.
package chromiumtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient/chromium"
)

// Foreign starts a Chromium with a DevTools port, and returns its HTTP endpoint and the WebSocket of the
// browser. It ends with the test. OBSERVER_TEST_BROWSER picks the binary, and pages are what it opens.
func Foreign(t *testing.T, pages ...string) (endpoint, webSocket string) {
	t.Helper()
	path, err := chromium.Find(os.Getenv("OBSERVER_TEST_BROWSER"))
	require.NoError(t, err)
	profile := filepath.Join(t.TempDir(), "profile")
	args := append([]string{
		"--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--site-per-process",
		"--remote-debugging-port=0", "--user-data-dir=" + profile,
	}, pages...)
	cmd := exec.Command(path, args...) //nolint:gosec,noctx // the binary that the tests are about; the cleanup ends it
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		require.Eventually(t, func() bool { return os.RemoveAll(profile) == nil }, 10*time.Second, 20*time.Millisecond)
	})
	var lines []string
	require.Eventually(t, func() bool {
		b, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort")) //nolint:gosec // in the test's own folder
		lines = strings.Split(string(b), "\n")
		return err == nil && len(lines) == 2
	}, 20*time.Second, 20*time.Millisecond)
	return "http://127.0.0.1:" + lines[0], "ws://127.0.0.1:" + lines[0] + lines[1]
}
