package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/observer-svc/observer-svc/service"
)

var errTooManyCalls = errors.New("more calls than the server admits from one caller in a second")

// callRate admits a number of calls a second from each caller, and as many at once. Callers that have
// rested for so long that they have all their calls again are forgotten.
type callRate struct {
	perSecond float64
	burst     int
	rest      time.Duration // after which a caller has all calls again

	mu      sync.Mutex
	callers map[string]*caller
	swept   time.Time
}

type caller struct {
	limiter *rate.Limiter
	last    time.Time
}

func newCallRate(perSecond float64) *callRate {
	burst := max(1, int(perSecond))
	return &callRate{
		perSecond: perSecond, burst: burst, callers: map[string]*caller{},
		rest: time.Duration(float64(burst) / perSecond * float64(time.Second)),
	}
}

// Limit refuses a call that its caller makes too early.
func (c *callRate) Limit(ctx context.Context) error {
	now := time.Now()
	if !c.limiter(service.Caller(ctx), now).AllowN(now, 1) {
		return errTooManyCalls
	}
	return nil
}

func (c *callRate) limiter(name string, now time.Time) *rate.Limiter {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sweepLocked(now)
	who := c.callers[name]
	if who == nil {
		who = &caller{limiter: rate.NewLimiter(rate.Limit(c.perSecond), c.burst)}
		c.callers[name] = who
	}
	who.last = now
	return who.limiter
}

// sweepLocked forgets who has rested, from time to time.
func (c *callRate) sweepLocked(now time.Time) {
	if now.Sub(c.swept) < c.rest {
		return
	}
	c.swept = now
	for name, who := range c.callers {
		if now.Sub(who.last) >= c.rest {
			delete(c.callers, name)
		}
	}
}
