package service

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// tellTale is a page that puts what is entered as a password wherever it can outside of itself, and
// goes on to an address and a title with it.
const tellTale = `<!doctype html><title>Log in</title><form onsubmit="
		document.title = 'Welcome ' + p.value; console.error('sent', p.value); alert('You are ' + p.value);">
	<input id=p name=p type=password aria-label=Password> <button>Go</button></form>`

// shared is a log that is written by many.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestWhatIsEnteredIntoASecretFieldIsMaskedWhereverThePagePutsIt(t *testing.T) {
	const secret = "open sésame/42+"
	into := map[string]func(ref string) *observerv1.Step{
		"fill": func(ref string) *observerv1.Step {
			return &observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: ref, Text: secret}}}
		},
		"type": func(ref string) *observerv1.Step {
			return &observerv1.Step{Action: &observerv1.Step_Type{Type: &observerv1.TypeText{Ref: ref, Text: secret}}}
		},
	}
	for name, step := range into {
		t.Run(name, func(t *testing.T) {
			log := &shared{}
			e := open(t, Config{Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))},
				nil, map[string]string{"/": tellTale})
			e.openTab("/")
			w := e.follow(&observerv1.WatchDiffRequest{})
			w.untilText("Password")
			page := e.see()
			results, err := e.act(step(page.ref(t, "Password")), click(page.ref(t, "Go")))
			require.NoError(t, err)
			w.until("the address", func(m *observerv1.WatchDiffResponse) bool {
				return m.GetPageEvent().GetNavigated() != nil
			})
			tabs, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
			require.NoError(t, err)
			after := e.see()

			messages := []proto.Message{tabs, after.header}
			for _, r := range results {
				messages = append(messages, r)
			}
			for _, m := range w.seen {
				messages = append(messages, m)
			}
			var told string
			for _, m := range messages {
				told += protojson.Format(m)
			}
			require.Contains(t, told, "You are ••••", "the dialog is told")
			require.Contains(t, told, "sent ••••", "the console is told")
			require.Contains(t, tabs.GetTabs()[0].GetUrl(), "?p=••••")
			for _, form := range []string{secret, "sésame", url.QueryEscape(secret), url.QueryEscape("sésame"), "s%C3%A9same"} {
				require.NotContains(t, told, form)
				require.NotContains(t, log.String(), form)
			}
		})
	}
}

func TestATitleWithASecretIsMaskedInListsOfTabsAndNothingOfItIsTraced(t *testing.T) {
	const secret = "open sésame/42+"
	spans := tracetest.NewInMemoryExporter()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	log := &shared{}
	e := open(t, Config{Tracer: tracer, Logger: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}, nil,
		map[string]string{"/": `<!doctype html><title>Log in</title><input id=p type=password aria-label=Password
			oninput="document.title = 'Typed ' + p.value; history.replaceState(0, '', '#' + p.value)">`})
	e.openTab("/")
	_, err := e.act(&observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: e.see().ref(t, "Password"), Text: secret}}})
	require.NoError(t, err)
	_, err = e.act(&observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: "e999", Text: secret}}})
	require.Error(t, err)
	require.NotContains(t, err.Error(), "sésame")
	listed, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Equal(t, "Typed ••••", listed.GetTabs()[0].GetTitle())
	require.Contains(t, listed.GetTabs()[0].GetUrl(), "#••••")

	require.NotEmpty(t, spans.GetSpans())
	traced := fmt.Sprintf("%+v", spans.GetSpans())
	for _, form := range []string{secret, "sésame", url.QueryEscape("sésame"), e.site, "Log in", "Typed"} {
		require.NotContains(t, traced, form)
		require.NotContains(t, log.String(), form)
	}
}

func TestTheCredentialsOfASessionAreUsedAndNeverShown(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if user, password, _ := r.BasicAuth(); user != "ann" || password != "open sesame" {
			w.Header().Set("WWW-Authenticate", `Basic realm="cave"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprintf(w, `<title>%s</title><h1>Treasure</h1><script>console.error(%q)</script>`, r.Header.Get("Authorization"), "open sesame")
	}))
	t.Cleanup(site.Close)
	log := &shared{}
	e := open(t, Config{Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))},
		&observerv1.SessionOptions{HttpCredentials: []*observerv1.HttpCredential{{Origin: site.URL + "/", Username: "ann", Password: "open sesame"}}}, nil)
	e.site = site.URL
	e.openTab("/")
	page := e.see()
	require.Contains(t, page.text, "Treasure")
	again := &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: site.URL + "/again"}}}
	results, err := e.act(again)
	require.NoError(t, err)

	session, err := e.sessions.GetSession(e.ctx, &observerv1.GetSessionRequest{SessionId: e.session})
	require.NoError(t, err)
	require.Equal(t, site.URL, session.GetSession().GetOptions().GetHttpCredentials()[0].GetOrigin())
	tabs, err := e.tabs.ListTabs(e.ctx, &observerv1.ListTabsRequest{SessionId: e.session})
	require.NoError(t, err)
	told := protojson.Format(session) + protojson.Format(tabs) + protojson.Format(page.header) + protojson.Format(results[0]) + log.String()
	for _, secret := range []string{"ann", "sesame", "YW5uOm9wZW4gc2VzYW1l"} {
		require.NotContains(t, told, secret)
	}
}

func TestCredentialsAreForOneOriginEach(t *testing.T) {
	s, err := NewServer(Config{})
	require.NoError(t, err)
	defer s.Close()
	for name, c := range map[string][]*observerv1.HttpCredential{
		"a path":      {{Origin: "https://example.org/path"}},
		"any host":    {{Origin: "https://*.example.org"}},
		"no scheme":   {{Origin: "example.org"}},
		"given twice": {{Origin: "https://example.org"}, {Origin: "https://EXAMPLE.org:443"}},
	} {
		_, err := credentialsOf(&observerv1.SessionOptions{HttpCredentials: c})
		require.ErrorContains(t, err, "INVALID_REQUEST", name)
	}
}

func TestEveryPermissionOfTheContractIsOneOfTheBrowser(t *testing.T) {
	for number := range observerv1.Permission_name {
		types := permissionTypes[observerv1.Permission(number)]
		require.Equal(t, number != 0, len(types) > 0, observerv1.Permission_name[number])
		for _, p := range types {
			require.True(t, p.Valid())
		}
	}
}

func TestASessionGrantsWhatItNames(t *testing.T) {
	e := open(t, Config{}, &observerv1.SessionOptions{
		Permissions: []observerv1.Permission{observerv1.Permission_PERMISSION_GEOLOCATION},
		Geolocation: &observerv1.Geolocation{Latitude: 47.5, Longitude: 8.25},
	}, map[string]string{"/": `<p id=here>asking</p><p id=news>asking</p><script>
		navigator.geolocation.getCurrentPosition(p => here.textContent = 'at ' + p.coords.latitude, e => here.textContent = 'error ' + e.code);
		Notification.requestPermission().then(s => news.textContent = 'news ' + s)</script>`})
	e.openTab("/")
	w := e.follow(&observerv1.WatchDiffRequest{})
	w.untilText("at 47.5")
	w.untilText("news denied")
}
