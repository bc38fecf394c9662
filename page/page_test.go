package page_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/page/pagetest"
	"github.com/observer-svc/observer-svc/refstore"
)

// in runs a test on the page of a script in virtual time.
func in(t *testing.T, o page.Options, f func(t *testing.T, s *pagetest.Script, p *page.Page), names ...string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := pagetest.New(names...)
		p := page.NewFrom(s, refstore.New(refstore.NewRefs(), "epoch", "t1", refstore.Options{}), o)
		defer p.Close()
		f(t, s, p)
	})
}

var errCrashed = fault.New(fault.PageCrashed, "the renderer crashed")

func TestObserveShowsThePageAsItIsNow(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Equal(t, uint64(1), rev.Number)
		require.Equal(t, "a b", pagetest.Says(rev.Tree))
		s.Change(func() { s.Names[1] = "c" })
		rev, err = p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Equal(t, "a c", pagetest.Says(rev.Tree))
		again, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Same(t, rev, again)
	}, "a", "b")
}

func TestBellsCostNoCaptureWhileNobodyWatches(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		for range 100 {
			s.Ring()
			time.Sleep(time.Millisecond)
		}
		synctest.Wait()
		require.Zero(t, s.Captures())
		release := p.Watch()
		synctest.Wait()
		require.Equal(t, 1, s.Captures(), "what changed before is caught up")
		release()
		s.Ring()
		synctest.Wait()
		require.Equal(t, 1, s.Captures())
	}, "a")
}

func TestTheFirstChangeAfterQuietIsCapturedAtOnceAndNoiseIsMerged(t *testing.T) {
	in(t, page.Options{Interval: 100 * time.Millisecond}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		defer p.Watch()()
		synctest.Wait()
		time.Sleep(time.Second)
		before := s.Captures()
		s.Ring()
		synctest.Wait()
		require.Equal(t, before+1, s.Captures())
		noise(s)
		synctest.Wait()
		require.InDelta(t, before+11, s.Captures(), 1)
	}, "a")
}

// noise changes the page each millisecond, for a second.
func noise(s *pagetest.Script) {
	for i := range 1000 {
		s.Change(func() { s.Names = []string{strconv.Itoa(i)} })
		time.Sleep(time.Millisecond)
	}
}

func TestBellsThatTellNothingNewHoldNoChangeUpUnlessTheyAreMany(t *testing.T) {
	in(t, page.Options{Interval: 100 * time.Millisecond}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		defer p.Watch()()
		synctest.Wait()
		time.Sleep(time.Second)
		s.Ring()
		synctest.Wait()
		before := s.Captures()
		s.Change(func() { s.Names = []string{"b"} })
		synctest.Wait()
		require.Equal(t, before+1, s.Captures(), "the change right after it is captured at once")
		require.Equal(t, "b", pagetest.Says(p.Store().Current().Tree))
		time.Sleep(time.Second)
		before = s.Captures()
		for range 3000 {
			s.Ring()
			time.Sleep(time.Millisecond)
		}
		require.Less(t, s.Captures()-before, 36)
	}, "a")
}

func TestANoisyPageIsCapturedNoMoreOftenThanItsWatchersWant(t *testing.T) {
	in(t, page.Options{Interval: 10 * time.Millisecond}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		noise := func() int {
			before := s.Captures()
			noise(s)
			synctest.Wait()
			return s.Captures() - before
		}
		defer p.WatchEvery(250 * time.Millisecond)()
		require.InDelta(t, 4, noise(), 1)
		release := p.Watch()
		require.InDelta(t, 100, noise(), 5)
		release()
		require.InDelta(t, 4, noise(), 1)
		time.Sleep(time.Second)
		before := s.Captures()
		s.Ring()
		synctest.Wait()
		require.LessOrEqual(t, s.Captures(), before+2)
		require.Greater(t, s.Captures(), before, "the first change after quiet is seen at once")
	}, "a")
}

func TestConcurrentObservesShareACaptureThatBeginsAfterThem(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Hold = make(chan struct{})
		var wg sync.WaitGroup
		observe := func(want string) {
			wg.Go(func() {
				rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
				if err != nil || pagetest.Says(rev.Tree) != want {
					t.Errorf("got %v, %v, want %s", rev, err, want)
				}
			})
		}
		observe("b")
		synctest.Wait()
		require.Equal(t, 1, s.Captures())
		for range 20 {
			observe("b")
		}
		synctest.Wait()
		s.Change(func() { s.Names[0] = "b"; close(s.Hold); s.Hold = nil })
		wg.Wait()
		require.Equal(t, 2, s.Captures())
	}, "a")
}

func TestNoEngineStarvesTheOther(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		hold := make(chan struct{})
		s.Change(func() { s.Hold = hold })
		var wg sync.WaitGroup
		var order []cdpclient.Engine
		var mu sync.Mutex
		observe := func(e cdpclient.Engine) {
			wg.Go(func() {
				_, err := p.Observe(t.Context(), e)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					order = append(order, e)
				}
			})
			synctest.Wait()
		}
		observe(cdpclient.PageEngine)
		observe(cdpclient.AXEngine)
		observe(cdpclient.PageEngine)
		for range 3 {
			next := make(chan struct{})
			s.Change(func() { s.Hold = next })
			close(hold)
			hold = next
			synctest.Wait()
		}
		wg.Wait()
		require.Equal(t, []cdpclient.Engine{cdpclient.PageEngine, cdpclient.AXEngine, cdpclient.PageEngine}, order)
	}, "a")
}

func TestAFailedCaptureLeavesNoTrace(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		s.Change(func() { s.Names = []string{"x"}; s.Fail = errCrashed })
		_, err = p.Observe(t.Context(), cdpclient.PageEngine)
		require.True(t, fault.Is(err, fault.PageCrashed))
		require.Same(t, rev, p.Store().Current())
		s.Change(func() { s.Names = []string{"a"}; s.Fail = nil })
		again, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Same(t, rev, again)
	}, "a")
}

func TestADialogNeverHangsAnObserve(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		s.Change(func() { s.Hold = make(chan struct{}) })
		got := make(chan *refstore.Revision, 1)
		go func() {
			rev, _ := p.Observe(t.Context(), cdpclient.PageEngine)
			got <- rev
		}()
		synctest.Wait() // the capture hangs
		s.Change(func() {
			s.OpenDialog = &cdpclient.Dialog{Type: cdpclient.Alert, Message: "hello"}
			s.Log(cdpclient.Event{Kind: cdpclient.EventDialogOpened, Dialog: *s.OpenDialog})
		})
		synctest.Wait()
		require.Same(t, rev, <-got)
		again, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Same(t, rev, again)
	}, "a")
}

func TestAPageBlockedFromItsFirstMomentIsEmpty(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Change(func() { s.OpenDialog = &cdpclient.Dialog{Type: cdpclient.Alert} })
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Empty(t, rev.Tree.Root.Children)
		require.Zero(t, s.Captures())
		s.Change(func() { s.OpenDialog = nil })
		rev, err = p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Equal(t, "a", pagetest.Says(rev.Tree))
	}, "a")
}

func TestEventsKeepTheirPlaceAmongTheRevisions(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		_, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		s.Change(func() {
			s.Loader, s.Names = "L2", []string{"new"}
			s.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, Generation: 2})
		})
		rev, err := p.Observe(t.Context(), cdpclient.PageEngine)
		require.NoError(t, err)
		require.Equal(t, uint64(2), rev.Generation)
		events, lost := p.Events(0)
		require.False(t, lost)
		require.Len(t, events, 1)
		require.Equal(t, uint64(1), events[0].Revision, "the navigation comes before the tree it leads to")
		require.Equal(t, events[0].Seq, p.EventsUntil(1))
	}, "a")
}

func TestEventsThatWereDroppedAreNoticed(t *testing.T) {
	in(t, page.Options{EventsKept: 4}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		for range 10 {
			s.Change(func() { s.Log(cdpclient.Event{Kind: cdpclient.EventConsoleError}) })
			synctest.Wait()
		}
		events, lost := p.Events(2)
		require.True(t, lost)
		require.Len(t, events, 4)
		_, lost = p.Events(6)
		require.False(t, lost)
	}, "a")
}

func TestEverybodyIsToldWhenTheTabIsGone(t *testing.T) {
	for name, test := range map[string]struct {
		lost error
		want fault.Reason
	}{
		"closed":       {nil, fault.TabClosed},
		"disconnected": {fault.New(fault.BrowserDisconnected, "gone"), fault.BrowserDisconnected},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, page.Options{Lost: func() error { return test.lost }}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
				_, err := p.Observe(t.Context(), cdpclient.PageEngine)
				require.NoError(t, err)
				s.Change(func() { s.Hold = make(chan struct{}) })
				failed := make(chan error, 1)
				go func() {
					_, err := p.Observe(t.Context(), cdpclient.PageEngine)
					failed <- err
				}()
				changed := p.Changed()
				synctest.Wait()
				s.Close()
				require.True(t, fault.Is(<-failed, test.want))
				<-p.Done()
				<-changed
				require.True(t, fault.Is(p.Err(), test.want))
				_, err = p.Lock(t.Context())
				require.True(t, fault.Is(err, test.want))
			}, "a")
		})
	}
}

func TestADeadlineNamesThePhase(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Change(func() { s.Hold = make(chan struct{}) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := p.Observe(ctx, cdpclient.PageEngine)
		var f *fault.Error
		require.ErrorAs(t, err, &f)
		require.Equal(t, fault.Timeout, f.Reason)
		require.Equal(t, "capturing the page", f.Meta["phase"])
	}, "a")
}

func TestActsWaitForEachOther(t *testing.T) {
	in(t, page.Options{}, func(t *testing.T, _ *pagetest.Script, p *page.Page) {
		unlock, err := p.Lock(t.Context())
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = p.Lock(ctx)
		require.True(t, fault.Is(err, fault.Timeout))
		unlock()
		unlock, err = p.Lock(t.Context())
		require.NoError(t, err)
		unlock()
	})
}

func TestCapturesThatFailAreTriedLessAndLessOften(t *testing.T) {
	in(t, page.Options{Interval: 10 * time.Millisecond}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Change(func() { s.Fail = errCrashed })
		defer p.Watch()()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Less(t, s.Captures(), 40)
		s.Change(func() { s.Fail = nil })
		time.Sleep(2 * time.Second)
		require.Equal(t, "a", pagetest.Says(p.Store().Current().Tree))
	}, "a")
}
