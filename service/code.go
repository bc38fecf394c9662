package service

import (
	"google.golang.org/grpc/codes"

	"github.com/observer-svc/observer-svc/fault"
)

// CodeOf returns the gRPC code of the statuses that carry a reason.
func CodeOf(r fault.Reason) (codes.Code, bool) {
	code, known := codeOf[r]
	return code, known
}
