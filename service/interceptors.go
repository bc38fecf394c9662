package service

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/auth"
	validate "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/protovalidate"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/ratelimit"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/recovery"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	validatepb "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// interceptors returns the chain every call passes, outermost first: it is logged, its error
// becomes a status unless the server drains and refuses it, a panic becomes an error, and then it is
// admitted: the caller must be authenticated and within the rate, where these are configured, and the
// request valid and not too large.
func (s *Server) interceptors() ([]grpc.UnaryServerInterceptor, []grpc.StreamServerInterceptor, error) {
	validator, err := protovalidate.New()
	if err != nil {
		return nil, nil, fmt.Errorf("compile the validation rules: %w", err)
	}
	recovered := recovery.WithRecoveryHandlerContext(s.recovered)
	unary := []grpc.UnaryServerInterceptor{s.unaryLogged, s.unaryStatus, recovery.UnaryServerInterceptor(recovered)}
	stream := []grpc.StreamServerInterceptor{s.streamLogged, s.streamStatus, recovery.StreamServerInterceptor(recovered)}
	if s.cfg.Auth != nil {
		unary = append(unary, auth.UnaryServerInterceptor(s.cfg.Auth.authFunc))
		stream = append(stream, auth.StreamServerInterceptor(s.cfg.Auth.authFunc))
	}
	if s.cfg.RateLimit != nil {
		limit := limiter{s.cfg.RateLimit}
		unary = append(unary, ratelimit.UnaryServerInterceptor(limit))
		stream = append(stream, ratelimit.StreamServerInterceptor(limit))
	}
	unary = append(unary, s.unaryFits, validate.UnaryServerInterceptor(validator))
	stream = append(stream, s.streamFits, validate.StreamServerInterceptor(validator))
	return unary, stream, nil
}

// unaryTimeout is how long a call may take whose caller set no deadline. OpenTab has a timeout of its
// own.
const unaryTimeout = time.Minute

// unaryStatus counts a call and turns its error into a status.
func (s *Server) unaryStatus(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if !ours(info.FullMethod) {
		return next(ctx, req)
	}
	done, err := s.begin(info.FullMethod)
	if err != nil {
		return nil, s.toStatus(ctx, err)
	}
	defer done()
	if _, has := ctx.Deadline(); !has && info.FullMethod != observerv1.TabService_OpenTab_FullMethodName {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, unaryTimeout)
		defer cancel()
	}
	resp, err := next(ctx, req)
	if err != nil {
		return nil, s.toStatus(ctx, err)
	}
	return resp, nil
}

// streamStatus counts a stream and turns its error into a status.
func (s *Server) streamStatus(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	if !ours(info.FullMethod) {
		return next(srv, stream)
	}
	done, err := s.begin(info.FullMethod)
	if err != nil {
		return s.toStatus(stream.Context(), err)
	}
	defer done()
	if err := next(srv, stream); err != nil {
		return s.toStatus(stream.Context(), err)
	}
	return nil
}

// ours tells whether a method belongs to this API, not to health or reflection.
func ours(method string) bool { return strings.HasPrefix(method, "/"+errorDomain+".") }

func (s *Server) toStatus(ctx context.Context, err error) error {
	if f := violation(err); f != nil {
		err = f
	}
	return statusOf(ctx, s.log, err).Err()
}

// recovered turns a panic into an error. The stack goes to the log only.
func (s *Server) recovered(ctx context.Context, p any) error {
	id := randomID()
	s.log.LogAttrs(ctx, slog.LevelError, "panic in a handler", slog.String("error_id", id),
		slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
	return fault.New(fault.Internal, "an unexpected error; the server's log has it under %s", id).With("error_id", id)
}

// limiter asks the configured rate limiter about calls of this API.
type limiter struct{ ratelimit.Limiter }

// Limit implements ratelimit.Limiter.
func (l limiter) Limit(ctx context.Context) error {
	method, _ := grpc.Method(ctx)
	if !ours(method) {
		return nil
	}
	return l.Limiter.Limit(ctx)
}

// violation turns what the validation interceptor found into a fault that names the field and the
// rule, and what the rate limiter refused into another.
func violation(err error) error {
	if fault.ReasonOf(err) != "" {
		return nil
	}
	st, ok := status.FromError(err)
	if !ok {
		return nil
	}
	if strings.Contains(st.Message(), "grpc_ratelimit middleware") {
		return fault.New(fault.RateLimited, "too many calls; wait before the next").After(retryRateLimited)
	}
	for _, d := range st.Details() {
		if v, ok := d.(*validatepb.Violations); ok && len(v.GetViolations()) > 0 {
			first := v.GetViolations()[0]
			field := protovalidate.FieldPathString(first.GetField())
			return fault.New(fault.InvalidRequest, "%s: %s", field, first.GetMessage()).
				With("field", field).With("rule", first.GetRuleId())
		}
	}
	return nil
}
