package main

import (
	"context"
	"errors"

	"golang.org/x/time/rate"
)

var errTooManyCalls = errors.New("more calls than the server admits in a second")

// callRate admits a number of calls a second, and as many at once.
type callRate struct{ limiter *rate.Limiter }

func newCallRate(perSecond float64) callRate {
	return callRate{rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond)))}
}

// Limit refuses a call that comes too early.
func (c callRate) Limit(context.Context) error {
	if !c.limiter.Allow() {
		return errTooManyCalls
	}
	return nil
}
