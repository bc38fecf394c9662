package service

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestTheEndOfACallIsLoggedWithItsReasonAndWithoutWordsOfThePage(t *testing.T) {
	var log bytes.Buffer
	s := &Server{log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx := peer.NewContext(t.Context(), &peer.Peer{Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 5}})
	info := &grpc.UnaryServerInfo{FullMethod: observerv1.TabService_OpenTab_FullMethodName}

	_, err := s.unaryLogged(ctx, nil, info, func(ctx context.Context, _ any) (any, error) {
		return nil, statusOf(ctx, s.log, fault.New(fault.StaleRef, "secret of the page")).Err()
	})
	require.Error(t, err)
	require.Contains(t, log.String(), `level=WARN msg="finished call" grpc.service=observer.v1.TabService grpc.method=OpenTab grpc.code=Aborted`)
	require.Contains(t, log.String(), "peer.address=127.0.0.1:5 reason=STALE_REF")
	require.NotContains(t, log.String(), "secret of the page")

	log.Reset()
	_, err = s.unaryLogged(ctx, nil, info, func(context.Context, any) (any, error) { return "answer", nil })
	require.NoError(t, err)
	require.Contains(t, log.String(), "level=INFO")
	require.Contains(t, log.String(), "grpc.code=OK")
	require.NotContains(t, log.String(), "reason=")

	log.Reset()
	s.logCall(ctx, observerv1.ObserverService_Observe_FullMethodName, time.Now(), nil)
	require.Empty(t, log.String(), "an Observe that went well is nothing to keep")
	s.logCall(ctx, observerv1.ObserverService_Observe_FullMethodName, time.Now(), status.Error(codes.Internal, "no"))
	require.Contains(t, log.String(), "level=ERROR")
}
