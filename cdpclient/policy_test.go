package cdpclient

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

func TestThePolicyDecidesAboutEveryDocument(t *testing.T) {
	s := odd(t)
	far := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	var mu sync.Mutex
	asked := map[string]int{}
	popups := make(chan *Tab, 1)
	tab := newTestTab(t, ContextOptions{
		OnTab: func(p *Tab) { popups <- p },
		AllowURL: func(url string) error {
			mu.Lock()
			defer mu.Unlock()
			asked[url]++
			if strings.Contains(url, "localhost") {
				return errors.New("not there")
			}
			return nil
		},
	})
	mustNavigate(t, tab, s.URL+"/page")

	_, err := tab.Navigate(patience(t), far+"/page", UntilLoad)
	require.True(t, fault.Is(err, fault.URLNotAllowed), "asked for: %v", err)
	require.Equal(t, s.URL+"/page", tab.URL())

	_, err = tab.Navigate(patience(t), s.URL+"/away", UntilLoad)
	require.True(t, fault.Is(err, fault.URLNotAllowed), "redirected: %v", err)

	mustNavigate(t, tab, s.URL+"/page")
	require.NoError(t, run(t, tab, `document.body.innerHTML = '<iframe src="`+far+`/page"></iframe>'; 1`, nil))
	until(t, tab, "a refused iframe", func() bool {
		all := tab.registry.all()
		return len(all) == 2 && tab.registry.frames[all[1].id].failed == far+"/page"
	})

	require.NoError(t, run(t, tab, `void window.open('`+far+`/page')`, nil))
	popup := <-popups
	until(t, popup, "a refused popup", func() bool { return popup.registry.main().failed == far+"/page" })

	require.NoError(t, run(t, tab, `fetch('/page').then(r => r.text()).then(() => 1)`, nil))
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, 4, asked[s.URL+"/page"], "before and at the request of two navigations, and not at the fetch: %v", asked)
}

func TestARefusalOfThePolicyKeepsItsReason(t *testing.T) {
	why := fault.New(fault.URLNotAllowed, "No metadata servers.")
	tab := newTestTab(t, ContextOptions{AllowURL: func(url string) error {
		if url == "about:blank" {
			return nil
		}
		return why
	}})
	_, err := tab.Navigate(patience(t), "http://169.254.169.254/", UntilLoad)
	require.ErrorIs(t, err, why)
}
