package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Call is one call of a Batch.
type Call struct {
	Method string
	Params any
	// Then takes the result in the goroutine that reads the connection, in the order of the wire
	// with all events. Like a Handler it must not wait. It may be nil.
	Then func(result json.RawMessage)
	// Optional says that the browser may refuse the call.
	Optional bool
}

// Batch sends calls in order without waiting in between, and then waits for all answers. This is
// the way to prepare a target that waits for its debugger: some answer nothing until the last call
// lets them run, and yet do everything in order. The error is that of the first call that failed.
func (m *Mux) Batch(ctx context.Context, session string, calls []Call) error {
	m.mu.Lock()
	c, err := m.sessions[session], m.err
	m.mu.Unlock()
	if c == nil {
		return errors.Join(err, errSessionGone)
	}
	answers := make(chan error, len(calls))
	ids := make([]uint64, 0, len(calls))
	defer func() { // those without an answer
		for _, id := range ids {
			m.forget(id)
			c.forget(id)
		}
	}()
	for _, call := range calls {
		id, err := c.send(call.Method, call.Params, waiter{batch: func(got message, err error) {
			answers <- call.took(got, err)
		}})
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	var first error
	for range calls {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-answers:
			if first == nil {
				first = err
			}
		}
	}
	return first
}

var errSessionGone = errors.New("the session is gone")

// took handles the answer to a call.
func (c Call) took(got message, err error) error {
	switch {
	case err != nil:
		return err
	case got.fail != nil && c.Optional:
		return nil
	case got.fail != nil:
		return fmt.Errorf("%s: %w", c.Method, got.fail)
	}
	if c.Then != nil {
		c.Then(got.body)
	}
	return nil
}
