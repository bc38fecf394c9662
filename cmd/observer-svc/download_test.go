package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// shop is a page with a link to a file; file=large answers with more than the test lets a file have.
func shop(t *testing.T) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/bill" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<a href=/bill>Bill</a> <p>text`)
			return
		}
		w.Header().Set("Content-Disposition", `attachment; filename="../bill.txt"`)
		_, _ = io.WriteString(w, "12 apples")
	}))
	t.Cleanup(site.Close)
	return site.URL
}

func TestDownloadFetchesAFileByItsAddressOrBySteps(t *testing.T) {
	url := shop(t)
	file := filepath.Join(t.TempDir(), "bill")
	got := command(t, "download", "-o", file, url, "click e1")
	require.Equal(t, 0, got.code, got.errOut)
	require.Empty(t, got.out)
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "12 apples", string(content))

	got = command(t, "download", "-o", file, url+"/bill")
	require.Equal(t, exitFailed, got.code)
	require.Contains(t, got.errOut, "is there already")
	got = command(t, "download", "-o", "-", url+"/bill")
	require.Equal(t, 0, got.code, got.errOut)
	require.Equal(t, "12 apples", got.out)
	left, err := os.ReadDir(filepath.Dir(file))
	require.NoError(t, err)
	require.Len(t, left, 1)
}

func TestDownloadSaysWhyThereIsNoFile(t *testing.T) {
	url := shop(t)
	got := command(t, "download", "-o", "-", "--wait", "500ms", url, "focus e1")
	require.Equal(t, exitFailed, got.code)
	require.Contains(t, got.errOut, "sent no file")
	got = command(t, "download", "-o", "-", "--id", "x")
	require.Equal(t, exitFailed, got.code)
	require.Contains(t, got.errOut, "--id names a download of --session")
}
