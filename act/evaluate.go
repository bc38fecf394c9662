package act

import (
	"context"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// evaluate does an evaluate step. Whether it is allowed was checked before any step.
func (s *step) evaluate(ctx context.Context, e *observerv1.Evaluate) error {
	s.pace = paceLight
	s.sent = true
	value, err := s.tab().Evaluate(ctx, e.GetExpression())
	if err != nil {
		return s.answered(err)
	}
	s.result.EvaluateJson = string(value)
	return nil
}
