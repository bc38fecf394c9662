package act

import (
	"context"
	"errors"
)

// floodOf is how many windows a page may open for one click before the click is answered. Each holds
// the script that opens it until the browser has made it, so a script that opens many answers nothing.
const floodOf = 12

var errFlood = errors.New("the page opens one window after another")

// orFlood sends the input of a click, but does not wait for a page that opens window after window
// because of it: it got the click, since only that lets it open one out of a gesture. before is the newest
// page event before it. It reports whether it was so; what the page shows cannot be read then.
func (s *step) orFlood(ctx context.Context, before uint64, send func(context.Context) error) (flood bool, err error) {
	flood, err = unless(ctx, errFlood, func(ctx context.Context) error { return s.tab().AwaitPopups(ctx, before, floodOf) }, send)
	if flood {
		s.pace = paceNone
	}
	return flood, err
}
