package act

import (
	"context"
	"errors"
	"sync"
)

// unless does something, but gives it up with a cause once something else has happened: when the wait for
// that ends without an error. It reports whether it was given up; the error is nil then.
func unless(ctx context.Context, cause error, happens, do func(context.Context) error) (givenUp bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer cancel(nil)
	watching.Go(func() {
		if happens(ctx) == nil {
			cancel(cause)
		}
	})
	err = do(ctx)
	if err != nil && errors.Is(context.Cause(ctx), cause) {
		return true, nil
	}
	return false, err
}
