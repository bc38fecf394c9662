package e2e

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/observer-svc/observer-svc/service"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// startService starts a server that evaluates scripts and takes uploads of the named files, and
// returns a connection to it. Both end with the test.
func startService(t *testing.T, uploads ...string) grpc.ClientConnInterface {
	t.Helper()
	folder := t.TempDir()
	for _, name := range uploads {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("a file to upload"), 0o600))
	}
	return serve(t, service.Config{Act: service.ActConfig{Evaluate: true, UploadFolder: folder}})
}

// serve starts a server on a listener in memory.
func serve(t *testing.T, cfg service.Config) *grpc.ClientConn {
	t.Helper()
	server, err := service.NewServer(cfg)
	require.NoError(t, err)
	listener := bufconn.Listen(1 << 20)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:e2e",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, conn.Close())
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		require.NoError(t, server.Drain(ctx))
		require.NoError(t, <-served)
	})
	return conn
}
