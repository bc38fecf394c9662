package e2e

import (
	"testing"

	"google.golang.org/grpc"
)

func startService(t *testing.T, uploads ...string) grpc.ClientConnInterface {
	t.Fatal("no service yet")
	return nil
}
