package chromium

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o755))
	return path
}

func TestABrowserIsFoundOnPath(t *testing.T) {
	folder := t.TempDir()
	want := write(t, filepath.Join(folder, "chromium"), "\x7fELF")
	t.Setenv("PATH", folder)
	got, err := Find("")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestTheHeadlessShellIsPreferred(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "chromium"), "\x7fELF")
	want := write(t, filepath.Join(folder, "chrome-headless-shell"), "\x7fELF")
	t.Setenv("PATH", folder)
	got, err := Find("")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAScriptIsResolvedToTheBinaryItStarts(t *testing.T) {
	opt := filepath.Join(t.TempDir(), "opt")
	script := write(t, filepath.Join(opt, "google-chrome"), "#!/bin/sh\nexec chrome")
	want := write(t, filepath.Join(opt, "chrome"), "\x7fELF")
	bin := t.TempDir()
	require.NoError(t, os.Symlink(script, filepath.Join(bin, "google-chrome")))
	t.Setenv("PATH", bin)
	got, err := Find("google-chrome")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestAScriptOfAnUnknownKindIsStartedItself(t *testing.T) {
	script := write(t, filepath.Join(t.TempDir(), "my-own-browser"), "#!/bin/sh\n")
	got, err := Find(script)
	require.NoError(t, err)
	require.Equal(t, script, got)
}

func TestAMissingBrowserIsExplained(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Find("no-such-browser")
	require.Equal(t, fault.BrowserUnavailable, fault.ReasonOf(err))
	require.ErrorContains(t, err, `"no-such-browser"`)
}

func TestTheErrorOutputKeepsItsEnd(t *testing.T) {
	var out tail
	for range 1000 {
		_, _ = out.Write([]byte("noise and more noise\n"))
	}
	_, _ = out.Write([]byte("[1:ERROR:dbus/bus.cc] nothing\nthe reason\n\n"))
	require.LessOrEqual(t, len(out.String()), stderrKept)
	require.Equal(t, "the reason", lastLines(out.String(), 1))
	require.True(t, strings.HasSuffix(lastLines(out.String(), 2), "noise / the reason"))
}
