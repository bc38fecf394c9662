package act

import (
	"context"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// compose does a compose step: text comes as from an input method, and is read back.
func (s *step) compose(ctx context.Context, c *observerv1.Compose) error {
	stages := c.GetStages()
	if len(stages) == 0 {
		stages = []string{c.GetText()}
	}
	return s.atCaret(ctx, c.GetRef(), c.GetText(), func() error { return s.tab().Compose(ctx, stages, c.GetText()) })
}
