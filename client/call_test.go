package client_test

import (
	"context"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/test/bufconn"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server answers with what is written down.
type server struct {
	observerv1.UnimplementedObserverServiceServer
	observe []*observerv1.ObserveResponse
	act     []*observerv1.ActResponse
	watch   []*observerv1.WatchDiffResponse
	err     error
	auth    []string
}

func (s *server) Observe(_ *observerv1.ObserveRequest, out grpc.ServerStreamingServer[observerv1.ObserveResponse]) error {
	md, _ := metadata.FromIncomingContext(out.Context())
	s.auth = md.Get("authorization")
	return all(out, s.observe, s.err)
}

func (s *server) Act(_ *observerv1.ActRequest, out grpc.ServerStreamingServer[observerv1.ActResponse]) error {
	return all(out, s.act, s.err)
}

func (s *server) WatchDiff(_ *observerv1.WatchDiffRequest, out grpc.ServerStreamingServer[observerv1.WatchDiffResponse]) error {
	return all(out, s.watch, s.err)
}

func all[M any](out grpc.ServerStreamingServer[M], ms []*M, err error) error {
	for _, m := range ms {
		if err := out.Send(m); err != nil {
			return err
		}
	}
	return err
}

// connect serves s and returns a client for it.
func connect(t *testing.T, s *server, opts client.DialOptions) *client.Client {
	t.Helper()
	pipe := bufconn.Listen(1 << 20)
	g := grpc.NewServer()
	observerv1.RegisterObserverServiceServer(g, s)
	done := make(chan struct{})
	go func() { defer close(done); _ = g.Serve(pipe) }()
	opts.GRPC = append(opts.GRPC, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return pipe.DialContext(ctx) }))
	c, err := client.Dial("passthrough:///localhost", opts)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, c.Close())
		g.Stop()
		<-done
	})
	return c
}

// answer is what a server says to Observe for the tree of a tab.
func answer(tab *tab) []*observerv1.ObserveResponse {
	root := tab.store.Current().Tree.Root
	ns := wire.Subtree(nil, root, 0)[1:]
	return []*observerv1.ObserveResponse{
		{Part: &observerv1.ObserveResponse_Header{Header: &observerv1.SnapshotHeader{SnapshotId: "ep.t1.1", Title: "T"}}},
		{Part: &observerv1.ObserveResponse_Chunk{Chunk: &observerv1.SnapshotChunk{Text: "- a\n", Nodes: ns[:1]}}},
		{Part: &observerv1.ObserveResponse_Chunk{Chunk: &observerv1.SnapshotChunk{Text: "- b\n", Nodes: ns[1:]}}},
		{Part: &observerv1.ObserveResponse_End{End: &observerv1.SnapshotEnd{NodeCount: uint32(len(ns)), Digest: root.Digest()}}},
	}
}

func TestObserveCollectsTextAndTree(t *testing.T) {
	tab := newTab(1)
	s := &server{observe: answer(tab)}
	got, err := connect(t, s, client.DialOptions{Token: "secret"}).Observe(t.Context(), &observerv1.ObserveRequest{})
	require.NoError(t, err)
	require.Equal(t, "- a\n- b\n", got.Text)
	require.Equal(t, tab.store.Current().Tree.Root.Digest(), got.Tree.Root.Digest())
	require.Equal(t, "T", got.Tree.Title)
	require.Equal(t, []string{"Bearer secret"}, s.auth)
}

func TestObserveRefusesAnAnswerThatIsNotComplete(t *testing.T) {
	tab := newTab(1)
	full := answer(tab)
	for name, ms := range map[string][]*observerv1.ObserveResponse{
		"no end":     full[:3],
		"no header":  full[1:],
		"lost chunk": {full[0], full[1], full[3]},
		"two ends":   append(full[:4:4], full[3]),
		"nothing":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := connect(t, &server{observe: ms}, client.DialOptions{}).Observe(t.Context(), &observerv1.ObserveRequest{})
			require.Error(t, err)
		})
	}
}

func TestObserveJoinsThePartsOfADelta(t *testing.T) {
	part := func(text string, more bool) *observerv1.ObserveResponse {
		return &observerv1.ObserveResponse{Part: &observerv1.ObserveResponse_Delta{Delta: &observerv1.Delta{
			Text: text, More: more, Operations: []*observerv1.Operation{{}},
		}}}
	}
	full := answer(newTab(1))
	ms := []*observerv1.ObserveResponse{full[0], part("a", true), part("b", false), full[3]}
	got, err := connect(t, &server{observe: ms}, client.DialOptions{}).Observe(t.Context(), &observerv1.ObserveRequest{})
	require.NoError(t, err)
	require.Equal(t, "ab", got.Delta.GetText())
	require.Len(t, got.Delta.GetOperations(), 2)
	_, err = connect(t, &server{observe: []*observerv1.ObserveResponse{full[0], part("a", true), full[3]}}, client.DialOptions{}).
		Observe(t.Context(), &observerv1.ObserveRequest{})
	require.ErrorIs(t, err, client.ErrIncomplete)
}

func TestActReturnsTheResultsAlsoWhenAStepFailed(t *testing.T) {
	result := func(step uint32) *observerv1.ActResponse {
		return &observerv1.ActResponse{Event: &observerv1.ActResponse_Result{Result: &observerv1.StepResult{Step: step}}}
	}
	s := &server{
		act: []*observerv1.ActResponse{{Event: &observerv1.ActResponse_Started{}}, result(0), result(1)},
		err: failure(codes.Aborted, "STALE_REF"),
	}
	told := 0
	got, err := connect(t, s, client.DialOptions{}).ActWith(t.Context(), &observerv1.ActRequest{}, func(*observerv1.ActResponse) { told++ })
	require.Equal(t, "STALE_REF", client.Reason(err))
	require.Len(t, got, 2)
	require.Equal(t, 3, told)
}

func TestAWatchOverAConnectionFoldsWhatTheServerSends(t *testing.T) {
	ms, revs := stream(5)
	s := &server{watch: ms, err: gone}
	var last client.Event
	for e, err := range connect(t, s, client.DialOptions{}).Watch(t.Context(), nodes, client.WatchOptions{}) {
		if err != nil {
			require.Equal(t, "TAB_NOT_FOUND", client.Reason(err))
			break
		}
		last = e
		if changed, ok := e.(client.Changed); ok {
			require.Equal(t, revs[changed.Position.GetRevision()].Tree.Root.Digest(), changed.Tree.Root.Digest())
		}
	}
	require.IsType(t, client.Progress{}, last)
}

func TestATokenIsNotSentInTheClearToAnotherMachine(t *testing.T) {
	_, err := client.Dial("example.org:443", client.DialOptions{Token: "secret"})
	require.Error(t, err)
	c, err := client.Dial("127.0.0.1:1", client.DialOptions{Token: "secret"})
	require.NoError(t, err)
	require.NoError(t, c.Close())
}
