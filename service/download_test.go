package service

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// shop is a site that sends files. Its slow file waits for release.
type shop struct {
	*httptest.Server
	large   []byte
	release chan struct{}
}

func newShop(t *testing.T) *shop {
	t.Helper()
	ended := make(chan struct{})
	s := &shop{large: bytes.Repeat([]byte("0123456789abcde\n"), 50_000), release: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		attach := func() { w.Header().Set("Content-Disposition", `attachment; filename="bill.txt"`) }
		switch r.URL.Path {
		case "/large":
			attach()
			_, _ = w.Write(s.large)
		case "/slow":
			attach()
			w.Header().Set("Content-Type", "application/zip") // the kind of others is guessed from more than this
			_, _ = w.Write([]byte("begin "))
			w.(http.Flusher).Flush()
			select {
			case <-s.release:
			case <-r.Context().Done():
			case <-ended:
			}
			_, _ = w.Write([]byte("end"))
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><title>Shop</title><a href=/large>Large</a> <a href=/slow download>Slow</a>
				<button onclick="window.open('/large')">Window</button>`)
		}
	}))
	t.Cleanup(func() {
		close(ended)
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// customer is a session at the shop.
type customer struct {
	*eyes
	*shop
	files observerv1.DownloadServiceClient
}

func visit(t *testing.T, cfg Config, policy observerv1.DownloadPolicy) *customer {
	t.Helper()
	s := newShop(t)
	e := open(t, cfg, &observerv1.SessionOptions{DownloadPolicy: policy}, nil)
	e.site = s.URL
	return &customer{eyes: e, shop: s, files: observerv1.NewDownloadServiceClient(serve(t, e.server))}
}

// read reads a file and returns its content from the offset on.
func (c *customer) read(ctx context.Context, id string, offset uint64) ([]byte, []*observerv1.ReadDownloadResponse, error) {
	parts, err := all(c.files.ReadDownload(ctx, &observerv1.ReadDownloadRequest{SessionId: c.session, DownloadId: id, Offset: offset}))
	var content []byte
	for _, p := range parts {
		content = append(content, p.GetChunk()...)
	}
	return content, parts, err
}

func (c *customer) list() []*observerv1.Download {
	c.t.Helper()
	resp, err := c.files.ListDownloads(c.ctx, &observerv1.ListDownloadsRequest{SessionId: c.session})
	require.NoError(c.t, err)
	return resp.GetDownloads()
}

// started returns the download that a step says it started.
func started(t *testing.T, r *observerv1.StepResult) *observerv1.Download {
	t.Helper()
	for _, e := range r.GetEffect().GetEvents() {
		if d := e.GetDownload(); d != nil {
			return d
		}
	}
	require.Fail(t, "the step says nothing of a download")
	return nil
}

func TestAStepThatStartsADownloadSaysSoAndItsFileIsRead(t *testing.T) {
	for _, name := range []string{`link "Large"`, `button "Window"`} {
		t.Run(name, func(t *testing.T) {
			c := visit(t, Config{}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW)
			tab := c.openTab("/")
			w := c.follow(&observerv1.WatchDiffRequest{})
			w.untilText("Large")
			results, err := c.act(click(c.see().ref(t, name)))
			require.NoError(t, err)
			var d *observerv1.Download
			w.until("the download begins", func(m *observerv1.WatchDiffResponse) bool {
				d = m.GetPageEvent().GetDownload()
				return d != nil
			})
			if strings.HasPrefix(name, "link") { // a popup takes its time, and no step waits for it
				require.Equal(t, d.GetDownloadId(), started(t, results[0]).GetDownloadId())
			}
			require.Equal(t, "bill.txt", d.GetSuggestedFilename())
			require.Equal(t, c.URL+"/large", d.GetUrl())
			if strings.HasPrefix(name, "link") {
				require.Equal(t, tab.GetTabId(), d.GetTabId())
			}

			content, parts, err := c.read(c.ctx, d.GetDownloadId(), 0)
			require.NoError(t, err)
			require.Equal(t, c.large, content)
			end := parts[len(parts)-1].GetEnd()
			require.EqualValues(t, len(c.large), end.GetSizeBytes())
			sum := sha256.Sum256(c.large)
			require.Equal(t, sum[:], end.GetSha256())
			rest, parts, err := c.read(c.ctx, d.GetDownloadId(), 300_001)
			require.NoError(t, err)
			require.Equal(t, c.large[300_001:], rest)
			require.Equal(t, end.String(), parts[len(parts)-1].GetEnd().String())
			none, _, err := c.read(c.ctx, d.GetDownloadId(), uint64(len(c.large)))
			require.NoError(t, err)
			require.Empty(t, none)
			_, _, err = c.read(c.ctx, d.GetDownloadId(), uint64(len(c.large))+1)
			_, why, meta := reason(t, err)
			require.Equal(t, "INVALID_REQUEST offset", why+" "+meta["field"])

			require.Len(t, c.list(), 1)
			require.Equal(t, observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED, c.list()[0].GetState())
			named := &observerv1.DeleteDownloadRequest{SessionId: c.session, DownloadId: d.GetDownloadId()}
			_, err = c.files.DeleteDownload(c.ctx, named)
			require.NoError(t, err)
			require.Empty(t, c.list())
			_, err = c.files.DeleteDownload(c.ctx, named)
			code, why, _ := reason(t, err)
			require.Equal(t, codes.NotFound, code)
			require.Equal(t, "DOWNLOAD_NOT_FOUND", why)
			_, _, err = c.read(c.ctx, d.GetDownloadId(), 0)
			_, why, _ = reason(t, err)
			require.Equal(t, "DOWNLOAD_NOT_FOUND", why)
		})
	}
}

func TestReadingWaitsForTheEndOfADownloadOrTheDeadline(t *testing.T) {
	c := visit(t, Config{}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW)
	c.openTab("/")
	w := c.follow(&observerv1.WatchDiffRequest{})
	w.untilText("Slow")
	_, err := c.act(click(c.see().ref(t, `link "Slow"`)))
	require.NoError(t, err)
	var id string
	w.until("the download begins", func(m *observerv1.WatchDiffResponse) bool {
		d := m.GetPageEvent().GetDownload()
		id = d.GetDownloadId()
		return d.GetState() == observerv1.DownloadState_DOWNLOAD_STATE_IN_PROGRESS
	})
	short, cancel := context.WithTimeout(c.ctx, 300*time.Millisecond)
	defer cancel()
	_, _, err = c.read(short, id, 0)
	require.Error(t, err)

	stream, err := c.files.ReadDownload(c.ctx, &observerv1.ReadDownloadRequest{SessionId: c.session, DownloadId: id})
	require.NoError(t, err)
	first, err := stream.Recv()
	require.NoError(t, err)
	require.Equal(t, observerv1.DownloadState_DOWNLOAD_STATE_IN_PROGRESS, first.GetDownload().GetState())
	close(c.release)
	parts, err := all(stream, nil)
	require.NoError(t, err)
	require.Equal(t, observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED, parts[0].GetDownload().GetState())
	require.Equal(t, "begin end", string(parts[1].GetChunk()))
	w.until("the download is complete", func(m *observerv1.WatchDiffResponse) bool {
		return m.GetPageEvent().GetDownload().GetState() == observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED
	})
}

func TestAnAddressThatIsAFileSaysSo(t *testing.T) {
	navigate := func(url string) *observerv1.Step {
		return &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: url}}}
	}
	t.Run("allowed", func(t *testing.T) {
		c := visit(t, Config{}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW)
		c.openTab("/")
		results, err := c.act(navigate(c.URL + "/large"))
		require.NoError(t, err)
		require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, results[0].GetOutcome())
		d := started(t, results[0])
		require.Contains(t, results[0].GetMessage(), d.GetDownloadId())
		require.Equal(t, c.URL+"/", results[0].GetEffect().GetUrl())
		opened, err := c.tabs.OpenTab(c.ctx, &observerv1.OpenTabRequest{SessionId: c.session, Url: c.URL + "/large"})
		require.NoError(t, err)
		content, _, err := c.read(c.ctx, opened.GetDownload().GetDownloadId(), 0)
		require.NoError(t, err)
		require.Equal(t, c.large, content)
	})
	t.Run("denied", func(t *testing.T) {
		c := visit(t, Config{}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_UNSPECIFIED)
		c.openTab("/")
		results, err := c.act(navigate(c.URL + "/large"))
		code, why, meta := reason(t, err)
		require.Equal(t, codes.FailedPrecondition, code)
		require.Equal(t, "DOWNLOAD_DENIED policy", why+" "+meta["denial"])
		require.Equal(t, observerv1.Outcome_OUTCOME_NOT_APPLIED, results[0].GetOutcome())
		require.Equal(t, observerv1.ErrorReason_ERROR_REASON_DOWNLOAD_DENIED, results[0].GetReason())
		_, err = c.tabs.OpenTab(c.ctx, &observerv1.OpenTabRequest{SessionId: c.session, Url: c.URL + "/large"})
		_, why, _ = reason(t, err)
		require.Equal(t, "DOWNLOAD_DENIED", why)
		tabs, err := c.tabs.ListTabs(c.ctx, &observerv1.ListTabsRequest{SessionId: c.session})
		require.NoError(t, err)
		require.Len(t, tabs.GetTabs(), 1)

		results, err = c.act(click(c.see().ref(t, `link "Large"`)))
		require.NoError(t, err)
		d := started(t, results[0])
		require.Equal(t, observerv1.DownloadState_DOWNLOAD_STATE_DENIED, d.GetState())
		require.Equal(t, observerv1.DownloadDenial_DOWNLOAD_DENIAL_POLICY, d.GetDenial())
		_, _, err = c.read(c.ctx, d.GetDownloadId(), 0)
		_, why, _ = reason(t, err)
		require.Equal(t, "DOWNLOAD_DENIED", why)
	})
	t.Run("too large", func(t *testing.T) {
		c := visit(t, Config{Downloads: cdpclient.DownloadOptions{MaxFile: 1000}}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW)
		c.openTab("/")
		results, err := c.act(click(c.see().ref(t, `link "Large"`)))
		require.NoError(t, err)
		_, parts, err := c.read(c.ctx, started(t, results[0]).GetDownloadId(), 0)
		_, why, meta := reason(t, err)
		require.Equal(t, "DOWNLOAD_DENIED file too large", why+" "+meta["denial"])
		last := parts[len(parts)-1].GetDownload()
		require.Equal(t, observerv1.DownloadDenial_DOWNLOAD_DENIAL_FILE_TOO_LARGE, last.GetDenial())
	})
}

func TestTheDownloadsOfASessionAreNobodyElses(t *testing.T) {
	c := visit(t, Config{}, observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW)
	opened, err := c.tabs.OpenTab(c.ctx, &observerv1.OpenTabRequest{SessionId: c.session, Url: c.URL + "/large"})
	require.NoError(t, err)
	other := c.newSession(&observerv1.SessionOptions{DownloadPolicy: observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW})
	_, err = all(c.files.ReadDownload(metadata.NewOutgoingContext(c.ctx, nil),
		&observerv1.ReadDownloadRequest{SessionId: other, DownloadId: opened.GetDownload().GetDownloadId()}))
	_, why, _ := reason(t, err)
	require.Equal(t, "DOWNLOAD_NOT_FOUND", why)
}

func TestABrowserOfSomebodyElseKeepsDownloadsOnlyInAFolderThatBothKnow(t *testing.T) {
	allow := observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW
	s, err := NewServer(Config{Endpoint: "http://127.0.0.1:1"})
	require.NoError(t, err)
	defer s.Close()
	_, err = s.settings(&observerv1.SessionOptions{DownloadPolicy: allow})
	require.ErrorContains(t, err, "NOT_PERMITTED")
	_, err = s.settings(&observerv1.SessionOptions{})
	require.NoError(t, err)
	s.cfg.Downloads.Folder = t.TempDir()
	_, err = s.settings(&observerv1.SessionOptions{DownloadPolicy: allow})
	require.NoError(t, err)
}
