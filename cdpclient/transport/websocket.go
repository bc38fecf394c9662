package transport

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	// pingEvery is how often a silent peer is asked for a sign of life.
	pingEvery = 15 * time.Second
	// silence is how long a peer may give none. A browser answers pings in a thread that pages
	// cannot block, so a longer silence means that the machine or the network is gone.
	silence = 45 * time.Second
	// writeWithin is how long a peer may take to accept one message.
	writeWithin = 30 * time.Second
	// webSocketBuffer is the size of the fragments large messages are sent in.
	webSocketBuffer = 64 << 10
)

type webSocket struct {
	conn *websocket.Conn
	stop context.CancelFunc
	ping sync.WaitGroup
}

// DialWebSocket connects to a DevTools endpoint such as ws://host:port/devtools/browser/ID. There
// is no limit to the size of messages. A peer that falls silent ends Read with an error.
func DialWebSocket(ctx context.Context, url string) (Transport, error) {
	return dialWebSocket(ctx, url, nil)
}

// dialWebSocket is DialWebSocket over connections made by dial, or TCP when it is nil.
func dialWebSocket(ctx context.Context, url string, dial func(context.Context, string, string) (net.Conn, error)) (Transport, error) {
	d := websocket.Dialer{WriteBufferSize: webSocketBuffer, ReadBufferSize: webSocketBuffer, NetDialContext: dial}
	conn, resp, err := d.DialContext(ctx, url, nil) //nolint:bodyclose // there is none to close, says the library
	if err != nil {
		if resp != nil {
			err = errors.Join(err, errors.New("the endpoint answered "+resp.Status))
		}
		return nil, err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	w := &webSocket{conn: conn, stop: stop}
	if err := w.heard(); err != nil {
		stop()
		return nil, errors.Join(err, conn.Close())
	}
	conn.SetPongHandler(func(string) error { return w.heard() })
	w.ping.Go(func() { w.askForLife(background) })
	return w, nil
}

// heard notes a sign of life.
func (w *webSocket) heard() error { return w.conn.SetReadDeadline(time.Now().Add(silence)) }

func (w *webSocket) askForLife(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			// A failure shows in Read as well.
			_ = w.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
		}
	}
}

// Read returns the next message.
func (w *webSocket) Read() ([]byte, error) {
	_, b, err := w.conn.ReadMessage()
	if err != nil {
		return nil, err
	}
	return b, w.heard()
}

// Write sends a message.
func (w *webSocket) Write(b []byte) error {
	if err := w.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return w.conn.WriteMessage(websocket.TextMessage, b)
}

// Close closes the connection and waits for what runs for it.
func (w *webSocket) Close() error {
	w.stop()
	err := w.conn.Close()
	w.ping.Wait()
	return ignoreClosed(err)
}

// ignoreClosed drops the error of closing something closed.
func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) || errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}
