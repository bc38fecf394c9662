package client

import (
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"
)

// domain is the domain of the ErrorInfo that every status of the service carries.
const domain = "observer.v1"

// Reason returns why a call failed, such as "STALE_REF": the name of an observer.v1.ErrorReason
// without its prefix. It is empty when the error does not come from the service itself.
func Reason(err error) string {
	info := detail[*errdetails.ErrorInfo](err)
	if info.GetDomain() != domain {
		return ""
	}
	return info.GetReason()
}

// Metadata returns the variables of an error's message, such as "candidates" of a stale ref.
func Metadata(err error) map[string]string {
	return detail[*errdetails.ErrorInfo](err).GetMetadata()
}

// RetryAfter returns how long the service asks to wait before the next try, 0 when it does not say.
func RetryAfter(err error) time.Duration {
	return detail[*errdetails.RetryInfo](err).GetRetryDelay().AsDuration()
}

// detail returns the first detail of a type that a status carries.
func detail[T any](err error) (found T) {
	for _, d := range status.Convert(err).Details() {
		if t, ok := d.(T); ok {
			return t
		}
	}
	return found
}
