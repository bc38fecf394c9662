package page_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/page/pagetest"
)

// callers observe a page that takes some time to be read.
type callers struct {
	page   *page.Page
	script *pagetest.Script
	wg     sync.WaitGroup
}

// come lets some more call.
func (c *callers) come(t *testing.T, n int) {
	for range n {
		c.wg.Go(func() {
			rev, err := c.page.Observe(t.Context(), cdpclient.PageEngine)
			if err != nil || rev.Tree.Root == nil {
				t.Errorf("observe: %v", err)
			}
		})
	}
	synctest.Wait()
}

func inCrowd(t *testing.T, takes time.Duration, f func(t *testing.T, c *callers)) {
	in(t, page.Options{}, func(t *testing.T, s *pagetest.Script, p *page.Page) {
		s.Takes = takes
		c := &callers{page: p, script: s}
		f(t, c)
		c.wg.Wait()
	}, "a")
}

func TestTheFlightAfterOneOfACrowdWaitsForMoreAsLongAsThatOneTook(t *testing.T) {
	inCrowd(t, 3*time.Millisecond, func(t *testing.T, c *callers) {
		c.come(t, 1)
		c.come(t, 20) // while the first is read for
		time.Sleep(3 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, 2, c.script.Captures(), "those of the crowd are waited for by nobody")
		time.Sleep(3 * time.Millisecond)
		c.come(t, 1)
		require.Equal(t, 2, c.script.Captures(), "the crowd has its answer, and the next one waits")
		time.Sleep(2 * time.Millisecond)
		c.come(t, 19)
		require.Equal(t, 2, c.script.Captures())
		time.Sleep(time.Millisecond)
		synctest.Wait()
		require.Equal(t, 3, c.script.Captures())
		c.wg.Wait()
		require.Equal(t, 3, c.script.Captures(), "all that came meanwhile share one")
	})
}

func TestAPageThatTakesLongToBeReadIsNotWaitedForMuchLonger(t *testing.T) {
	inCrowd(t, time.Second, func(t *testing.T, c *callers) {
		c.come(t, 1)
		c.come(t, 20)
		time.Sleep(2 * time.Second)
		began := time.Now()
		c.come(t, 1)
		c.wg.Wait()
		require.Equal(t, time.Second+10*time.Millisecond, time.Since(began))
	})
}

func TestWhoCallsAloneOrWithAFewWaitsForNobody(t *testing.T) {
	inCrowd(t, 3*time.Millisecond, func(t *testing.T, c *callers) {
		for i := range 10 {
			began := time.Now()
			c.come(t, 1+i%7)
			c.wg.Wait()
			flights := time.Duration(min(1+i%7, 2)) // one for the first to come, and one for the others
			require.LessOrEqual(t, time.Since(began), flights*3*time.Millisecond)
		}
	})
}

func TestACrowdIsShownNothingThatIsOlderThanItsCalls(t *testing.T) {
	inCrowd(t, 3*time.Millisecond, func(t *testing.T, c *callers) {
		c.come(t, 1)
		c.come(t, 20)
		time.Sleep(6 * time.Millisecond)
		c.come(t, 1)
		time.Sleep(2 * time.Millisecond)
		c.script.Change(func() { c.script.Names = []string{"b"} })
		for range 20 {
			c.wg.Go(func() {
				rev, err := c.page.Observe(t.Context(), cdpclient.PageEngine)
				if err != nil || pagetest.Says(rev.Tree) != "b" {
					t.Errorf("got %v, %v", rev, err)
				}
			})
		}
		c.wg.Wait()
		require.Equal(t, 3, c.script.Captures())
	})
}
