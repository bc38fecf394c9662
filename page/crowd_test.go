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

func TestTheFlightAfterOneOfACrowdBeginsWhenTheCrowdIsBack(t *testing.T) {
	inCrowd(t, 3*time.Millisecond, func(t *testing.T, c *callers) {
		c.come(t, 1)
		c.come(t, 20) // while the page is read for the first
		time.Sleep(3 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, 2, c.script.Captures(), "one alone makes nobody wait")
		c.come(t, 2)
		time.Sleep(3 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, 2, c.script.Captures(), "the crowd has its answer, and those two wait for it")
		time.Sleep(2 * time.Millisecond)
		c.come(t, 19)
		require.Equal(t, 2, c.script.Captures())
		c.come(t, 1)
		require.Equal(t, 3, c.script.Captures(), "20 and 2 are there")
		c.wg.Wait()
		require.Equal(t, 3, c.script.Captures())
	})
}

func TestACrowdThatDoesNotComeBackIsWaitedForNotLongerThanTwoFlights(t *testing.T) {
	for _, takes := range []time.Duration{3 * time.Millisecond, time.Second} {
		inCrowd(t, takes, func(t *testing.T, c *callers) {
			c.come(t, 1)
			c.come(t, 20)
			time.Sleep(2 * takes)
			began := time.Now()
			c.come(t, 1)
			c.wg.Wait()
			require.Equal(t, min(2*takes, 10*time.Millisecond)+takes, time.Since(began))
			began = time.Now()
			c.come(t, 1)
			c.wg.Wait()
			require.Equal(t, takes, time.Since(began), "the crowd is forgotten")
		})
	}
}

func TestWhoCallsAloneOrWithAFewWaitsForNobody(t *testing.T) {
	inCrowd(t, 3*time.Millisecond, func(t *testing.T, c *callers) {
		for i := range 10 {
			began := time.Now()
			c.come(t, 1+i%7)
			c.wg.Wait()
			flights := min(1+i%7, 2) // one for the first to come, and one for the others
			require.LessOrEqual(t, time.Since(began).Milliseconds(), int64(3*flights))
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
		for range 19 {
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
