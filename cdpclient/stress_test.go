package cdpclient

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

// busy uses a browser until something fails, and returns why.
func busy(ctx context.Context, b *Browser, url string) error {
	for {
		c, err := b.NewContext(ctx, ContextOptions{})
		if err != nil {
			return err
		}
		for range 2 {
			tab, err := c.NewTab(ctx)
			if err != nil {
				return err
			}
			if _, err := tab.Navigate(ctx, url, UntilLoad); err != nil {
				return err
			}
			for _, f := range tab.frames() {
				if _, err := tab.world(ctx, f.id); err != nil {
					return err
				}
			}
			if err := tab.Close(ctx); err != nil {
				return err
			}
		}
		if err := c.Close(ctx); err != nil {
			return err
		}
	}
}

func TestABusyBrowserThatGoesAwayEndsEveryCallWithItsReason(t *testing.T) {
	s := pages(t, map[string]string{"/": `<iframe src="$THERE/inner"></iframe><iframe src=/inner></iframe>`, "/inner": `x`})
	for name, end := range map[string]func(*Browser) error{
		"killed": func(b *Browser) error { return b.process.Kill() },
		"closed": (*Browser).Close,
	} {
		t.Run(name, func(t *testing.T) {
			b := ownBrowser(t)
			ends := make(chan error, 4)
			var wg sync.WaitGroup
			for range cap(ends) {
				wg.Go(func() { ends <- busy(patience(t), b, s.URL+"/") })
			}
			// Somewhere in the middle of it.
			require.Eventually(t, func() bool { return len(b.tabs()) > 2 }, 20*time.Second, time.Millisecond)
			require.NoError(t, end(b))
			wg.Wait()
			for range cap(ends) {
				err := <-ends
				require.Contains(t, []fault.Reason{fault.BrowserDisconnected, fault.TabClosed, fault.SessionNotFound},
					fault.ReasonOf(err), "%v", err)
			}
			require.NoError(t, b.Close())
		})
	}
}
