package cdpclient

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/mafredri/cdp/protocol/browser"
	"github.com/stretchr/testify/require"
)

// asks is what a page asks its user for, as expressions of what it is told.
var asks = map[string]string{
	"query":         `navigator.permissions.query({name: 'geolocation'}).then(s => s.state)`,
	"query camera":  `navigator.permissions.query({name: 'camera'}).then(s => s.state)`,
	"notifications": `Notification.requestPermission()`,
	"geolocation":   `new Promise(r => navigator.geolocation.getCurrentPosition(p => r(p.coords.latitude + ' ' + p.coords.longitude), e => r('error ' + e.code)))`,
	"camera":        `navigator.mediaDevices.getUserMedia({video: true}).then(() => 'stream', e => e.name)`,
	"microphone":    `navigator.mediaDevices.getUserMedia({audio: true}).then(() => 'stream', e => e.name)`,
	"clipboard":     `navigator.clipboard.writeText('x').then(() => navigator.clipboard.readText()).catch(e => e.name)`,
	"midi":          `navigator.requestMIDIAccess().then(() => 'access', e => e.name)`,
	"storage":       `document.requestStorageAccess().then(() => 'access', e => e.name)`,
	"persistence":   `navigator.storage.persist().then(String)`,
	"wake lock":     `navigator.wakeLock.request('screen').then(() => 'lock', e => e.name)`,
	"screens":       `'getScreenDetails' in self ? getScreenDetails().then(() => 'screens', e => e.name) : 'NotAllowedError'`,
	"idle":          `'IdleDetector' in self ? IdleDetector.requestPermission() : 'denied'`,
}

func answers(t *testing.T, o ContextOptions) map[string]string {
	t.Helper()
	s := pages(t, map[string]string{"/": `x`})
	tab := newTestTab(t, o)
	mustNavigate(t, tab, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+"/") // a secure context by its name
	got := map[string]string{}
	for name, ask := range asks {
		var answer string
		require.NoError(t, runIn(patience(t), tab.pageConn(), ask, &answer), name)
		got[name] = answer
	}
	return got
}

func TestWhatAPageAsksItsUserForIsRefusedAtOnce(t *testing.T) {
	got := answers(t, ContextOptions{})
	for name, want := range map[string]string{
		"query": "denied", "query camera": "denied", "notifications": "denied", "geolocation": "error 1",
		"clipboard": "NotAllowedError", "midi": "NotAllowedError", "persistence": "false",
		"wake lock": "NotAllowedError", "screens": "NotAllowedError", "idle": "denied",
	} {
		require.Equal(t, want, got[name], name)
	}
	require.NotEqual(t, "stream", got["camera"])
	require.NotEqual(t, "stream", got["microphone"])
}

func TestAPageMayDoWhatIsGrantedAndNothingElse(t *testing.T) {
	got := answers(t, ContextOptions{
		Permissions: []Permission{
			browser.PermissionTypeGeolocation, browser.PermissionTypeNotifications, browser.PermissionTypeClipboardReadWrite,
			browser.PermissionTypeClipboardSanitizedWrite,
		},
		Geolocation: &Geolocation{Latitude: 47.5, Longitude: 8.25},
	})
	for name, want := range map[string]string{
		"query": "granted", "query camera": "denied", "notifications": "granted", "geolocation": "47.5 8.25",
		"clipboard": "x", "midi": "NotAllowedError", "wake lock": "NotAllowedError",
	} {
		require.Equal(t, want, got[name], name)
	}
	unknown := answers(t, ContextOptions{Permissions: []Permission{browser.PermissionTypeGeolocation}})
	require.Equal(t, "error 2", unknown["geolocation"], "it may ask, but nobody knows")
}

// locked asks for the password of ann below /locked and counts what it was sent.
type locked struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string // user and password of each request below /locked, "-" without
}

func newLocked(t *testing.T) *locked {
	t.Helper()
	l := &locked{}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/html")
		if !strings.HasPrefix(r.URL.Path, "/locked") {
			fmt.Fprint(w, "open")
			return
		}
		user, password, ok := r.BasicAuth()
		l.mu.Lock()
		if ok {
			l.sent = append(l.sent, user+":"+password)
		} else {
			l.sent = append(l.sent, "-")
		}
		l.mu.Unlock()
		if user != "ann" || password != "open sesame" {
			w.Header().Set("WWW-Authenticate", `Basic realm="the cave"`)
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, "closed")
			return
		}
		fmt.Fprint(w, "treasure")
	}))
	t.Cleanup(func() { l.CloseClientConnections(); l.Close() })
	return l
}

func (l *locked) took() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	sent := l.sent
	l.sent = nil
	return sent
}

// challenges returns what a tab was told of questions for passwords.
func challenges(tab *Tab) (all []AuthChallenge) {
	events, _ := tab.Events(0)
	for _, e := range events {
		if e.Kind == EventAuth {
			all = append(all, e.Auth)
		}
	}
	return all
}

func TestAQuestionForAPasswordIsRefusedAndThePageGetsTheAnswer(t *testing.T) {
	s := newLocked(t)
	tab := newTestTab(t, ContextOptions{})
	require.Equal(t, 401, mustNavigate(t, tab, s.URL+"/locked").Status)
	require.Equal(t, []AuthChallenge{{Origin: s.URL, Realm: "the cave", Answer: AuthRefused}}, challenges(tab))
	require.Equal(t, []string{"-"}, s.took())
	var framed string
	require.NoError(t, run(t, tab, `new Promise(r => { const f = document.createElement('iframe'); f.src = '/locked/frame';
		f.onload = () => r(f.contentDocument.body.innerText); document.body.append(f) })`, &framed))
	require.Equal(t, "closed", framed)
}

func TestACredentialIsSentToItsOriginOnly(t *testing.T) {
	s, other := newLocked(t), newLocked(t)
	tab := newTestTab(t, ContextOptions{Credentials: []Credential{{s.URL, "ann", "open sesame"}}})
	require.Equal(t, 200, mustNavigate(t, tab, s.URL+"/locked/page").Status)
	require.Equal(t, []string{"-", "ann:open sesame"}, s.took())
	for _, script := range []string{
		`fetch('/locked/data').then(r => r.text())`,
		`new Promise(r => { const x = new XMLHttpRequest(); x.open('GET', '/locked/data'); x.onload = () => r(x.responseText); x.send() })`,
		`new Promise(r => { const f = document.createElement('iframe'); f.src = '/locked/frame';
			f.onload = () => r(f.contentDocument.body.innerText); document.body.append(f) })`,
	} {
		var got string
		require.NoError(t, run(t, tab, script, &got))
		require.Equal(t, "treasure", got)
	}
	require.Equal(t, 401, mustNavigate(t, tab, other.URL+"/locked/page").Status)
	mustNavigate(t, tab, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+"/locked/page") // another origin, the same server
	for _, sent := range append(other.took(), s.took()...) {
		require.Contains(t, []string{"-", "ann:open sesame"}, sent)
	}
	require.Empty(t, other.took())
	var answers []AuthAnswer
	for _, q := range challenges(tab) {
		require.Equal(t, q.Origin == s.URL, q.Answer == AuthSent, "%v", q)
		answers = append(answers, q.Answer)
	}
	require.Contains(t, answers, AuthRefused)
}

func TestACredentialThatIsNotTakenIsSentOnceForARequest(t *testing.T) {
	s := newLocked(t)
	tab := newTestTab(t, ContextOptions{Credentials: []Credential{{s.URL, "ann", "wrong"}}})
	require.Equal(t, 401, mustNavigate(t, tab, s.URL+"/locked").Status)
	require.Equal(t, []string{"-", "ann:wrong"}, s.took())
	var status int
	require.NoError(t, run(t, tab, `fetch('/locked/data').then(r => r.status)`, &status))
	require.Equal(t, 401, status)
	require.Equal(t, []string{"-", "ann:wrong"}, s.took())
	var answers []AuthAnswer
	for _, q := range challenges(tab) {
		answers = append(answers, q.Answer)
	}
	require.Equal(t, []AuthAnswer{AuthSent, AuthRejected, AuthSent, AuthRejected}, answers)
}

func TestAProxyThatAsksForAPasswordGetsItsOwnOnly(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		sent = append(sent, r.Header.Get("Proxy-Authorization"))
		mu.Unlock()
		if r.Header.Get("Proxy-Authorization") == "" {
			w.Header().Set("Proxy-Authenticate", `Basic realm="way"`)
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "through")
	}))
	t.Cleanup(proxy.Close)
	o := testLaunch()
	o.Args = append(o.Args, "--proxy-server="+proxy.URL)
	b, err := Launch(patience(t), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	for _, c := range []struct {
		credential Credential
		status     int
		answer     AuthAnswer
	}{
		{Credential{"http://example.test", "ann", "secret"}, 407, AuthRefused},
		{Credential{proxy.URL, "ann", "secret"}, 200, AuthSent},
	} {
		context, err := b.NewContext(patience(t), ContextOptions{Credentials: []Credential{c.credential}})
		require.NoError(t, err)
		tab, err := context.NewTab(patience(t))
		require.NoError(t, err)
		l, err := tab.Navigate(patience(t), "http://example.test/", UntilLoad)
		if c.status == 200 {
			require.NoError(t, err)
			require.Equal(t, c.status, l.Status)
		}
		all := challenges(tab)
		require.NotEmpty(t, all)
		require.Equal(t, AuthChallenge{Origin: proxy.URL, Realm: "way", Proxy: true, Answer: c.answer}, all[0])
	}
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:secret"))
	mu.Lock()
	defer mu.Unlock()
	require.Contains(t, sent, want)
	for _, header := range sent {
		require.Contains(t, []string{"", want}, header)
	}
}

func TestAnOriginIsReadAsBrowsersWriteIt(t *testing.T) {
	for address, want := range map[string]string{
		"https://Example.ORG":      "https://example.org",
		"https://example.org:443/": "https://example.org",
		"http://example.org:443":   "http://example.org:443",
		"http://[::1]:80":          "http://[::1]",
		"https://example.org/path": "",
		"https://ann@example.org":  "",
		"https://example.org?x":    "",
		"ftp://example.org":        "",
		"example.org":              "",
		"https://*.example.org":    "",
		"":                         "",
		"https://bücher.example":   "https://xn--bcher-kva.example",
	} {
		got, err := ParseOrigin(address)
		require.Equal(t, want, got, address)
		require.Equal(t, want == "", err != nil, address)
	}
}

func TestACredentialDoesNotShowItsPassword(t *testing.T) {
	c := Credential{"https://example.org", "ann", "open sesame"}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		require.NotContains(t, fmt.Sprintf(verb, c), "sesame")
		require.NotContains(t, fmt.Sprintf(verb, []Credential{c}), "sesame")
	}
}

func TestASecretIsMaskedPlainAndAsAddressesWriteIt(t *testing.T) {
	secret, short := "p@ß w/rd+1", "123"
	c := &Context{}
	c.Hide(secret)
	c.Hide(short)
	for text, want := range map[string]string{
		"it is " + secret + "!":                        "it is ••••!",
		"?a=" + url.QueryEscape(secret) + "&b=1":       "?a=••••&b=1",
		"/" + url.PathEscape(secret) + "/":             "/••••/",
		strings.ToLower(url.QueryEscape(secret)) + "x": "••••x",
		secret + secret:                                "••••••••",
		"code=123&n=41234":                             "code=••••&n=41234",
		"p@ß":                                          "p@ß",
		"100%":                                         "100%",
		"":                                             "",
	} {
		require.Equal(t, want, c.clean(text), text)
	}
	require.Equal(t, "http://host:123/••••", c.cleanAddress("http://host:123/123"))
	require.Equal(t, "/a?b=http://••••", c.cleanAddress("/a?b=http://123"))
}

func FuzzNoFormOfASecretStays(f *testing.F) {
	f.Add("hunter2!", "a ", " b")
	f.Add("ünïcode 100%", "?q=", "&x")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		c := &Context{}
		c.Hide(secret)
		if len(secret) < wholeSecret || len(secret) > longestSecret || strings.Contains(masked, secret) {
			return
		}
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			got := c.clean(before + form + after)
			if !strings.Contains(before+masked+after, form) { // what stands around it may make it up anew
				require.NotContains(t, got, form)
			}
		}
	})
}
