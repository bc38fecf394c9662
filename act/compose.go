package act

import (
	"context"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// compose does a compose step: text comes as from an input method, and is read back.
func (s *step) compose(ctx context.Context, c *observerv1.Compose) error {
	el, err := s.typingInto(ctx, c.GetRef())
	if err != nil {
		return err
	}
	var before holding
	if el != nil {
		if err := el.Call(ctx, &before, holdingJS); err != nil {
			return err
		}
	}
	stages := c.GetStages()
	if len(stages) == 0 {
		stages = []string{c.GetText()}
	}
	if before.Secret || el == nil && focusIsSecret(s.base.Tree.Root) {
		s.hide(c.GetText())
	}
	s.sent, s.result.Means = true, observerv1.InputMeans_INPUT_MEANS_TRUSTED
	if err := s.tab().Compose(ctx, stages, c.GetText()); err != nil {
		return s.unseen(err)
	}
	if el == nil || !before.Editable {
		return nil
	}
	return s.typed(ctx, el, before, c.GetText())
}
