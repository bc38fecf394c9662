// Package examples tests that the example clients run.
package examples

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/service"
)

const page = `<!doctype html><title>Door</title><h1>Door</h1>
<button onclick="document.getElementById('s').textContent = 'open'">Push</button><p id=s>closed</p>`

// python is the interpreter of the system, for which Debian has grpcio.
const python = "/usr/bin/python3"

func TestTheExampleClientsObserveAndAct(t *testing.T) {
	server, err := service.NewServer(service.Config{})
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		require.NoError(t, <-served)
	})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(site.Close)

	for name, client := range map[string][]string{
		"Go":         {"go", "run", "./go"},
		"TypeScript": {"../node_modules/.bin/tsx", "node/observe.mts"},
		"Python":     {python, "python/observe.py"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "Python" && exec.CommandContext(t.Context(), python, "-c", "import grpc, google.protobuf").Run() != nil {
				t.Skipf("%s has no grpcio; Go and Node are all that the tests need", python)
			}
			args := append(client[1:], site.URL, listener.Addr().String())
			output, err := exec.CommandContext(t.Context(), client[0], args...).CombinedOutput()
			require.NoError(t, err, string(output))
			assert.Contains(t, string(output), `- button "Push" [ref=e`)
			assert.Regexp(t, `(?m)^(OUTCOME_)?APPLIED$`, string(output))
			assert.Regexp(t, `(?m)^\+.*open`, string(output))
		})
	}
}
