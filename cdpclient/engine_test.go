package cdpclient

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// shown is the text of a capture, without refs.
func shown(t *testing.T, tab *Tab, engine Engine) string {
	t.Helper()
	frames, err := tab.Capture(patience(t), engine)
	require.NoError(t, err)
	return text(frames)
}

func text(frames []tree.Frame) string {
	docs := map[tree.FrameID]tree.Doc{}
	built := tree.NewBuilder().Build(frames, func(id tree.FrameID, _ string) tree.Doc {
		if docs[id] == 0 {
			docs[id] = tree.Doc(len(docs) + 1)
		}
		return docs[id]
	})
	built.Root.Seal()
	var b strings.Builder
	for _, n := range built.Root.Children {
		write(&b, n, 0)
	}
	return b.String()
}

func write(b *strings.Builder, n *tree.Node, depth int) {
	b.WriteString(strings.Repeat("  ", depth) + "- " + n.Line() + "\n")
	for _, kid := range n.Children {
		write(b, kid, depth+1)
	}
}

func TestACaptureShowsAllFramesOfAPage(t *testing.T) {
	s := pages(t, map[string]string{
		"/": `<!doctype html><title>Shop</title><h1>Shop</h1><div id=d>Open</div><p>Hello <b>big</b> world</p>
			<iframe title=same src="$HERE/in"></iframe><iframe title=other src="$THERE/in"></iframe><x-badge></x-badge>
			<script>document.getElementById('d').addEventListener('click', () => 1)
			customElements.define('x-badge', class extends HTMLElement { constructor() { super();
			this.attachShadow({mode: 'closed'}).innerHTML = '<button>Dismiss</button>' } })</script>`,
		"/in": `<button>Inside</button>`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	got := shown(t, tab, PageEngine)
	t.Log(got)
	require.Equal(t, 2, strings.Count(got, `button "Inside"`))
	require.Contains(t, got, `button "Dismiss"`)
	require.Contains(t, got, `generic "Open" [clickable]`)
	require.Contains(t, got, "Hello big world")
	require.Equal(t, got, shown(t, tab, PageEngine))
}

func TestAFrameThatIsNotShownComesToRest(t *testing.T) {
	t.Parallel()
	tab := newTestTab(t, ContextOptions{})
	s := pages(t, map[string]string{"/": `<!doctype html><title>h</title><iframe hidden src=/in></iframe><iframe hidden sandbox=allow-scripts src=$THERE/in></iframe>`, "/in": "<button>In</button>"})
	mustNavigate(t, tab, s.URL)
	require.NotContains(t, calm(t, tab), "In")
	mustEvaluate(t, tab, "document.querySelectorAll('iframe').forEach(f => { f.hidden = false })")
	require.Equal(t, 2, strings.Count(calm(t, tab), `button "In"`))
}

func TestAFrameOfAnotherProcessComesToRest(t *testing.T) {
	t.Parallel()
	tab := newTestTab(t, ContextOptions{})
	s := pages(t, map[string]string{"/": `<!doctype html><title>h</title><iframe src=$THERE/in></iframe>`, "/in": "<button>In</button>"})
	mustNavigate(t, tab, s.URL)
	require.Contains(t, calm(t, tab), `button "In"`)
}
