package e2e

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/service"
)

// ticking changes 20 times a second: a number, and a list that grows and shrinks.
const ticking = `<!doctype html><title>Ticking</title><p id=n>0</p><ul id=list></ul><script>
let n = 0;
const number = document.getElementById('n'), list = document.getElementById('list');
setInterval(() => {
  number.textContent = ++n;
  const item = document.createElement('li');
  item.textContent = 'item ' + n;
  list.prepend(item);
  if (list.children.length > 20) list.lastChild.remove();
}, 50);
</script>`

// cable is a connection that can be cut.
type cable struct {
	mu      sync.Mutex
	current net.Conn
}

func (c *cable) dial(ctx context.Context, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = conn
	return conn, err
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.current.Close()
}

// listen starts a server on a loopback address, which ends with the test.
func listen(t *testing.T, cfg service.Config) string {
	t.Helper()
	server, err := service.NewServer(cfg)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		require.NoError(t, server.Drain(ctx))
		require.NoError(t, <-served)
	})
	return listener.Addr().String()
}

func TestAWatchWhoseConnectionIsCut100TimesIsResumed100TimesWithoutReset(t *testing.T) {
	address := listen(t, service.Config{})
	var wire cable
	conn, err := grpc.NewClient("passthrough:"+address, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
		return wire.dial(ctx, address)
	}), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	d := &driver{conn: conn}
	visit(t, d, site(t, map[string]string{"/": ticking}).URL)

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cuts, resumed, deltas := 0, 0, 0
	var at uint64
	req := &observerv1.WatchDiffRequest{SessionId: d.session, Format: observerv1.Format_FORMAT_NODES}
	for event, err := range client.New(conn).Watch(ctx, req, client.WatchOptions{MinPause: 10 * time.Millisecond}) {
		require.NoError(t, err, "after %d cuts and %d deltas", cuts, deltas)
		switch e := event.(type) {
		case client.Opened:
			if cuts > 0 {
				require.True(t, e.Opened.GetResumed(), "cut %d", cuts)
				resumed++
			}
		case client.Reset:
			require.Fail(t, "reset", "cut %d: %s", cuts, e.Reason)
		case client.Snapshot:
			at = e.Position.GetRevision()
		case client.Changed:
			require.Equal(t, at, e.Delta.GetFromRevision(), "nothing is lost or told twice")
			at = e.Position.GetRevision()
			if deltas++; resumed == 100 {
				cancel()
			} else if resumed == cuts {
				cuts++
				wire.cut()
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	t.Logf("%d cuts, %d resumes, %d deltas, revision %d", cuts, resumed, deltas, at)
	assert.Equal(t, 100, resumed)
}
