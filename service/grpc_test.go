package service

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAnInvalidRequestNamesTheFieldAndTheRule(t *testing.T) {
	r := newRig(t, Config{}, "a")
	conn := serve(t, r.Server)
	_, err := observerv1.NewSessionServiceClient(conn).GetSession(t.Context(), &observerv1.GetSessionRequest{})
	code, why, meta := reason(t, err)
	require.Equal(t, codes.InvalidArgument, code)
	require.Equal(t, "INVALID_REQUEST", why)
	require.Equal(t, map[string]string{"field": "session_id", "rule": "string.min_len"}, meta)

	_, err = all(observerv1.NewObserverServiceClient(conn).Act(t.Context(), &observerv1.ActRequest{SessionId: "s1"}))
	_, why, meta = reason(t, err)
	require.Equal(t, "INVALID_REQUEST", why)
	require.Equal(t, "steps", meta["field"])
}

func TestARequestThatIsTooLargeIsInvalid(t *testing.T) {
	r := newRig(t, Config{MaxRequestBytes: 10_000}, "a")
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	_, err := all(client.Act(t.Context(), &observerv1.ActRequest{SessionId: "s1", Steps: []*observerv1.Step{{
		Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: "e1", Text: strings.Repeat("x", 20_000)}},
	}}}))
	code, why, _ := reason(t, err)
	require.Equal(t, codes.InvalidArgument, code)
	require.Equal(t, "INVALID_REQUEST", why)
}

func TestUnknownSessionsTabsAndRefsAreNotFound(t *testing.T) {
	r := newRig(t, Config{}, "a")
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	for want, req := range map[string]*observerv1.ObserveRequest{
		"SESSION_NOT_FOUND":     {SessionId: "nobody"},
		"TAB_NOT_FOUND":         {SessionId: "s1", TabId: "t9"},
		"REF_NOT_FOUND":         {SessionId: "s1", View: &observerv1.View{ScopeRef: "e999"}},
		"INVALID_REQUEST":       {SessionId: "s1", View: &observerv1.View{ScopeRef: "button 5"}},
		"STALE_SNAPSHOT_CURSOR": {SessionId: "s1", SnapshotId: r.tab.page.Store().SnapshotID(99)},
	} {
		_, err := all(client.Observe(t.Context(), req))
		_, why, _ := reason(t, err)
		require.Equal(t, want, why)
	}
}

func TestAPanicIsAnInternalErrorWithoutItsStack(t *testing.T) {
	var log lockedBuilder
	r := newRig(t, Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}, "a")
	conn := serve(t, r.Server)
	r.session.settings = nil // what GetSession dereferences is fine with nil; the browser is nil as well and is not
	_, err := observerv1.NewSessionServiceClient(conn).GetSession(t.Context(), &observerv1.GetSessionRequest{SessionId: "s1"})
	code, why, meta := reason(t, err)
	require.Equal(t, codes.Internal, code)
	require.Equal(t, "INTERNAL", why)
	require.NotContains(t, err.Error(), "goroutine")
	require.Contains(t, log.String(), meta["error_id"])
	require.Contains(t, log.String(), "session_rpc.go")
}

// lockedBuilder is a strings.Builder for several goroutines.
type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestLogsHoldNoPageText(t *testing.T) {
	var log lockedBuilder
	r := newRig(t, Config{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}, "sesame-text")
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	_, err := all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
	require.NoError(t, err)
	r.script.Change(func() { r.script.Fail = fault.New(fault.Covered, "covered by %q", "sesame-name") })
	_, err = all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
	_, why, _ := reason(t, err)
	require.Equal(t, "COVERED", why)
	require.Contains(t, log.String(), "reason=COVERED")
	require.NotContains(t, log.String(), "sesame")
}

func TestOnlyHoldersOfATokenGetInAndSessionsBelongToTheirCreator(t *testing.T) {
	r := newRig(t, Config{Auth: BearerTokens(map[string]string{"for-ann": "ann", "for-bob": "bob"})}, "a")
	r.session.owner = "ann"
	conn := serve(t, r.Server)
	client := observerv1.NewObserverServiceClient(conn)
	req := &observerv1.ObserveRequest{SessionId: "s1"}
	for token, want := range map[string]string{"": "UNAUTHENTICATED", "wrong": "UNAUTHENTICATED", "for-bob": "SESSION_NOT_FOUND"} {
		_, err := all(client.Observe(bearing(t.Context(), token), req))
		_, why, _ := reason(t, err)
		require.Equal(t, want, why, token)
	}
	_, err := all(client.Observe(bearing(t.Context(), "for-ann"), req))
	require.NoError(t, err)
	_, err = healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err, "health checks need no token")
}

type refusing struct{}

func (refusing) Limit(context.Context) error { return errors.New("no") }

func TestCallsBeyondTheRateAreToldToWait(t *testing.T) {
	r := newRig(t, Config{RateLimit: refusing{}}, "a")
	conn := serve(t, r.Server)
	_, err := observerv1.NewSessionServiceClient(conn).ListSessions(t.Context(), &observerv1.ListSessionsRequest{})
	code, why, _ := reason(t, err)
	require.Equal(t, codes.ResourceExhausted, code)
	require.Equal(t, "RATE_LIMITED", why)
	_, err = healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
}

func TestReflectionAndHealthTellOfTheServices(t *testing.T) {
	r := newRig(t, Config{}, "a")
	conn := serve(t, r.Server)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := reflectionpb.NewServerReflectionClient(conn).ServerReflectionInfo(ctx)
	require.NoError(t, err)
	require.NoError(t, s.Send(&reflectionpb.ServerReflectionRequest{
		MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{},
	}))
	answer, err := s.Recv()
	require.NoError(t, err)
	var names []string
	for _, service := range answer.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	require.Subset(t, names, []string{"observer.v1.SessionService", "observer.v1.TabService", "observer.v1.ObserverService"})
	health, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{Service: "observer.v1.ObserverService"})
	require.NoError(t, err)
	require.Equal(t, healthpb.HealthCheckResponse_SERVING, health.GetStatus())
}

func TestAListenerOthersCanReachNeedsTLSAndAuthentication(t *testing.T) {
	auth := BearerTokens(map[string]string{"x": "x"})
	for name, test := range map[string]struct {
		cfg  Config
		addr net.Addr
		ok   bool
	}{
		"open to all":    {Config{}, &net.TCPAddr{IP: net.IPv4zero}, false},
		"without TLS":    {Config{Auth: auth}, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)}, false},
		"without auth":   {Config{TLS: &tls.Config{MinVersion: tls.VersionTLS12}}, &net.TCPAddr{IP: net.IPv4zero}, false},
		"with both":      {Config{Auth: auth, TLS: &tls.Config{MinVersion: tls.VersionTLS12}}, &net.TCPAddr{IP: net.IPv4zero}, true},
		"loopback":       {Config{}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}, true},
		"IPv6 loopback":  {Config{}, &net.TCPAddr{IP: net.IPv6loopback}, true},
		"a local socket": {Config{}, &net.UnixAddr{Name: "/run/x", Net: "unix"}, true},
	} {
		s := &Server{cfg: test.cfg}
		require.Equal(t, test.ok, s.mayListen(test.addr) == nil, name)
	}
	r := newRig(t, Config{}, "a")
	listener, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	require.ErrorContains(t, r.Serve(listener), "TLS")
	_, err = listener.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

func TestADrainRefusesNewCallsAndFinishesOldOnes(t *testing.T) {
	r := newRig(t, Config{}, "a")
	conn := serve(t, r.Server)
	client := observerv1.NewObserverServiceClient(conn)
	hold := make(chan struct{})
	r.script.Change(func() { r.script.Hold = hold })
	finished := make(chan error, 1)
	go func() {
		_, err := all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
		finished <- err
	}()
	require.Eventually(t, func() bool { return r.script.Captures() == 1 }, 10*time.Second, time.Millisecond)
	watching := make(chan error, 1)
	health, err := healthpb.NewHealthClient(conn).Watch(t.Context(), &healthpb.HealthCheckRequest{})
	require.NoError(t, err)
	first, err := health.Recv()
	require.NoError(t, err)
	require.Equal(t, healthpb.HealthCheckResponse_SERVING, first.GetStatus())
	go func() { watching <- r.Drain(t.Context()) }()
	second, err := health.Recv()
	require.NoError(t, err)
	require.Equal(t, healthpb.HealthCheckResponse_NOT_SERVING, second.GetStatus())
	_, err = all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
	require.Equal(t, codes.Unavailable, status.Code(err))
	close(hold)
	require.NoError(t, <-finished)
	require.NoError(t, <-watching)
}

func TestADrainThatTakesTooLongCancelsWhatIsLeft(t *testing.T) {
	r := newRig(t, Config{}, "a")
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	r.script.Change(func() { r.script.Hold = make(chan struct{}) })
	finished := make(chan error, 1)
	go func() {
		_, err := all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
		finished <- err
	}()
	require.Eventually(t, func() bool { return r.script.Captures() == 1 }, 10*time.Second, time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, r.Drain(ctx), context.DeadlineExceeded)
	require.Error(t, <-finished)
}

func TestAWatcherThatNeverReadsIsEndedOverARealConnectionAndTheOthersGoOn(t *testing.T) {
	r := newRig(t, Config{Watch: WatchConfig{SlowAfter: 300 * time.Millisecond}}, strings.Repeat("x", 1000))
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := &observerv1.WatchDiffRequest{SessionId: "s1", Format: observerv1.Format_FORMAT_BOTH}
	deaf, err := client.WatchDiff(ctx, req)
	require.NoError(t, err)
	quick, err := client.WatchDiff(ctx, req)
	require.NoError(t, err)
	var m mirror
	long := strings.Repeat("y", 900)
	require.Eventually(t, func() bool { return r.watching() == 2 }, 30*time.Second, time.Millisecond)
	for i := 0; r.watching() > 1; i++ {
		r.script.Change(func() { r.script.Names = append([]string(nil), fmt.Sprint(i, long), fmt.Sprint(i, long)) })
		msg, err := quick.Recv()
		require.NoError(t, err)
		require.NoError(t, m.fold(msg))
		require.Less(t, i, 100_000)
	}
	for err == nil {
		_, err = deaf.Recv()
	}
	_, why, _ := reason(t, err)
	require.Equal(t, "WATCHER_TOO_SLOW", why)
	require.Empty(t, m.resets)
	require.Greater(t, m.deltas, 3)
}

func (r *rig) watching() int {
	r.watches.mu.Lock()
	defer r.watches.mu.Unlock()
	return r.watches.count
}

var _ grpc.ServerStream = (*stream[observerv1.ObserveResponse])(nil)
