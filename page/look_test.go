package page_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/page/pagetest"
)

func TestAPageThatDoesNotAnswerIsShownAsItWasAndSaysSo(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		seen, err := p.Look(t.Context(), cdpclient.PageEngine, time.Second)
		require.NoError(t, err)
		require.Equal(t, page.Fresh, seen.Age)
		require.Equal(t, page.Engines{Documents: 1}, seen.Engines)
		hold := make(chan struct{})
		s.Change(func() { s.Hold, s.Names = hold, []string{"b"} })
		began := time.Now()
		again, err := p.Look(t.Context(), cdpclient.PageEngine, 3*time.Second)
		require.NoError(t, err)
		require.Same(t, seen.Revision, again.Revision)
		require.Equal(t, page.Unresponsive, again.Age)
		require.Zero(t, again.Engines, "nothing was read for it")
		require.Equal(t, 3*time.Second, time.Since(began))
		s.Change(func() { s.Hold = nil })
		close(hold)
		synctest.Wait()
		again, err = p.Look(t.Context(), cdpclient.PageEngine, time.Second)
		require.NoError(t, err)
		require.Equal(t, page.Fresh, again.Age)
		require.Equal(t, "b", pagetest.Says(again.Revision.Tree))
	}, "a")
}

func TestAPageThatOpensOneDialogAfterAnotherIsShownAsItWas(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		s.Change(func() { s.Hold = make(chan struct{}) })
		stop := time.AfterFunc(time.Second, func() {
			s.Change(func() {
				d := cdpclient.Dialog{Type: cdpclient.Alert, ByPolicy: true}
				s.Log(cdpclient.Event{Kind: cdpclient.EventDialogOpened, Dialog: d})
				d.Closed = true
				s.Log(cdpclient.Event{Kind: cdpclient.EventDialogClosed, Dialog: d})
			})
		})
		defer stop.Stop()
		again, err := p.Look(t.Context(), cdpclient.PageEngine, 3*time.Second)
		require.NoError(t, err)
		require.Same(t, rev, again.Revision)
		require.Equal(t, page.Blocked, again.Age)
	}, "a")
}

func TestWhatADialogInterruptedIsSaidToBeOldAlthoughTheDialogIsGone(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		s.Change(func() { s.Fail = fault.New(fault.DialogOpen, "it was open for a moment") })
		again, err := p.Look(t.Context(), cdpclient.PageEngine, 3*time.Second)
		require.NoError(t, err)
		require.Same(t, rev, again.Revision)
		require.Equal(t, page.Blocked, again.Age)
	}, "a")
}

func TestAPageOfWhichNothingIsKnownIsWaitedForUntilTheDeadline(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Change(func() { s.Hold = make(chan struct{}) })
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		began := time.Now()
		_, err := p.Look(ctx, cdpclient.PageEngine, time.Second)
		require.True(t, fault.Is(err, fault.Timeout), "%v", err)
		require.Equal(t, 20*time.Second, time.Since(began))
	}, "a")
}
