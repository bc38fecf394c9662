package main

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/peer"
)

// from is the context of a call from an address.
func from(t *testing.T, ip string, port int) context.Context {
	t.Helper()
	return peer.NewContext(t.Context(), &peer.Peer{Addr: &net.TCPAddr{IP: net.ParseIP(ip), Port: port}})
}

func TestEachCallerHasARateOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCallRate(2)
		for range 2 {
			require.NoError(t, c.Limit(from(t, "192.0.2.1", 1)))
		}
		require.Error(t, c.Limit(from(t, "192.0.2.1", 2)), "another connection is the same caller")
		require.NoError(t, c.Limit(from(t, "192.0.2.2", 1)), "another caller has not called yet")
		time.Sleep(500 * time.Millisecond)
		require.NoError(t, c.Limit(from(t, "192.0.2.1", 1)))
		require.Error(t, c.Limit(from(t, "192.0.2.1", 1)))
	})
}

func TestCallersThatRestAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCallRate(0.5)
		for i := range 200 {
			require.NoError(t, c.Limit(from(t, net.IPv4(192, 0, 2, byte(i)).String(), 1)))
			require.LessOrEqual(t, len(c.callers), 50)
			time.Sleep(100 * time.Millisecond)
		}
	})
}
