package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/mafredri/cdp/rpcc"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

// echo is an endpoint that answers each call with its parameters.
func echo(t *testing.T) string {
	t.Helper()
	up := websocket.Upgrader{}
	big := bytes.Repeat([]byte("x"), 50<<20)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			_, b, err := c.ReadMessage()
			if err != nil {
				return
			}
			var s sent
			_ = json.Unmarshal(b, &s)
			if s.Method == "Hang.up" {
				return
			}
			if s.Method == "Big.answer" {
				_ = c.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,"result":{"echo":"%s"}}`, s.ID, big))
				continue
			}
			reply, _ := json.Marshal(map[string]any{"id": s.ID, "result": map[string]any{"echo": s.Params}})
			_ = c.WriteMessage(websocket.TextMessage, reply)
		}
	}))
	t.Cleanup(s.Close)
	return "ws" + strings.TrimPrefix(s.URL, "http")
}

func TestAWebSocketCarriesAnswersOfFiftyMegabytesAndLargeCalls(t *testing.T) {
	tr, err := DialWebSocket(soon(t), echo(t))
	require.NoError(t, err)
	m := New(tr, func(string, json.RawMessage) {})
	defer func() { require.NoError(t, m.Close()) }()
	var r json.RawMessage
	require.NoError(t, rpcc.Invoke(t.Context(), "Big.answer", nil, &r, m.Root()))
	require.Greater(t, len(r), 50<<20)
	large := strings.Repeat("x", 3<<20)
	require.NoError(t, rpcc.Invoke(t.Context(), "X.y", large, &r, m.Root()))
	require.Greater(t, len(r), 3<<20)
}

func TestAWebSocketThatTheOtherSideClosesIsALostBrowser(t *testing.T) {
	tr, err := DialWebSocket(soon(t), echo(t))
	require.NoError(t, err)
	m := New(tr, func(string, json.RawMessage) {})
	defer m.Close()
	err = rpcc.Invoke(soon(t), "Hang.up", nil, nil, m.Root())
	require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(err))
}

func TestDialingWhatIsNoWebSocketFails(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	_, err := DialWebSocket(soon(t), "ws"+strings.TrimPrefix(s.URL, "http"))
	require.ErrorContains(t, err, "404")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = DialWebSocket(ctx, "ws"+strings.TrimPrefix(s.URL, "http"))
	require.Error(t, err)
}

func TestAPipeCarriesMessagesThatEndInAZeroByte(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	p := Pipe(r, w)
	done := make(chan error, 1)
	big := bytes.Repeat([]byte("y"), 3<<20)
	go func() { done <- errors.Join(p.Write([]byte("one")), p.Write(big)) }()
	one, err := p.Read()
	require.NoError(t, err)
	require.Equal(t, "one", string(one))
	two, err := p.Read()
	require.NoError(t, err)
	require.Equal(t, big, two)
	require.NoError(t, <-done)
	require.NoError(t, p.Close())
	require.NoError(t, p.Close(), "it may be closed twice")
	_, err = p.Read()
	require.Error(t, err)
	require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
}
