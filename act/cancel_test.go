package act

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// whenCancelled runs a step, cancels the call as soon as the page, or what the Act says, shows that
// it has come to a phase, and returns the result.
func (r *rig) whenCancelled(s *observerv1.Step, phase func(m *observerv1.ActResponse) bool, reached <-chan struct{}) (*observerv1.StepResult, error) {
	ctx, cancel := context.WithCancel(r.ctx())
	defer cancel()
	if reached != nil {
		go func() {
			select {
			case <-reached:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	var result *observerv1.StepResult
	err := Run(ctx, r.env, &observerv1.ActRequest{Steps: []*observerv1.Step{s}}, func(m *observerv1.ActResponse) error {
		if phase != nil && phase(m) {
			cancel()
		}
		if m.GetResult() != nil {
			result = m.GetResult()
		}
		return nil
	})
	return result, err
}

func TestACallThatIsCancelledEndsInEveryPhaseAndSaysWhatIsKnown(t *testing.T) {
	started := func(m *observerv1.ActResponse) bool { return m.GetStarted() != nil }
	waiting := func(m *observerv1.ActResponse) bool { return m.GetWaiting() != nil }
	for name, c := range map[string]struct {
		body  string
		step  func(r *rig) *observerv1.Step
		phase func(m *observerv1.ActResponse) bool
		ping  bool // the phase is reached when the page asks for /ping
		want  observerv1.Outcome
	}{
		"before any input": {`<button id=x>T</button>`, func(r *rig) *observerv1.Step { return clickStep(r.named("T")) }, started, false,
			observerv1.Outcome_OUTCOME_NOT_APPLIED},
		"waiting for the element": {`<button id=x disabled>T</button>`, func(r *rig) *observerv1.Step { return clickStep(r.named("T")) }, waiting, false,
			observerv1.Outcome_OUTCOME_NOT_APPLIED},
		"waiting for the page": {`<button id=x>T</button>`, func(*rig) *observerv1.Step { return waitStep(waitText("never")) }, waiting, false,
			observerv1.Outcome_OUTCOME_NOT_APPLIED},
		"typing": {`<input id=x aria-label=T oninput="if(x.value.length===50)fetch('/ping')">`,
			func(r *rig) *observerv1.Step { return typeStep(r.named("T"), strings.Repeat("a", 20000)) }, nil, true, observerv1.Outcome_OUTCOME_UNKNOWN},
		"in a handler that does not end": {`<button id=x onclick="fetch('/ping');setTimeout(()=>{const end=Date.now()+3000;while(Date.now()<end);});const end=Date.now()+3000;while(Date.now()<end);">T</button>`,
			func(r *rig) *observerv1.Step { return clickStep(r.named("T")) }, nil, true, observerv1.Outcome_OUTCOME_UNKNOWN},
		"settling": {`<button id=x onclick="fetch('/ping')">T</button>`, func(r *rig) *observerv1.Step { return clickStep(r.named("T")) }, nil, true,
			observerv1.Outcome_OUTCOME_UNSPECIFIED}, // applied, or not known when it was not confirmed yet
		"loading": {`<button id=x>T</button>`, func(r *rig) *observerv1.Step {
			return &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: r.server.URL + "/ping"}}}
		}, nil, true, observerv1.Outcome_OUTCOME_UNKNOWN},
		"scrolling": {`<div id=x style="height:900000px">T</div><script>onscroll=()=>fetch('/ping')</script>`,
			func(*rig) *observerv1.Step { return untilStep("", "never") }, nil, true, observerv1.Outcome_OUTCOME_UNKNOWN},
	} {
		t.Run(name, func(t *testing.T) {
			reached := make(chan struct{}, 100)
			ping := func(_ http.ResponseWriter, q *http.Request) {
				select {
				case reached <- struct{}{}:
				default:
				}
				<-q.Context().Done()
			}
			r := newRig(t, cdpclient.ContextOptions{}, c.body, map[string]http.HandlerFunc{"/ping": ping})
			s := c.step(r)
			began := time.Now()
			var on <-chan struct{}
			if c.ping {
				on = reached
			}
			result, err := r.whenCancelled(s, c.phase, on)
			require.Error(t, err)
			require.True(t, fault.Is(err, fault.Cancelled), "%v", err)
			if c.want == observerv1.Outcome_OUTCOME_UNSPECIFIED {
				require.NotEqual(t, observerv1.Outcome_OUTCOME_NOT_APPLIED, result.GetOutcome())
			} else {
				require.Equal(t, c.want, result.GetOutcome(), result.GetMessage())
			}
			require.Less(t, time.Since(began), 25*time.Second)
		})
	}
}

func TestABatchStopsWhereItsDocumentIsReplacedWhateverReplacedIt(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		step func(r *rig) *observerv1.Step
	}{
		"a form that Enter sends": {`<form action=/next><input aria-label=T></form>`, func(r *rig) *observerv1.Step { return typeStep(r.named("T"), "x\n") }},
		"a choice":                {`<select aria-label=T onchange="location='/next'"><option>a<option>b</select>`, func(r *rig) *observerv1.Step { return selectStep(r.named("T"), "b") }},
		"a key":                   {`<button onkeydown="location='/next'">T</button>`, func(r *rig) *observerv1.Step { return pressStep(r.named("T"), "q") }},
		"the focus":               {`<button onfocus="location='/next'">T</button>`, func(r *rig) *observerv1.Step { return focusStep(r.named("T")) }},
		"a reload":                {`<button onclick="location.reload()">T</button>`, func(r *rig) *observerv1.Step { return clickStep(r.named("T")) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			o := r.act(c.step(r), hoverStep("e1"))
			require.True(t, o.GetStopped())
			require.Len(t, o.all, 1)
		})
	}
}
