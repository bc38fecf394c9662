package service

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/fault"
)

// errorDomain is the domain of every ErrorInfo of this API.
const errorDomain = "observer.v1"

// statusOf turns the error of a handler into the status the caller gets. What is not a fault is
// logged under a random id, and the caller gets the id only.
func statusOf(ctx context.Context, log *slog.Logger, err error) *status.Status {
	f := faultOf(err)
	if f == nil {
		f = unexpected(ctx, log, err)
	}
	code, known := CodeOf(f.Reason)
	if !known {
		code = codes.Internal
	}
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{
		Reason: string(f.Reason), Domain: errorDomain, Metadata: f.Meta,
	}}
	if f.RetryAfter > 0 {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(f.RetryAfter)})
	}
	s := status.New(code, f.Message)
	if detailed, err := s.WithDetails(details...); err == nil {
		return detailed
	}
	return s
}

// faultOf finds the fault in an error, or makes one of what gRPC and contexts report. Nil means
// that the error is unexpected.
func faultOf(err error) *fault.Error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Timeout, "the deadline of the call passed")
	case errors.Is(err, context.Canceled):
		return fault.New(fault.Cancelled, "the call was cancelled")
	}
	s, ok := status.FromError(err)
	if !ok {
		return nil
	}
	switch s.Code() {
	case codes.Canceled:
		return fault.New(fault.Cancelled, "the call was cancelled")
	case codes.DeadlineExceeded:
		return fault.New(fault.Timeout, "the deadline of the call passed")
	case codes.InvalidArgument, codes.ResourceExhausted:
		return fault.New(fault.InvalidRequest, "%s", s.Message())
	default:
		return nil
	}
}

func unexpected(ctx context.Context, log *slog.Logger, err error) *fault.Error {
	id := randomID()
	log.LogAttrs(ctx, slog.LevelError, "unexpected error", slog.String("error_id", id), slog.String("error", err.Error()))
	return fault.New(fault.Internal, "an unexpected error; the server's log has it under %s", id).With("error_id", id)
}

// randomID returns 16 random bytes in hexadecimal digits.
func randomID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails, see its documentation
	return hex.EncodeToString(b[:])
}
