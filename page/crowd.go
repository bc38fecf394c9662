package page

import "time"

// A flight costs the browser the same however many wait for it. Where many call again and again, one
// that began as soon as the first of them is back would serve a few and take the processor from the
// answers to the others; so after a flight that a crowd shared the next one waits for more. Whoever
// calls alone, or with a few, waits for nobody.
const (
	// crowd is how many callers of one flight are many.
	crowd = 8
	// gathering is how long the flight after one of a crowd waits at most. It waits no longer than the
	// one before took, so a page is read for at least half of the time.
	gathering = 10 * time.Millisecond
)

// gather notes whether the next flight is to wait for more callers.
func (l *loop) gather(landed *flight) {
	if landed.callers >= crowd {
		l.together = time.Now().Add(min(time.Since(landed.began), gathering))
	}
}

// gathers reports whether it is too early for the next flight, and sets the timer to when it is not.
func (l *loop) gathers() bool {
	rest := time.Until(l.together)
	if rest > 0 {
		l.timer.Reset(rest)
	}
	return rest > 0
}
