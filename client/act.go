package client

import (
	"context"
	"errors"
	"io"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// Act runs steps and returns their results. When a step failed, its result is the last one and the
// error has the same reason. A request id makes it safe to call Act again with the same request.
func (c *Client) Act(ctx context.Context, req *observerv1.ActRequest) ([]*observerv1.StepResult, error) {
	return c.ActWith(ctx, req, func(*observerv1.ActResponse) {})
}

// ActWith is Act, and tells each message of the stream as it comes: which step has started, what it
// waits for, and how it ended.
func (c *Client) ActWith(ctx context.Context, req *observerv1.ActRequest, tell func(*observerv1.ActResponse)) ([]*observerv1.StepResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.Observer.Act(ctx, req)
	if err != nil {
		return nil, err
	}
	var results []*observerv1.StepResult
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return results, nil
		}
		if err != nil {
			return results, err
		}
		tell(m)
		if r := m.GetResult(); r != nil {
			results = append(results, r)
		}
	}
}
