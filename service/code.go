package service

import (
	"google.golang.org/grpc/codes"

	"github.com/observer-svc/observer-svc/fault"
)

// CodeOf returns the gRPC code of the statuses that carry a reason, and false for what is no reason
// of the contract. README.md lists it for callers.
func CodeOf(r fault.Reason) (codes.Code, bool) {
	switch r {
	case fault.InvalidRequest, fault.ResumeTokenInvalid, fault.RequestIDReused:
		return codes.InvalidArgument, true
	case fault.URLNotAllowed, fault.NotPermitted:
		return codes.PermissionDenied, true
	case fault.Unauthenticated:
		return codes.Unauthenticated, true
	case fault.SessionNotFound, fault.TabNotFound, fault.RefNotFound, fault.DownloadNotFound:
		return codes.NotFound, true
	case fault.StaleRef, fault.RefChanged, fault.StaleSnapshotCursor, fault.StaleScreenshot,
		fault.PageChangedDuringCapture, fault.TabClosed:
		return codes.Aborted, true
	case fault.NotVisible, fault.NotStable, fault.Disabled, fault.NotEditable, fault.Covered, fault.DialogOpen,
		fault.NoOption, fault.ValueNotRetained, fault.NotActionable, fault.NavigationFailed,
		fault.DownloadDenied, fault.DownloadFailed, fault.WrongReplica:
		return codes.FailedPrecondition, true
	case fault.RevisionCompacted, fault.RevisionInFuture:
		return codes.OutOfRange, true
	case fault.TooManySessions, fault.TooManyTabs, fault.TooManyWatchers, fault.RateLimited, fault.WatcherTooSlow,
		fault.MemoryPressure:
		return codes.ResourceExhausted, true
	case fault.BrowserDisconnected, fault.BrowserUnavailable, fault.PageCrashed, fault.ServerDraining:
		return codes.Unavailable, true
	case fault.Timeout:
		return codes.DeadlineExceeded, true
	case fault.Cancelled:
		return codes.Canceled, true
	case fault.Internal:
		return codes.Internal, true
	default:
		return codes.Unknown, false
	}
}
