package page

import "time"

// A flight costs the browser the same however many wait for it. Where many call again and again, one
// that began as soon as the first of them is back would serve a few and take the processor from the
// answers to the others; so after a flight that a crowd shared the next one waits until the crowd is
// back. Whoever calls alone, or with a few, waits for nobody.
const (
	// crowd is how many callers of one flight are many.
	crowd = 8
	// gathering is how many times as long as the last flight took a crowd is waited for, and
	// gatheringMost how long at most: those who do not come back must not hold up those who came.
	gathering     = 2
	gatheringMost = 10 * time.Millisecond
)

// gather notes whether the next flight is to wait, and for how many: those who shared the one that
// landed, and those who came meanwhile.
func (l *loop) gather(landed *flight) {
	if landed.callers < crowd {
		return
	}
	l.together = time.Now().Add(min(gathering*time.Since(landed.began), gatheringMost))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.expected = landed.callers + l.callers
}

// gathers reports whether it is too early for the next flight, and sets the timer to when it is not.
func (l *loop) gathers() bool {
	rest := time.Until(l.together)
	if rest <= 0 || l.complete() {
		return false
	}
	l.timer.Reset(rest)
	return true
}

func (l *loop) complete() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.callers >= l.expected
}
