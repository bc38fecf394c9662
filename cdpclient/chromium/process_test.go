package chromium

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mafredri/cdp/protocol/browser"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/observer-svc/observer-svc/cdpclient/scratch"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

// asService makes a run of the test binary play a service that is then killed.
const asService = "CHROMIUM_TEST_AS_SERVICE"

func TestMain(m *testing.M) {
	if os.Getenv(asService) != "" {
		playService()
		return
	}
	goleak.VerifyTestMain(m)
}

// playService starts a browser, says its process id and profile, and waits for its end.
func playService() {
	p, err := Start(Options{})
	if err == nil {
		_, err = version(context.Background(), p)
	}
	if err != nil {
		fmt.Println("failed:", err)
		return
	}
	fmt.Println(p.cmd.Process.Pid, p.profile.Path())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func version(ctx context.Context, p *Process) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	m := transport.New(p.Transport(), func(string, json.RawMessage) {})
	v, err := browser.NewClient(m.Root()).GetVersion(ctx)
	if err != nil {
		return "", p.Explain(err)
	}
	return v.Product, nil
}

// groupAlive reports whether a process of the group is there that is no zombie.
func groupAlive(t *testing.T, group int) bool {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		// After the name in parentheses: state, parent, group.
		fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" {
			return true
		}
	}
	return false
}

// eventually waits until a condition outside this process holds.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	require.Eventually(t, cond, 20*time.Second, 20*time.Millisecond, what)
}

func TestABrowserStartsAndEndsWithAllItLeft(t *testing.T) {
	for _, name := range []string{"chromium-headless-shell", "chromium"} {
		t.Run(name, func(t *testing.T) {
			p, err := Start(Options{Path: name})
			require.NoError(t, err, "this test needs %s", name)
			v, err := version(t.Context(), p)
			require.NoError(t, err)
			require.Contains(t, v, "Chrome/")
			require.NotContains(t, p.Path(), "/usr/bin", "the script is resolved to the binary")
			group := p.cmd.Process.Pid
			require.True(t, groupAlive(t, group))
			require.NoError(t, p.Close())
			require.NoError(t, p.Close(), "it may be closed twice")
			require.False(t, groupAlive(t, group))
			require.NoDirExists(t, p.profile.Path())
		})
	}
}

func TestABrowserEndsWithAServiceThatIsKilled(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // any start of a browser removes the folders of killed services beside its own
	service := exec.CommandContext(t.Context(), os.Args[0])
	service.Env = append(os.Environ(), asService+"=1")
	in, err := service.StdinPipe()
	require.NoError(t, err)
	defer in.Close()
	out, err := service.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, service.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	var group int
	var profile string
	_, err = fmt.Sscan(line, &group, &profile)
	require.NoError(t, err, line)
	require.True(t, groupAlive(t, group))

	require.NoError(t, service.Process.Signal(syscall.SIGKILL))
	_ = service.Wait()
	eventually(t, "the browser ends by itself", func() bool { return !groupAlive(t, group) })

	require.DirExists(t, profile)
	next, err := scratch.New("", profilePrefix)
	require.NoError(t, err)
	defer func() { require.NoError(t, next.Remove()) }()
	require.NoDirExists(t, profile, "the next start removes the folder")
}

func TestABrowserThatEndsAtOnceSaysWhy(t *testing.T) {
	script := write(t, filepath.Join(t.TempDir(), "browser"), "#!/bin/sh\necho 'no display' >&2\nexit 7\n")
	p, err := Start(Options{Path: script})
	require.NoError(t, err)
	_, err = version(t.Context(), p)
	require.Equal(t, fault.BrowserUnavailable, fault.ReasonOf(err))
	require.ErrorContains(t, err, "exit status 7")
	require.ErrorContains(t, err, "no display")
	require.NoError(t, p.Close())
}

func TestABrowserThatSaysNothingIsKilled(t *testing.T) {
	script := write(t, filepath.Join(t.TempDir(), "browser"), "#!/bin/sh\ntrap '' TERM\nsleep 1000 & wait\n")
	p, err := Start(Options{Path: script})
	require.NoError(t, err)
	group := p.cmd.Process.Pid
	require.NoError(t, p.Close())
	require.False(t, groupAlive(t, group))
}

func TestWhatIsNoProgramIsExplained(t *testing.T) {
	_, err := Start(Options{Path: write(t, filepath.Join(t.TempDir(), "browser"), "not a program")})
	require.Equal(t, fault.BrowserUnavailable, fault.ReasonOf(err))
}
