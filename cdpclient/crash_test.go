package cdpclient

import (
	"testing"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

func crash(t *testing.T, tab *Tab, f frame) {
	t.Helper()
	go func() { _ = page.NewClient(f.session.conn).Crash(t.Context()) }()
	until(t, tab, "the crash", func() bool {
		g, ok := tab.registry.get(f.id)
		return !ok || g.crashed
	})
}

func TestACrashedPageSaysSoAndANavigationRevivesIt(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/page")
	pending := make(chan error, 2)
	go func() { pending <- runIn(t.Context(), tab.pageConn(), `new Promise(() => 0)`, nil) }()
	guarded, cancel := tab.guard(patience(t))
	defer cancel()
	crash(t, tab, tab.frames()[0])
	require.Error(t, <-pending, "a call without guard ends too")
	<-guarded.Done()
	require.True(t, fault.Is(tab.explain(guarded, guarded.Err(), "testing"), fault.PageCrashed))
	require.Equal(t, Crashed, tab.State())
	evs, _ := tab.Events(0)
	require.Equal(t, EventCrashed, evs[len(evs)-1].Kind)
	_, err := tab.world(patience(t), tab.MainFrame())
	require.True(t, fault.Is(err, fault.PageCrashed), "%v", err)
	_, err = tab.WaitLoad(patience(t), UntilLoad)
	require.True(t, fault.Is(err, fault.PageCrashed), "%v", err)

	mustNavigate(t, tab, s.URL+"/page")
	require.Equal(t, Ready, tab.State())
	_, err = tab.world(patience(t), tab.MainFrame())
	require.NoError(t, err)
	crash(t, tab, tab.frames()[0])
	_, err = tab.History(patience(t), Reload, UntilLoad)
	require.NoError(t, err)
	require.Equal(t, s.URL+"/page", tab.URL())
}

func TestACrashedIframeLeavesThePageAlone(t *testing.T) {
	s := pages(t, map[string]string{"/": `<iframe src="$THERE/inner"></iframe>`, "/inner": `x`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/")
	inner := tab.frames()[1]
	crash(t, tab, inner)
	require.Equal(t, Ready, tab.State())
	_, err := tab.world(patience(t), inner.id)
	require.True(t, fault.Is(err, fault.PageCrashed), "%v", err)
	require.NoError(t, run(t, tab, `document.querySelector('iframe').src += '?again'; 1`, nil))
	until(t, tab, "the iframe", func() bool {
		f, _ := tab.registry.get(inner.id)
		return !f.crashed && f.session != nil && f.loaded
	})
	_, err = tab.world(patience(t), inner.id)
	require.NoError(t, err)
}
