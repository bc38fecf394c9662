package cdpclient

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestBothEnginesReadTheSame shows small pages on which the engines are easily of two minds.
func TestBothEnginesReadTheSame(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	for _, c := range []struct{ title, page, want string }{
		{"lines and clickables below what is presentational", `<div tabindex=-1 onclick=1>
			<div role=presentation><pre role=presentation>old</pre><pre role=presentation>text</pre></div></div>
			<table role=grid><tr><th role=columnheader><div role=presentation><div role=presentation style=cursor:pointer>Town</div></div>`,
			"- generic \"old\" [clickable]: \"text\"\n- grid\n  - row\n    - columnheader\n      - generic \"Town\" [cursor=pointer]\n"},
		{"a focused area is not named by all that is in it", `<div style="overflow:auto;height:40px"><p>one<p style=height:200px>two</div>
			<script>document.querySelector('div').focus()</script>`,
			"- generic [focused] [scroll below=227]\n  - paragraph: \"one\"\n  - paragraph: \"two\"\n"},
		{"what waits for a double click is clickable", `<label id=l>Milk</label><script>l.addEventListener('dblclick', () => 1)</script>`,
			"- generic \"Milk\" [clickable]\n"},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := pages(t, map[string]string{"/": "<!doctype html><title>t</title><body>" + c.page})
			mustNavigate(t, tab, s.URL)
			ours, reference := shown(t, tab, PageEngine), shown(t, tab, AXEngine)
			require.Empty(t, cmp.Diff(reference, ours), "the page engine (+) differs from the accessibility tree (-)")
			require.Empty(t, cmp.Diff(c.want, ours))
		})
	}
}
