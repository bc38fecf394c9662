package service

import (
	"context"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/fault"
)

// grpcSlack is how many times Config.MaxRequestBytes gRPC itself takes: it refuses larger requests
// with a status of its own, before any code of ours sees them.
const grpcSlack = 4

// fits refuses requests that are larger than they may be.
func (s *Server) fits(req any) error {
	m, ok := req.(proto.Message)
	if !ok {
		return nil
	}
	if size := proto.Size(m); size > s.cfg.MaxRequestBytes {
		return fault.New(fault.InvalidRequest, "the request has %d bytes, the limit is %d; send less at once", size, s.cfg.MaxRequestBytes).
			With("bytes", strconv.Itoa(size)).With("limit", strconv.Itoa(s.cfg.MaxRequestBytes))
	}
	return nil
}

func (s *Server) unaryFits(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if err := s.fits(req); err != nil {
		return nil, err
	}
	return next(ctx, req)
}

func (s *Server) streamFits(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	return next(srv, &fitting{stream, s})
}

// fitting is a stream whose requests are not too large.
type fitting struct {
	grpc.ServerStream
	server *Server
}

// RecvMsg implements grpc.ServerStream.
func (f *fitting) RecvMsg(m any) error {
	if err := f.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	return f.server.fits(m)
}
