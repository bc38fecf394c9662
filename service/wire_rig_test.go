package service

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// serve lets a server take calls on a loopback port and returns a connection to it.
func serve(t testing.TB, s *Server, opts ...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	opts = append([]grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}, opts...)
	conn, err := grpc.NewClient(listener.Addr().String(), opts...)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = conn.Close()
		require.NoError(t, s.Close())
		require.NoError(t, <-served)
	})
	return conn
}

// reason returns code and reason of a status that has exactly one ErrorInfo.
func reason(t *testing.T, err error) (codes.Code, string, map[string]string) {
	t.Helper()
	s, ok := status.FromError(err)
	require.True(t, ok, "%v is not a status", err)
	infos, _ := detailsOf(s)
	require.Len(t, infos, 1, "%v", err)
	require.Equal(t, errorDomain, infos[0].GetDomain())
	return s.Code(), infos[0].GetReason(), infos[0].GetMetadata()
}

// all reads a stream to its end.
func all[T any](s grpc.ServerStreamingClient[T], err error) ([]*T, error) {
	if err != nil {
		return nil, err
	}
	var got []*T
	for {
		m, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return got, nil
		}
		if err != nil {
			return got, err
		}
		got = append(got, m)
	}
}

// seen is what an Observe answered.
type seen struct {
	header *observerv1.SnapshotHeader
	text   string
	nodes  []*observerv1.Node
	delta  *observerv1.Delta
	end    *observerv1.SnapshotEnd
	chunks int
}

func gather(parts []*observerv1.ObserveResponse, err error) (*seen, error) {
	if err != nil {
		return nil, err
	}
	s := &seen{}
	for _, p := range parts {
		switch p := p.GetPart().(type) {
		case *observerv1.ObserveResponse_Header:
			s.header = p.Header
		case *observerv1.ObserveResponse_Chunk:
			s.text += p.Chunk.GetText()
			s.nodes = append(s.nodes, p.Chunk.GetNodes()...)
			s.chunks++
		case *observerv1.ObserveResponse_Delta:
			s.delta = p.Delta
		case *observerv1.ObserveResponse_End:
			s.end = p.End
		}
	}
	if s.header == nil || s.end == nil {
		return s, errors.New("the answer is not complete")
	}
	return s, nil
}

func bearing(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
}
