package transport

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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

// endpoint plays the other end of one connection, in memory so that time can be virtual. It
// upgrades the connection and, as long as it is alive, answers pings.
func endpoint(t *testing.T, alive <-chan struct{}) func(context.Context, string, string) (net.Conn, error) {
	t.Helper()
	ours, theirs := net.Pipe()
	go func() {
		req, err := http.ReadRequest(bufio.NewReader(theirs))
		if err != nil {
			return
		}
		sum := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
		fmt.Fprintf(theirs, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
			"Sec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
		for {
			frame := make([]byte, 6) // a ping without a body, masked
			if _, err := io.ReadFull(theirs, frame); err != nil {
				return
			}
			select {
			case <-alive:
				_, _ = theirs.Write([]byte{0x8a, 0}) // a pong
			default:
			}
		}
	}()
	t.Cleanup(func() { theirs.Close() })
	return func(context.Context, string, string) (net.Conn, error) { return ours, nil }
}

func TestAPeerThatFallsSilentIsLostAndOneThatOnlyHasNothingToSayIsNot(t *testing.T) {
	for _, alive := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			life := make(chan struct{})
			if alive {
				close(life)
			}
			tr, err := dialWebSocket(t.Context(), "ws://browser/devtools", endpoint(t, life))
			require.NoError(t, err)
			m := New(tr, func(string, json.RawMessage) {})
			start := time.Now()
			select {
			case <-m.Done():
				require.False(t, alive)
				require.Equal(t, silence, time.Since(start))
				require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(m.Err()))
			case <-time.After(20 * silence):
				require.True(t, alive)
			}
			require.NoError(t, m.Close())
		})
	}
}
