package cdpclient

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

// paper is a PDF of one empty page.
const paper = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n"

// browsersSwitch is what Chromium shows above JSON, in a shadow root that no script can reach: the
// accessibility tree has it, the document does not.
const browsersSwitch = "- form\n  - checkbox \"Pretty-print\"\n"

func TestWhatIsNoHTMLIsReadByBothEngines(t *testing.T) {
	png, err := base64.StdEncoding.DecodeString(pixel)
	require.NoError(t, err)
	for _, c := range []struct{ title, kind, body, want string }{
		{"plain text", "text/plain", "one\n  two <b>three</b>", `- text: "one two <b>three</b>"`},
		{"no text at all", "text/plain", "", ""},
		{"JSON", "application/json", `{"a": [1, 2]}`, `- text: "{\"a\": [1, 2]}"`},
		{"JSON of a kind", "application/ld+json", `{"b": 2}`, `- text: "{\"b\": 2}"`},
		{"a style sheet", "text/css", `p { color: red }`, `- text: "p { color: red }"`},
		{"a script", "text/javascript", `alert(1)`, `- text: "alert(1)"`},
		{"an image", "image/png", string(png), ""},
		{"a broken image", "image/png", "nothing", ""},
		{"a video", "video/mp4", "nothing", "- video"},
	} {
		t.Run(c.title, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, serving(t, c.kind, c.body))
			for _, engine := range []Engine{PageEngine, AXEngine} {
				got := shown(t, tab, engine)
				if engine == AXEngine {
					got = strings.TrimSuffix(got, browsersSwitch)
				}
				require.Equal(t, c.want, strings.TrimSpace(got), "engine %d", engine)
			}
		})
	}
}

// TestAPDFIsNoError does not say what is in it: some browsers show a viewer, some nothing, and some keep the file.
func TestAPDFIsNoError(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	_, err := tab.Navigate(patience(t), serving(t, "application/pdf", paper), UntilLoad)
	require.True(t, err == nil || fault.ReasonOf(err) != fault.Internal, "%v", err)
	require.Equal(t, shown(t, tab, AXEngine), shown(t, tab, PageEngine))
}

// serving returns an address with a body of a kind.
func serving(t *testing.T, kind, body string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL
}
