package service

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// unaryLogged logs the end of a call. The logging interceptor of the middleware does the same, but
// gathers its fields for every message; that was a quarter of a repeated Observe.
func (s *Server) unaryLogged(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	began := time.Now()
	resp, err := next(ctx, req)
	s.logCall(ctx, info.FullMethod, began, err)
	return resp, err
}

// streamLogged logs the end of a stream.
func (s *Server) streamLogged(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	began := time.Now()
	err := next(srv, stream)
	s.logCall(stream.Context(), info.FullMethod, began, err)
	return err
}

// logCall logs what a call was and how it ended, but not the error's message, which may quote the page.
func (s *Server) logCall(ctx context.Context, fullMethod string, began time.Time, err error) {
	code := status.Code(err)
	level := slog.Level(logging.DefaultServerCodeToLevel(code))
	if code == codes.OK && fullMethod == observerv1.ObserverService_Observe_FullMethodName {
		level = slog.LevelDebug // callers repeat it at any rate, and it changes nothing
	}
	if !s.log.Enabled(ctx, level) {
		return
	}
	service, method, _ := strings.Cut(strings.TrimPrefix(fullMethod, "/"), "/")
	fields := make([]slog.Attr, 0, 6)
	fields = append(fields, slog.String("grpc.service", service), slog.String("grpc.method", method),
		slog.String("grpc.code", code.String()), slog.Duration("grpc.duration", time.Since(began)))
	if p, ok := peer.FromContext(ctx); ok {
		fields = append(fields, slog.String("peer.address", p.Addr.String()))
	}
	if why := reasonOf(err); why != "" {
		fields = append(fields, slog.String("reason", why))
	}
	s.log.LogAttrs(ctx, level, "finished call", fields...)
}

// reasonOf returns the reason in the details of a status.
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(interface{ GetReason() string }); ok {
			return info.GetReason()
		}
	}
	return ""
}
