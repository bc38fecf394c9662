//go:build widgets

package e2e

import (
	"fmt"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// widgetsReadOtherwise says on which pages, and why, the accessibility tree says something else than
// the page engine.
var widgetsReadOtherwise = map[string]string{}

// comparison counts what was read with both engines.
type comparison struct {
	states int // pages in a state of their own
	nodes  int
	refs   int
}

func (c comparison) String() string {
	return fmt.Sprintf("%d states of pages read with both engines, %d nodes and %d refs compared", c.states, c.nodes, c.refs)
}

// compare reads the page with both engines and expects the same text, refs included: an element is
// the same element whichever engine met it first. A page that changes between the readings is read
// again.
func (c *comparison) compare(h *hand, page, when string) {
	h.t.Helper()
	for {
		ours, reference, again := h.read(observerv1.Engine_ENGINE_PAGE), h.read(observerv1.Engine_ENGINE_AX), h.read(observerv1.Engine_ENGINE_PAGE)
		if ours.text != again.text && ours.text != reference.text {
			require.NoError(h.t, h.ctx.Err(), "the page does not come to rest")
			continue
		}
		c.states++
		c.nodes += len(ours.nodes)
		c.refs += ours.refs()
		diff := cmp.Diff(reference.text, ours.text)
		why, known := widgetsReadOtherwise[page+" "+when]
		switch {
		case known && diff == "":
			h.t.Errorf("%s reads the same %s; take it out of widgetsReadOtherwise", page, when)
		case known:
			h.t.Logf("%s differs %s: %s", page, when, why)
		case diff != "":
			h.t.Errorf("%s, the page engine (+) differs from the accessibility tree (-):\n%s", when, diff)
		}
		return
	}
}

func (h *hand) read(engine observerv1.Engine) *snapshot {
	h.t.Helper()
	s, err := h.d.observe(h.ctx, func(r *observerv1.ObserveRequest) { r.Engine = engine })
	require.NoError(h.t, err)
	return s
}
