package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestANewTabShowsABlankPageAndIsReady(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	require.Equal(t, "about:blank", tab.URL())
	_, err := tab.WaitLoad(patience(t), UntilLoad)
	require.NoError(t, err)
	require.Equal(t, Ready, tab.State())
	require.Nil(t, tab.Opener())
}

func TestNavigateLoadsThePage(t *testing.T) {
	s := pages(t, map[string]string{"/": "<title>Hello</title>"})
	tab := newTestTab(t, ContextOptions{})
	l := mustNavigate(t, tab, s.URL+"/")
	require.Equal(t, s.URL+"/", l.URL)
	require.Equal(t, 200, l.Status)
	require.Equal(t, Ready, tab.State())
	require.Equal(t, uint64(2), tab.Generation())
	until(t, tab, "title", func() bool { return tab.title == "Hello" })
}

func TestAnIframeOfAnotherSiteHasASessionOfItsOwn(t *testing.T) {
	s := pages(t, map[string]string{
		"/":      `<iframe src="$THERE/inner"></iframe>`,
		"/inner": `<iframe src="$HERE/deep"></iframe>`,
		"/deep":  `<p>deep`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL+"/")
	fs := tab.frames()
	require.Len(t, fs, 3)
	require.NotSame(t, fs[0].session, fs[1].session)
	require.NotSame(t, fs[1].session, fs[2].session)
	require.Equal(t, fs[1].id, fs[2].parent)
	for _, f := range fs {
		w, err := tab.world(patience(t), f.id)
		require.NoError(t, err)
		require.NotZero(t, w.world)
	}
	until(t, tab, "the end of all requests", func() bool { return len(tab.requests.open) == 0 })
	require.GreaterOrEqual(t, tab.Requests(), uint64(3))
}

func TestTabsCanBeBroughtToTheFront(t *testing.T) {
	c := newTestContext(t, ContextOptions{})
	one, err := c.NewTab(patience(t))
	require.NoError(t, err)
	_, err = c.NewTab(patience(t))
	require.NoError(t, err)
	require.NoError(t, one.Activate(patience(t)))
}
