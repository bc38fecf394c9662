package main

import (
	"context"
	"errors"
	"strings"
)

// closers ends what was begun, the latest first.
type closers struct {
	list []func(context.Context) error
}

func (c *closers) add(f func(context.Context) error) { c.list = append(c.list, f) }

func (c *closers) close(ctx context.Context) error {
	var err error
	for i := len(c.list) - 1; i >= 0; i-- {
		err = errors.Join(err, c.list[i](ctx))
	}
	c.list = nil
	return err
}

// splitAddress tells a unix:PATH from a HOST:PORT.
func splitAddress(address string) (network, rest string) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return "unix", path
	}
	return "tcp", address
}
