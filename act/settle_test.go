package act

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// play is a page whose changes follow a script.
type play struct {
	mu   sync.Mutex
	now  sight
	bell chan struct{}
}

func (p *play) changed() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bell
}

func (p *play) look() sight {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// at changes the page after a while.
func (p *play) at(d time.Duration, change func(s *sight)) {
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		change(&p.now)
		close(p.bell)
		p.bell = make(chan struct{})
	})
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// scripted is what a page does, and when and why settling ends.
type scripted struct {
	script      func(p *play)
	want        observerv1.SettleReason
	after, till time.Duration
}

func (c scripted) run(t *testing.T, e ending) {
	p := &play{bell: make(chan struct{})}
	c.script(p)
	began := time.Now()
	reason, err := settle(t.Context(), p, e)
	require.NoError(t, err)
	took := time.Since(began)
	require.Equal(t, c.want, reason, "after %s", took)
	require.GreaterOrEqual(t, took, c.after)
	require.LessOrEqual(t, took, c.till)
	time.Sleep(10 * time.Second) // the rest of the script, in virtual time
}

func changed(s *sight) { s.revision, s.effect = s.revision+1, true }

func TestSettlingEndsWhenThePageHasDoneWhatTheStepStarted(t *testing.T) {
	for name, c := range map[string]scripted{
		"nothing happens": {func(*play) {}, observerv1.SettleReason_SETTLE_REASON_QUIET, paceInput.idle, paceInput.idle + poll},
		"a change at once": {func(p *play) { p.at(ms(5), changed) },
			observerv1.SettleReason_SETTLE_REASON_QUIET, ms(5) + paceInput.work, ms(5) + paceInput.work + poll},
		"a change after 100 ms": {func(p *play) { p.at(ms(100), changed) },
			observerv1.SettleReason_SETTLE_REASON_QUIET, ms(100) + paceInput.work, ms(100) + paceInput.work + poll},
		"only the focus moves": {func(p *play) { p.at(ms(5), func(s *sight) { s.revision++ }) },
			observerv1.SettleReason_SETTLE_REASON_QUIET, ms(5) + paceInput.idle, ms(5) + paceInput.idle + poll},
		"a request of a second": {func(p *play) {
			p.at(ms(10), func(s *sight) { s.open = 1 })
			p.at(ms(1010), func(s *sight) { s.open = 0 })
			p.at(ms(1020), changed)
		}, observerv1.SettleReason_SETTLE_REASON_QUIET, ms(1080), ms(1100)},
		"a request that never ends": {func(p *play) { p.at(ms(10), func(s *sight) { s.open = 1 }) },
			observerv1.SettleReason_SETTLE_REASON_CAP, requestLimit, requestLimit + ms(50)},
		"requests without end": {func(p *play) {
			for i := range 400 {
				p.at(ms(15*i), func(s *sight) { s.started, s.open, s.revision = s.started+1, i%2, s.revision+1 })
			}
		}, observerv1.SettleReason_SETTLE_REASON_CAP, ms(1500), ms(1500) + busyLimit + ms(50)},
		"a navigation": {func(p *play) {
			p.at(ms(100), func(s *sight) { s.loading = true })
			p.at(ms(400), func(s *sight) { s.document++ })
			p.at(ms(900), func(s *sight) { s.loading = false; s.revision++ })
		}, observerv1.SettleReason_SETTLE_REASON_NAVIGATED, ms(960), ms(980)},
		"a navigation that never ends": {func(p *play) { p.at(ms(50), func(s *sight) { s.loading = true }) },
			observerv1.SettleReason_SETTLE_REASON_CAP, 5 * time.Second, 5*time.Second + poll},
		"a dialog": {func(p *play) { p.at(ms(70), func(s *sight) { s.dialog = true }) },
			observerv1.SettleReason_SETTLE_REASON_DIALOG, ms(70), ms(70)},
		"the tab closes": {func(p *play) { p.at(ms(70), func(s *sight) { s.closed = true }) },
			observerv1.SettleReason_SETTLE_REASON_CLOSED, ms(70), ms(70)},
		"a clock that ticks": {func(p *play) {
			for i := range 100 {
				p.at(ms(30*i), changed)
			}
		}, observerv1.SettleReason_SETTLE_REASON_CAP, busyLimit, busyLimit + ms(50)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.run(t, ending{pace: paceInput, limit: 5 * time.Second})
			})
		})
	}
}

func TestSettlingEndsAtTheFirstChangeWhereThatIsEnough(t *testing.T) {
	for name, c := range map[string]scripted{
		"a change at once": {func(p *play) { p.at(ms(5), changed); p.at(ms(20), changed) },
			observerv1.SettleReason_SETTLE_REASON_CHANGED, ms(5), ms(5)},
		"a change while a request is under way": {func(p *play) {
			p.at(ms(10), func(s *sight) { s.open = 1 })
			p.at(ms(200), changed)
		}, observerv1.SettleReason_SETTLE_REASON_CHANGED, ms(200), ms(200)},
		"a moved focus": {func(p *play) { p.at(ms(5), func(s *sight) { s.revision++ }) },
			observerv1.SettleReason_SETTLE_REASON_QUIET, ms(5) + paceInput.idle, ms(5) + paceInput.idle + poll},
		"a new document": {func(p *play) {
			p.at(ms(5), func(s *sight) { s.loading = true })
			p.at(ms(50), func(s *sight) { s.document++; s.revision++; s.effect = true })
			p.at(ms(80), func(s *sight) { s.loading = false })
		}, observerv1.SettleReason_SETTLE_REASON_NAVIGATED, ms(80) + paceInput.work, ms(80) + paceInput.work + poll},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.run(t, ending{pace: paceInput, first: true, limit: 5 * time.Second})
			})
		})
	}
}

func TestSettlingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), ms(50))
		defer cancel()
		_, err := settle(ctx, &play{bell: make(chan struct{})}, ending{pace: paceInput, limit: 5 * time.Second})
		require.Error(t, err)
	})
}

func TestAPageThatReplacesItsFramesWithoutEndDoesNotHoldAStepToItsCap(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<button id=b>Go</button><div id=d></div><script>let n=0;
setInterval(()=>{const i=document.createElement('iframe');i.src='/in?'+n++;d.replaceChildren(i)},15)</script>`, nil)
	s := clickStep(r.ref("button", "Go"))
	o := r.request(r.ctx(), &observerv1.ActRequest{Steps: []*observerv1.Step{s}, SettleTimeout: durationpb.New(time.Minute)})
	require.Equal(t, "APPLIED", o.short(), o.GetMessage())
	require.Less(t, o.GetSettleTime().AsDuration(), 30*time.Second)
}

func TestAStepThatNeedsTheFirstChangeOnlyDoesNotWaitForWhatThePageStillAsksItsServer(t *testing.T) {
	answer := make(chan struct{})
	r := newRig(t, cdpclient.ContextOptions{}, `<button id=b>Save</button><p id=p>draft</p><script>let n=0;b.onclick=async()=>{
p.textContent='saving';await fetch('/save');p.textContent='saved '+ ++n}</script>`, map[string]http.HandlerFunc{
		"/save": func(_ http.ResponseWriter, q *http.Request) {
			select {
			case <-answer:
			case <-q.Context().Done():
			}
		},
	})
	s := clickStep(r.ref("button", "Save"))
	o := r.request(r.ctx(), &observerv1.ActRequest{
		Steps: []*observerv1.Step{s}, SettleUntil: observerv1.SettleUntil_SETTLE_UNTIL_FIRST_CHANGE,
	})
	require.Equal(t, "APPLIED", o.short(), o.GetMessage())
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_CHANGED, o.GetSettleReason())
	require.Contains(t, o.GetEffect().GetDelta().GetText(), `saving`)
	close(answer)
	o = r.request(r.ctx(), &observerv1.ActRequest{Steps: []*observerv1.Step{s}})
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_QUIET, o.GetSettleReason())
	require.Contains(t, o.GetEffect().GetDelta().GetText(), `saved 2`)
}
