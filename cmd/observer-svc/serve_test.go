package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// logWatcher is standard error of a server; it tells when a line matches.
type logWatcher struct {
	mu    sync.Mutex
	text  bytes.Buffer
	bell  chan struct{}
	ended chan struct{}
}

func (w *logWatcher) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() { close(w.bell); w.bell = make(chan struct{}) }()
	return w.text.Write(p)
}

// find waits for a match and returns its first group.
func (w *logWatcher) find(t *testing.T, pattern string) string {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		w.mu.Lock()
		text, bell := w.text.String(), w.bell
		w.mu.Unlock()
		if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
			return m[1]
		}
		select {
		case <-bell:
		case <-w.ended:
			t.Fatalf("the server ended: %s", text)
		case <-deadline:
			t.Fatalf("%s did not come in %s", pattern, text)
		}
	}
}

// startServe runs serve on a loopback port and returns its address and log. It ends with the test.
func startServe(t *testing.T, flags ...string) (address string, log *logWatcher) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	log = &logWatcher{bell: make(chan struct{}), ended: make(chan struct{})}
	code := make(chan int, 1)
	go func() {
		defer close(log.ended)
		code <- run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...), io.Discard, log)
	}()
	t.Cleanup(func() {
		stop()
		require.Equal(t, 0, <-code, log.text.String())
		require.Contains(t, log.text.String(), "msg=stopped")
	})
	return log.find(t, `msg=serving address=(\S+)`), log
}

func TestASessionIsKeptBetweenCommandsOnRequest(t *testing.T) {
	address, _ := startServe(t)
	url := serveHTML(t, loginPage)
	first := command(t, "observe", "--server", address, "--keep", url)
	require.Equal(t, 0, first.code, first.errOut)
	ids := regexp.MustCompile(`^--session (\S+) --tab (\S+)\n$`).FindStringSubmatch(first.errOut)
	require.NotNil(t, ids, first.errOut)
	mail := refIn(t, first.out, `textbox "Email"`)

	acted := command(t, "act", "--server", address, "--session", ids[1], "--tab", ids[2], `fill `+mail+` "Ann"`)
	require.Equal(t, 0, acted.code, acted.errOut)
	second := command(t, "observe", "--server", address, "--session", ids[1])
	assert.Contains(t, second.out, `textbox "Email" [ref=`+mail+`] [focused]: "Ann"`)
}

func TestACallerNeedsOneOfTheTokensOfTheFile(t *testing.T) {
	folder := t.TempDir()
	tokens, right, wrong := filepath.Join(folder, "tokens"), filepath.Join(folder, "right"), filepath.Join(folder, "wrong")
	require.NoError(t, os.WriteFile(tokens, []byte("# who may call\nann 0123456789abcdef # Ann\n"), 0o600))
	require.NoError(t, os.WriteFile(right, []byte("0123456789abcdef\n"), 0o600))
	require.NoError(t, os.WriteFile(wrong, []byte("0123456789abcdeX\n"), 0o600))
	address, _ := startServe(t, "--tokens-file", tokens)

	assert.Contains(t, command(t, "observe", "--server", address, "data:text/html,x").errOut, "UNAUTHENTICATED/UNAUTHENTICATED")
	assert.Contains(t, command(t, "observe", "--server", address, "--token-file", wrong, "data:text/html,x").errOut, "UNAUTHENTICATED/UNAUTHENTICATED")
	got := command(t, "observe", "--server", address, "--token-file", right, "data:text/html,<h1>Hello</h1>")
	assert.Equal(t, "- heading \"Hello\" [level=1]\n", got.out, got.errOut)
}

func TestAFileOfTokensThatIsNotRightIsRefused(t *testing.T) {
	for content, says := range map[string]string{
		"":                                       "has no token",
		"ann":                                    "line 1 of",
		"ann short":                              "is shorter than 16 characters",
		"a 0123456789abcdef\nb 0123456789abcdef": "belongs to a already",
	} {
		name := filepath.Join(t.TempDir(), "tokens")
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
		_, err := watchTokens(name, time.Minute, slog.New(slog.DiscardHandler))
		assert.ErrorContains(t, err, says, content)
	}
}

func TestTokensThatAreReplacedCountWithoutARestartAndABadFileChangesNothing(t *testing.T) {
	folder := t.TempDir()
	tokens, mine := filepath.Join(folder, "tokens"), filepath.Join(folder, "mine")
	write := func(name, content string) { require.NoError(t, os.WriteFile(name, []byte(content), 0o600)) }
	write(tokens, "ann 0123456789abcdef\n")
	write(mine, "fedcba9876543210\n")
	address, log := startServe(t, "--tokens-file", tokens, "--tls-reload", "20ms")
	observe := func() string {
		return command(t, "observe", "--server", address, "--token-file", mine, "data:text/html,<h1>Hello</h1>").errOut
	}
	require.Contains(t, observe(), "UNAUTHENTICATED")
	write(tokens, "ann short\n")
	log.find(t, `(the tokens stay as they were)`)
	require.Contains(t, observe(), "UNAUTHENTICATED")
	write(tokens, "ann fedcba9876543210\n")
	log.find(t, `(the tokens were read again)`)
	require.Empty(t, observe())
	write(mine, "0123456789abcdef\n")
	require.Contains(t, observe(), "UNAUTHENTICATED", "what is no longer in the file is worth nothing")
}

func TestAServerWithTLSKnowsItsCallersByTheirCertificates(t *testing.T) {
	folder := t.TempDir()
	ca := newAuthority(t, folder)
	ca.issue(t, folder, "server")
	ca.issue(t, folder, "client")
	in := func(name string) string { return filepath.Join(folder, name) }
	address, _ := startServe(t, "--tls-cert", in("server.pem"), "--tls-key", in("server.key"), "--tls-client-ca", in("ca.pem"))

	got := command(t, "observe", "--server", address, "--ca-file", in("ca.pem"),
		"--client-cert", in("client.pem"), "--client-key", in("client.key"), "data:text/html,<h1>Hello</h1>")
	assert.Equal(t, "- heading \"Hello\" [level=1]\n", got.out, got.errOut)

	assert.Equal(t, exitFailed, command(t, "observe", "--server", address, "--ca-file", in("ca.pem"), "data:text/html,x").code)
	assert.Equal(t, exitFailed, command(t, "observe", "--server", address, "data:text/html,x").code)
}

func TestACertificateThatIsReplacedIsUsedWithoutARestart(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	newAuthority(t, folder).issue(t, folder, "server")
	address, _ := startServe(t, "--tls-cert", in("server.pem"), "--tls-key", in("server.key"), "--tls-reload", "50ms")
	observe := func() outcome {
		return command(t, "observe", "--server", address, "--ca-file", in("ca.pem"), "data:text/html,<h1>Hello</h1>")
	}
	require.Equal(t, 0, observe().code)

	newAuthority(t, folder).issue(t, folder, "server") // the old certificate is worth nothing to a client of the new authority
	assert.Eventually(t, func() bool { return observe().code == 0 }, 20*time.Second, 100*time.Millisecond)
}

func TestServeRefusesTLSFilesThatAreNotRight(t *testing.T) {
	folder := t.TempDir()
	newAuthority(t, folder).issue(t, folder, "server")
	cert := filepath.Join(folder, "server.pem")
	empty := filepath.Join(folder, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for says, flags := range map[string][]string{
		"must be given together":        {"--tls-cert", cert},
		"needs --tls-cert":              {"--tls-client-ca", cert},
		"no such file":                  {"--tls-cert", cert, "--tls-key", filepath.Join(folder, "none")},
		"failed to find any PEM data":   {"--tls-cert", cert, "--tls-key", empty},
		"--max-tabs must be at least 1": {"--max-tabs", "0"},
		"room for three heartbeats":     {"--history-time", "59s"},
		"at least --history-time":       {"--history-time", "2m", "--history-max-time", "1m"},
		"must be at least 1":            {"--history-bytes", "0"},
		"--attach uses a browser":       {"--attach", "http://127.0.0.1:1", "--no-sandbox"},
		"is not a folder":               {"--upload-folder", filepath.Join(folder, "none")},
	} {
		got := command(t, append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...)...)
		assert.Equal(t, exitFailed, got.code, says)
		assert.Contains(t, got.errOut, says)
	}
}

func TestMetricsAreServedForPrometheus(t *testing.T) {
	address, log := startServe(t, "--metrics-listen", "127.0.0.1:0")
	metrics := log.find(t, `msg="serving metrics" address=(\S+)`)
	require.Equal(t, 0, command(t, "observe", "--server", address, "data:text/html,<h1>Secret page</h1>").code)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+metrics+"/metrics", nil)
	require.NoError(t, err)
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	for _, name := range []string{"observer_stage_duration_seconds_count", "rpc_server_", "go_goroutines", "process_resident_memory_bytes"} {
		assert.Contains(t, string(body), name)
	}
	assert.NotContains(t, string(body), "Secret page")
	assert.NotContains(t, string(body), "data:text/html")
}

// authority signs certificates for 127.0.0.1.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, folder string) *authority {
	t.Helper()
	a := &authority{cert: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}}
	a.key = newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, a.key.Public(), a.key)
	require.NoError(t, err)
	writePEM(t, filepath.Join(folder, "ca.pem"), "CERTIFICATE", der)
	return a
}

func (a *authority) issue(t *testing.T, folder, name string) {
	t.Helper()
	key := newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, a.cert, key.Public(), a.key)
	require.NoError(t, err)
	private, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	writePEM(t, filepath.Join(folder, name+".pem"), "CERTIFICATE", der)
	writePEM(t, filepath.Join(folder, name+".key"), "EC PRIVATE KEY", private)
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return key
}

func writePEM(t *testing.T, name, kind string, der []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}
