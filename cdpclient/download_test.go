package cdpclient

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// files serves /file, which is a file of a size that its query names, and pages that start one.
func files(t *testing.T) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/file":
			var size int
			_, _ = fmt.Sscan(r.URL.Query().Get("size"), &size)
			w.Header().Set("Content-Disposition", `attachment; filename="../../report.pdf"`)
			_, _ = io.WriteString(w, strings.Repeat("x", size))
		case "/endless":
			w.Header().Set("Content-Disposition", "attachment")
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 4096)); err != nil {
					return
				}
				w.(http.Flusher).Flush()
			}
		case "/turns":
			if _, err := r.Cookie("seen"); err != nil {
				http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, "<h1>first</h1>")
				return
			}
			w.Header().Set("Content-Disposition", "attachment; filename=again.txt")
			_, _ = io.WriteString(w, "again")
		default:
			w.Header().Set("Content-Type", "text/html")
			there := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
			_, _ = io.WriteString(w, `<script>here='`+s.URL+`'; there='`+there+`'</script>`)
		}
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// firstDownload returns the first download of a context once it is known.
func firstDownload(t *testing.T, tab *Tab) Download {
	t.Helper()
	c := tab.Context()
	require.NoError(t, tab.wait(patience(t), func() (bool, error) { return len(c.Downloads()) > 0, nil }))
	return c.Downloads()[0]
}

// ended returns a download once it has ended.
func ended(t *testing.T, c *Context, id string) Download {
	t.Helper()
	d, err := c.AwaitDownload(patience(t), id)
	require.NoError(t, err)
	return d
}

// told returns the states of a download that a tab was told.
func told(tab *Tab, id string) (states []DownloadState) {
	events, _ := tab.Events(0)
	for _, e := range events {
		if e.Kind == EventDownload && e.Download.ID == id {
			states = append(states, e.Download.State)
		}
	}
	return states
}

func TestADownloadIsReportedAndRefused(t *testing.T) {
	s := files(t)
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/page")
	require.NoError(t, run(t, tab, `location = '/file?size=3'; 1`, nil))
	d := firstDownload(t, tab)
	require.Equal(t, "_.._report.pdf", d.SuggestedFilename)
	require.Equal(t, DownloadDenied, d.State)
	require.Equal(t, DeniedByPolicy, d.Denial)
	require.True(t, fault.Is(d.Refused(), fault.DownloadDenied))
	require.Equal(t, []DownloadState{DownloadDenied}, told(tab, d.ID))
	_, err := tab.Context().OpenDownload(d.ID)
	require.True(t, fault.Is(err, fault.DownloadDenied), "%v", err)
	_, err = tab.WaitLoad(patience(t), UntilLoad)
	require.NoError(t, err)
	require.Equal(t, s.URL+"/page", tab.URL())
}

func TestADownloadIsKeptHoweverItBegins(t *testing.T) {
	s := files(t)
	for name, script := range map[string]string{
		"a navigation":            `location = '/file?size=5'`,
		"a link that downloads":   `const a = document.createElement('a'); a.href = '/file?size=5'; a.download = 'a.txt'; a.click()`,
		"a blob":                  `const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['xxxxx'])); a.download = 'b.txt'; a.click()`,
		"data":                    `const a = document.createElement('a'); a.href = 'data:text/plain,xxxxx'; a.download = 'd.txt'; a.click()`,
		"an iframe":               `const f = document.createElement('iframe'); f.src = '/file?size=5'; document.body.append(f)`,
		"an iframe of a stranger": `const f = document.createElement('iframe'); f.src = there + '/file?size=5'; document.body.append(f)`,
		"a popup":                 `window.open('/file?size=5')`,
		"a popup that goes":       `const w = window.open('/file?size=5'); setTimeout(() => w.close(), 300)`,
		"a form":                  `const f = document.createElement('form'); f.action = '/file'; f.innerHTML = '<input name=size value=5>'; document.body.append(f); f.submit()`,
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{Downloads: &DownloadOptions{}})
			mustNavigate(t, tab, s.URL+"/page")
			require.NoError(t, run(t, tab, script+`; 1`, nil))
			d := ended(t, tab.Context(), firstDownload(t, tab).ID)
			require.Equal(t, DownloadCompleted, d.State)
			until(t, tab, "the news", func() bool {
				var seen []DownloadState
				for _, e := range tab.events.events {
					if e.Kind == EventDownload {
						seen = append(seen, e.Download.State)
					}
				}
				return len(seen) > 0 && seen[0] == DownloadInProgress && seen[len(seen)-1] == DownloadCompleted
			})
			f, err := tab.Context().OpenDownload(d.ID)
			require.NoError(t, err)
			defer f.Close()
			content, err := io.ReadAll(f)
			require.NoError(t, err)
			require.Equal(t, "xxxxx", string(content))
		})
	}
}

func TestWhatAFrameStartedIsItsTabsAlsoWhenTheFrameIsGone(t *testing.T) {
	s := files(t)
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/page")
	var kid tree.FrameID
	require.NoError(t, run(t, tab, `const f = document.createElement('iframe'); document.body.append(f); 1`, nil))
	until(t, tab, "the frame", func() bool {
		for id := range tab.registry.frames {
			if id != tab.registry.mainID {
				kid = id
			}
		}
		return kid != ""
	})
	require.NoError(t, run(t, tab, `document.querySelector('iframe').remove(); 1`, nil))
	until(t, tab, "its end", func() bool { return tab.registry.frames[kid] == nil })
	require.Equal(t, tab, tab.browser.tabWithFrame(kid))
	require.Nil(t, tab.browser.tabWithFrame("nobody's"))
}

func TestTheFolderOfDownloadsHoldsNoNamesOfPagesAndGoesWithItsContext(t *testing.T) {
	s := files(t)
	parent := t.TempDir()
	c, err := sharedBrowser(t).NewContext(patience(t), ContextOptions{Downloads: &DownloadOptions{Folder: parent}})
	require.NoError(t, err)
	tab, err := c.NewTab(patience(t))
	require.NoError(t, err)
	l, err := tab.Navigate(patience(t), s.URL+"/file?size=7", UntilLoad)
	require.NoError(t, err)
	require.True(t, l.IsFile)
	d := ended(t, c, l.Download.ID)
	require.EqualValues(t, 7, d.Received)
	require.FileExists(t, c.downloads.folder.Path()+"/"+d.ID)

	require.NoError(t, c.DeleteDownload(patience(t), d.ID))
	require.NoFileExists(t, c.downloads.folder.Path()+"/"+d.ID)
	_, err = c.AwaitDownload(patience(t), d.ID)
	require.True(t, fault.Is(err, fault.DownloadNotFound), "%v", err)
	require.NoError(t, c.Close(patience(t)))
	left, err := os.ReadDir(parent)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestDownloadsOverALimitAreRefusedAndLeaveNothing(t *testing.T) {
	s := files(t)
	for name, c := range map[string]struct {
		limits DownloadOptions
		paths  []string
		denial Denial // of the last
	}{
		"a large file":            {DownloadOptions{MaxFile: 10}, []string{"/file?size=11"}, DeniedTooLarge},
		"a file of no known size": {DownloadOptions{MaxFile: 100_000}, []string{"/endless"}, DeniedTooLarge},
		"too much together":       {DownloadOptions{MaxTotal: 10}, []string{"/file?size=6", "/file?size=5"}, DeniedFull},
		"too many":                {DownloadOptions{MaxCount: 1}, []string{"/file?size=1", "/file?size=2"}, DeniedTooMany},
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{Downloads: &c.limits})
			var last Download
			for i, path := range c.paths {
				l, err := tab.Navigate(patience(t), s.URL+path, UntilLoad)
				require.NoError(t, err)
				require.True(t, l.IsFile)
				last = ended(t, tab.Context(), l.Download.ID)
				if i+1 < len(c.paths) {
					require.Equal(t, DownloadCompleted, last.State)
				}
			}
			require.Equal(t, DownloadDenied, last.State)
			require.Equal(t, c.denial, last.Denial)
			require.Eventually(t, func() bool {
				left, err := os.ReadDir(tab.Context().downloads.folder.Path())
				return err == nil && len(left) == len(c.paths) // the lock, and the files before
			}, 30*time.Second, 10*time.Millisecond, "nothing of it is left")
			// Deleting makes room again.
			for _, d := range tab.Context().Downloads() {
				require.NoError(t, tab.Context().DeleteDownload(patience(t), d.ID))
			}
			l, err := tab.Navigate(patience(t), s.URL+"/file?size=2", UntilLoad)
			require.NoError(t, err)
			require.Equal(t, DownloadCompleted, ended(t, tab.Context(), l.Download.ID).State)
		})
	}
}

func TestADownloadThatIsUnderWayIsCancelledByDeletingIt(t *testing.T) {
	s := files(t)
	tab := newTestTab(t, ContextOptions{Downloads: &DownloadOptions{}})
	l, err := tab.Navigate(patience(t), s.URL+"/endless", UntilLoad)
	require.NoError(t, err)
	waiting := make(chan error, 1)
	go func() {
		_, err := tab.Context().AwaitDownload(patience(t), l.Download.ID)
		waiting <- err
	}()
	require.NoError(t, tab.Context().DeleteDownload(patience(t), l.Download.ID))
	require.True(t, fault.Is(<-waiting, fault.DownloadNotFound))
	states := told(tab, l.Download.ID)
	require.Equal(t, DownloadCancelled, states[len(states)-1])
	require.Empty(t, tab.Context().Downloads())
}

func TestAReloadThatTurnsOutToBeAFileSaysSo(t *testing.T) {
	s := files(t)
	tab := newTestTab(t, ContextOptions{Downloads: &DownloadOptions{}})
	mustNavigate(t, tab, s.URL+"/turns")
	l, err := tab.History(patience(t), Reload, UntilLoad)
	require.NoError(t, err)
	require.True(t, l.IsFile)
	require.Equal(t, "again.txt", l.Download.SuggestedFilename)
	require.Equal(t, s.URL+"/turns", tab.URL())
}

func TestADownloadTellsOfItsProgressAFewTimes(t *testing.T) {
	s := &shelf{all: map[string]*shelved{}, changed: make(chan struct{}), limits: DownloadOptions{}.withDefaults()}
	s.all["a"] = &shelved{Download: Download{ID: "a", State: DownloadInProgress}, tabs: []*Tab{nil}}
	for _, total := range []uint64{0, 50 << 20} {
		s.all["a"].told = 0
		events := 0
		for received := uint64(0); received <= 50<<20; received += 10_000 {
			if _, tabs, _ := s.advance("a", progress{DownloadInProgress, received, total}); tabs != nil {
				events++
			}
		}
		require.Greater(t, events, 4)
		require.Less(t, events, 12)
	}
}

func TestDownloadsWithoutAFileAreForgottenBeforeTheyAreMany(t *testing.T) {
	s, err := newShelf(nil)
	require.NoError(t, err)
	for i := range 3 * withoutFile {
		s.begin(Download{ID: fmt.Sprint(i)}, nil)
	}
	all := s.list()
	require.Len(t, all, withoutFile)
	require.Equal(t, fmt.Sprint(3*withoutFile-1), all[len(all)-1].ID)
}

func FuzzASuggestedNameIsAPlainName(f *testing.F) {
	for _, seed := range []string{"", ".", "..", "../../etc/passwd", `C:\x`, "a\x00b\n", "x\u202egpj.exe", strings.Repeat("ä", 300) + ".pdf", "\xff", " . "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, suggested string) {
		name := plainFilename(suggested)
		require.NotEmpty(t, name)
		require.LessOrEqual(t, len(name), filenameLength)
		require.NotContains(t, name, "/")
		require.NotContains(t, name, `\`)
		require.NotEqual(t, "..", name)
		for _, r := range name {
			require.False(t, unicode.IsControl(r) || unicode.Is(unicode.Cf, r), "%q", name)
		}
		require.Equal(t, name, plainFilename(name))
	})
}
