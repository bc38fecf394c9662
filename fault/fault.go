// Package fault is the domain error of the service: a reason from the closed list of the public
// contract, a sentence that says what to do, and plain data about what was involved.
//
// Every package returns its decidable failures as *Error; service maps them to gRPC statuses in
// one place. Errors hold plain data only, never live handles, raw CDP text or unquoted page text.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Reason is the name of an observer.v1.ErrorReason without its prefix.
type Reason string

// The reasons, in the order of the enum in proto/observer/v1/error.proto.
const (
	InvalidRequest           Reason = "INVALID_REQUEST"
	ResumeTokenInvalid       Reason = "RESUME_TOKEN_INVALID"
	RequestIDReused          Reason = "REQUEST_ID_REUSED"
	URLNotAllowed            Reason = "URL_NOT_ALLOWED"
	SessionNotFound          Reason = "SESSION_NOT_FOUND"
	TabNotFound              Reason = "TAB_NOT_FOUND"
	RefNotFound              Reason = "REF_NOT_FOUND"
	StaleRef                 Reason = "STALE_REF"
	RefChanged               Reason = "REF_CHANGED"
	StaleSnapshotCursor      Reason = "STALE_SNAPSHOT_CURSOR"
	StaleScreenshot          Reason = "STALE_SCREENSHOT"
	PageChangedDuringCapture Reason = "PAGE_CHANGED_DURING_CAPTURE"
	NotVisible               Reason = "NOT_VISIBLE"
	NotStable                Reason = "NOT_STABLE"
	Disabled                 Reason = "DISABLED"
	NotEditable              Reason = "NOT_EDITABLE"
	Covered                  Reason = "COVERED"
	DialogOpen               Reason = "DIALOG_OPEN"
	NoOption                 Reason = "NO_OPTION"
	ValueNotRetained         Reason = "VALUE_NOT_RETAINED"
	NotActionable            Reason = "NOT_ACTIONABLE"
	RevisionCompacted        Reason = "REVISION_COMPACTED"
	RevisionInFuture         Reason = "REVISION_IN_FUTURE"
	TooManySessions          Reason = "TOO_MANY_SESSIONS"
	TooManyTabs              Reason = "TOO_MANY_TABS"
	TooManyWatchers          Reason = "TOO_MANY_WATCHERS"
	RateLimited              Reason = "RATE_LIMITED"
	WatcherTooSlow           Reason = "WATCHER_TOO_SLOW"
	MemoryPressure           Reason = "MEMORY_PRESSURE"
	BrowserDisconnected      Reason = "BROWSER_DISCONNECTED"
	BrowserUnavailable       Reason = "BROWSER_UNAVAILABLE"
	PageCrashed              Reason = "PAGE_CRASHED"
	ServerDraining           Reason = "SERVER_DRAINING"
	Timeout                  Reason = "TIMEOUT"
	Cancelled                Reason = "CANCELLED"
	TabClosed                Reason = "TAB_CLOSED"
	NavigationFailed         Reason = "NAVIGATION_FAILED"
	Unauthenticated          Reason = "UNAUTHENTICATED"
	Internal                 Reason = "INTERNAL"
	NotPermitted             Reason = "NOT_PERMITTED"
	DownloadNotFound         Reason = "DOWNLOAD_NOT_FOUND"
	DownloadDenied           Reason = "DOWNLOAD_DENIED"
	DownloadFailed           Reason = "DOWNLOAD_FAILED"
	WrongReplica             Reason = "WRONG_REPLICA"
)

// Error is a failure a caller can decide on. It is immutable once returned.
type Error struct {
	// Reason is why.
	Reason Reason
	// Message is a sentence that says what happened and what to do.
	Message string
	// Meta holds every variable of the message under a stable key.
	Meta map[string]string
	// RetryAfter is how long to wait before trying again; 0 where waiting does not help.
	RetryAfter time.Duration
	// Cause is what led to it, for the log only.
	Cause error
}

// New returns an Error with a formatted message.
func New(r Reason, format string, args ...any) *Error {
	return &Error{Reason: r, Message: fmt.Sprintf(format, args...)}
}

// With returns a copy with one more variable.
func (e *Error) With(key, value string) *Error {
	c := *e
	c.Meta = make(map[string]string, len(e.Meta)+1)
	for k, v := range e.Meta {
		c.Meta[k] = v
	}
	c.Meta[key] = value
	return &c
}

// Because returns a copy with a cause for the log.
func (e *Error) Because(err error) *Error {
	c := *e
	c.Cause = err
	return &c
}

// After returns a copy that tells the caller when to try again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Error returns the reason, the message and the cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return string(e.Reason) + ": " + e.Message + ": " + e.Cause.Error()
	}
	return string(e.Reason) + ": " + e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ReasonOf returns the reason of the outermost Error in err's chain, or "" when there is none.
func ReasonOf(err error) Reason {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// Is reports whether err carries the reason.
func Is(err error, r Reason) bool { return err != nil && ReasonOf(err) == r }
