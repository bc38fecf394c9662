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
	} {
		t.Run(name, func(t *testing.T) {
			args := append(client[1:], site.URL, listener.Addr().String())
			output, err := exec.CommandContext(t.Context(), client[0], args...).CombinedOutput()
			require.NoError(t, err, string(output))
			assert.Contains(t, string(output), `- button "Push" [ref=e`)
			assert.Contains(t, string(output), "OUTCOME_APPLIED")
			assert.Regexp(t, `(?m)^\+.*open`, string(output))
		})
	}
}
