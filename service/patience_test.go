package service

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAPageThatCannotBeReadIsShownAsItWasWithTheReason(t *testing.T) {
	for name, test := range map[string]struct {
		script string
		policy observerv1.DialogPolicy
		want   observerv1.StaleReason
		reason string // of asking for bounds
	}{
		"endless alerts":      {`for(;;)alert('again')`, 0, observerv1.StaleReason_STALE_REASON_DIALOG, "DIALOG_OPEN"},
		"an alert that waits": {`alert('once')`, observerv1.DialogPolicy_DIALOG_POLICY_ASK, observerv1.StaleReason_STALE_REASON_DIALOG, "DIALOG_OPEN"},
		"a busy script":       {`for(;;);`, 0, observerv1.StaleReason_STALE_REASON_UNRESPONSIVE, "TIMEOUT"},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, Config{}, &observerv1.SessionOptions{DialogPolicy: test.policy}, map[string]string{
				"/": `<!doctype html><button onclick="setTimeout(()=>{` + test.script + `},200)">Go</button>`,
			})
			e.openTab("/")
			before := e.see()
			_, _ = e.act(click(before.ref(t, "Go"))) // what it reports is another matter
			patience := durationpb.New(time.Second)
			got := e.seeStale(&observerv1.ObserveRequest{MaxWait: patience, Format: observerv1.Format_FORMAT_BOTH})
			require.Equal(t, test.want, got.header.GetStaleReason())
			require.Contains(t, got.text, `button "Go"`)
			_, err := e.observe(&observerv1.ObserveRequest{MaxWait: patience, IncludeBounds: true, Format: observerv1.Format_FORMAT_BOTH})
			_, why, _ := reason(t, err)
			require.Equal(t, test.reason, why)
			w := e.follow(&observerv1.WatchDiffRequest{})
			w.until("current", func(m *observerv1.WatchDiffResponse) bool { return m.GetCurrent() != nil })
			require.Equal(t, test.want, w.seen[len(w.seen)-1].GetCurrent().GetStaleReason())
			w.stop()
		})
	}
}

func TestTheAnswerAboutAPageThatCannotBeReadComesBeforeTheDeadline(t *testing.T) {
	e := open(t, Config{}, nil, map[string]string{"/": `<!doctype html><h1>Here</h1><script>setTimeout(()=>{for(;;);},500)</script>`})
	e.openTab("/")
	e.see()
	ctx, cancel := context.WithTimeout(e.ctx, 20*time.Second)
	defer cancel()
	got, err := gather(all(e.pages.Observe(ctx, &observerv1.ObserveRequest{SessionId: e.session, MaxWait: durationpb.New(time.Hour)})))
	for err == nil && got.header.GetStaleReason() == observerv1.StaleReason_STALE_REASON_UNSPECIFIED {
		got, err = gather(all(e.pages.Observe(ctx, &observerv1.ObserveRequest{SessionId: e.session, MaxWait: durationpb.New(time.Hour)})))
	}
	require.NoError(t, err)
	require.Equal(t, observerv1.StaleReason_STALE_REASON_UNRESPONSIVE, got.header.GetStaleReason())
}

// seeStale observes until the page cannot be read any more: the script that sees to that comes a while
// after the call that begins it.
func (e *eyes) seeStale(req *observerv1.ObserveRequest) *seen {
	e.t.Helper()
	for {
		got, err := e.observe(req)
		require.NoError(e.t, err)
		if got.header.GetStaleReason() != observerv1.StaleReason_STALE_REASON_UNSPECIFIED {
			return got
		}
	}
}
