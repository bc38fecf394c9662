package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/wire"
)

// WatchOptions say how a watch comes back after its stream broke off. The zero value means the
// defaults.
type WatchOptions struct {
	// MinPause is the longest pause before the first try; each further try doubles it, and the pause
	// is a random part of it, at least half. 100 ms when 0.
	MinPause time.Duration
	// MaxPause is the longest pause; 15 s when 0.
	MaxPause time.Duration
	// Silence is after how many heartbeats without any message a stream counts as lost; 3 when 0.
	Silence int
}

func (o WatchOptions) withDefaults() WatchOptions {
	if o.MinPause == 0 {
		o.MinPause = 100 * time.Millisecond
	}
	if o.MaxPause == 0 {
		o.MaxPause = 15 * time.Second
	}
	if o.Silence == 0 {
		o.Silence = 3
	}
	return o
}

// recoverable reports whether another stream may do better.
func (w *watcher) recoverable(err error) bool {
	w.asked = max(w.asked, RetryAfter(err))
	switch reason := Reason(err); {
	case err == nil, errors.Is(err, errSilent), reason == "WATCHER_TOO_SLOW":
		return true
	case unfoldable(err), reason == "RESUME_TOKEN_INVALID" && len(w.token) > 0:
		w.token, w.fold = nil, NewFold(w.req)
		w.faults++
		return true
	case reason == "BROWSER_DISCONNECTED": // with all its sessions
		return false
	case reason != "":
		return status.Code(err) == codes.Unavailable
	}
	// Without a reason the error comes from the transport or from something in between.
	switch status.Code(err) {
	case codes.Unavailable, codes.Internal, codes.Unknown, codes.ResourceExhausted:
		return true
	default:
		return false
	}
}

// unfoldable reports whether an error says that the stream and the local tree do not fit.
func unfoldable(err error) bool {
	return errors.Is(err, ErrGap) || errors.Is(err, ErrDiverged) ||
		errors.Is(err, wire.ErrMalformed) || errors.Is(err, diff.ErrMismatch)
}

// pause returns how long to wait before the next try: at least as long as the server asked.
func (w *watcher) pause() time.Duration {
	longest := w.opts.MaxPause
	if shift := w.tries + w.faults; shift < 30 {
		longest = min(longest, w.opts.MinPause<<shift)
	}
	w.tries++
	half := longest / 2
	return max(w.asked, half+rand.N(longest-half+1)) //nolint:gosec // jitter, not a secret
}

// sleep waits and reports whether ctx is still alive.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
