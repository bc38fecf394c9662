package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/stats"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// retryDraining and retryRateLimited are what callers are told to wait.
const (
	retryDraining    = time.Second
	retryRateLimited = time.Second
)

// Server is the service. It is safe for concurrent use.
type Server struct {
	cfg       Config
	log       *slog.Logger
	sealer    sealer
	grpc      *grpc.Server
	health    *health.Server
	browsers  *browsers
	sessions  *sessions
	watches   watches
	measures  *measures
	telemetry bool // somebody takes spans or metrics
	tokens    *tree.Counter

	draining chan struct{}  // closed when no new calls are taken
	calls    sync.WaitGroup // of this API

	mu        sync.Mutex
	drained   bool // draining is closed
	closeOnce sync.Once
	closeErr  error
}

// NewServer prepares a server. It must be closed.
func NewServer(cfg Config) (*Server, error) {
	if err := checkReplica(cfg.Replica); err != nil {
		return nil, err
	}
	telemetry := cfg.Tracer != nil || cfg.Meter != nil
	cfg = cfg.withDefaults()
	s := &Server{
		cfg: cfg, telemetry: telemetry, log: cfg.Logger, sealer: sealer{cfg.TokenKey},
		health: health.NewServer(), tokens: tree.NewCounter(), draining: make(chan struct{}),
	}
	unary, stream, err := s.interceptors()
	if err != nil {
		return nil, err
	}
	if s.measures, err = newMeasures(cfg); err != nil {
		return nil, fmt.Errorf("register the metrics: %w", err)
	}
	s.watches.limit = cfg.Limits.Watchers
	s.sessions = newSessions(cfg.Limits, cfg.Replica)
	s.browsers = newBrowsers(cfg, s.sessions.lose)
	s.grpc = grpc.NewServer(append(s.options(), grpc.ChainUnaryInterceptor(unary...), grpc.ChainStreamInterceptor(stream...))...)
	s.register()
	if err := s.measures.gauge(s.held, cfg.History.Budget); err != nil {
		return nil, errors.Join(fmt.Errorf("register the metrics: %w", err), s.Close())
	}
	return s, nil
}

// streamWorkers is how many goroutines take calls one after another. The stack of a new goroutine must
// first grow for the chain of a call; that was a tenth of a repeated Observe. Calls beyond get
// goroutines of their own.
const streamWorkers = 64

func (s *Server) options() []grpc.ServerOption {
	opts := []grpc.ServerOption{
		grpc.ForceServerCodecV2(newCodec()),
		grpc.MaxRecvMsgSize(grpcSlack * s.cfg.MaxRequestBytes),
		grpc.WaitForHandlers(true),
		grpc.NumStreamWorkers(streamWorkers),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 10 * time.Second, PermitWithoutStream: true}),
	}
	if s.telemetry {
		opts = append(opts, grpc.StatsHandler(otelgrpc.NewServerHandler(
			otelgrpc.WithTracerProvider(s.cfg.Tracer), otelgrpc.WithMeterProvider(s.cfg.Meter),
			otelgrpc.WithPropagators(propagation.TraceContext{}), otelgrpc.WithFilter(worthASpan),
		)))
	}
	if s.cfg.TLS != nil {
		opts = append(opts, grpc.Creds(credentials.NewTLS(s.cfg.TLS)))
	}
	return opts
}

// worthASpan leaves out health checks, and watches, whose spans would last as long as the stream;
// each of a watch's deltas has a span of its own.
func worthASpan(info *stats.RPCTagInfo) bool {
	return info.FullMethodName != observerv1.ObserverService_WatchDiff_FullMethodName &&
		info.FullMethodName != healthpb.Health_Check_FullMethodName &&
		info.FullMethodName != healthpb.Health_Watch_FullMethodName
}

func (s *Server) register() {
	observerv1.RegisterSessionServiceServer(s.grpc, &sessionService{server: s})
	observerv1.RegisterTabServiceServer(s.grpc, &tabService{server: s})
	observerv1.RegisterDownloadServiceServer(s.grpc, &downloadService{server: s})
	observerv1.RegisterObserverServiceServer(s.grpc, &observerService{server: s})
	healthpb.RegisterHealthServer(s.grpc, s.health)
	for name := range s.grpc.GetServiceInfo() {
		s.health.SetServingStatus(name, healthpb.HealthCheckResponse_SERVING)
	}
	reflection.Register(s.grpc)
}

// Serve takes calls from a listener until the server is drained or closed, and then returns nil.
// A listener that other machines can reach needs TLS and authentication; without both it is
// refused and closed.
func (s *Server) Serve(listener net.Listener) error {
	if err := s.mayListen(listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := s.grpc.Serve(listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	}
	return nil
}

func (s *Server) mayListen(addr net.Addr) error {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() || s.cfg.TLS != nil && s.cfg.Auth != nil {
		return nil
	}
	return fmt.Errorf("refuse to listen on %s without TLS and authentication: configure both, or listen on a loopback address", addr)
}

// linger is how long a drain waits, once all calls of this API have finished, for connections that
// clients hold with streams of health or reflection.
const linger = time.Second

// Drain stops in order: health reports NOT_SERVING and new calls are refused, watches end with
// going_away, Acts and Observes finish, and then everything is closed. When ctx ends first, the
// calls still under way are cancelled. It returns nil when all of them finished.
func (s *Server) Drain(ctx context.Context) error {
	s.startDraining()
	stopped, finished := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { s.grpc.GracefulStop(); close(stopped) })
	wg.Go(func() { s.calls.Wait(); close(finished) })
	var err error
	select {
	case <-finished:
		timer := time.NewTimer(linger)
		defer timer.Stop()
		select {
		case <-stopped:
		case <-timer.C:
		case <-ctx.Done():
		}
	case <-ctx.Done():
		err = fmt.Errorf("drain: calls were still under way: %w", context.Cause(ctx))
	}
	s.grpc.Stop()
	wg.Wait()
	return errors.Join(err, s.Close())
}

func (s *Server) startDraining() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.drained {
		s.drained = true
		s.health.Shutdown()
		close(s.draining)
	}
}

// begin counts a call of this API until done is called. It refuses calls while the server drains or
// is short of memory.
func (s *Server) begin(method string) (done func(), err error) {
	if err := s.room(method); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drained {
		return nil, errDraining()
	}
	s.calls.Add(1)
	return s.calls.Done, nil
}

// Close cancels all calls, ends all sessions and the browser, and waits for everything the server
// started. It may be called more than once.
func (s *Server) Close() error {
	s.startDraining()
	s.closeOnce.Do(func() {
		s.grpc.Stop()
		s.watches.wait()
		s.sessions.close()
		s.closeErr = errors.Join(s.browsers.close(), s.measures.close())
	})
	return s.closeErr
}

func errDraining() error {
	return fault.New(fault.ServerDraining, "the server is shutting down; connect again").After(retryDraining)
}

// held tells how many sessions and tabs there are.
func (s *Server) held() (sessions, tabs int) {
	for _, sess := range s.sessions.all() {
		if sess.ended() == nil {
			open, _ := sess.snapshot()
			sessions, tabs = sessions+1, tabs+len(open)
		}
	}
	return sessions, tabs
}
