package cdpclient

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// buttonsInView are the ids of the buttons that have a place in the viewport, by their boxes.
const buttonsInView = `[...document.querySelectorAll('button')].filter(e => {
	const r = e.getBoundingClientRect();
	return r.width > 0 && r.height > 0 && r.right > 0 && r.bottom > 0 && r.left < innerWidth && r.top < innerHeight;
}).map(e => e.textContent).join(' ')`

// notOffscreen are the texts of the buttons that a capture shows in view.
func notOffscreen(r *tree.Raw) (names []string) {
	if r.Tag == "button" && r.Flags&tree.Offscreen == 0 {
		names = append(names, r.Name)
	}
	for _, kid := range r.Kids {
		names = append(names, notOffscreen(kid)...)
	}
	return names
}

func TestTheRowsOfALongTableAreInViewWhereTheirBoxesAre(t *testing.T) {
	for name, c := range map[string]struct{ style, js string }{
		"in order":                   {},
		"scrolled to the end":        {js: `scrollTo(0, 1e6)`},
		"scrolled to the middle":     {js: `scrollTo(0, 4000)`},
		"one row moved up":           {js: `rows[150].style.cssText = 'position:relative;top:-4000px'`},
		"rows of a class moved up":   {style: `.up{position:relative;top:-5000px}`, js: `for (const i of [150, 151, 190]) rows[i].className = 'up'`},
		"one row moved by its place": {style: `tr:nth-child(181){position:relative;top:-5400px}`},
		"one row shifted":            {js: `rows[170].style.transform = 'translateY(-5000px)'`},
		"all rows shifted":           {style: `tr{transform:translateY(-5000px)}`},
		"the second body moved up":   {style: `tbody:nth-child(2){position:relative;top:-3100px}`},
		"a row of another display":   {js: `rows[160].style.cssText = 'display:block;position:relative;top:-4800px'`},
		"rows that float":            {style: `tr{display:block;float:left;margin-bottom:-29px}`},
		"rows in columns":            {style: `table,tbody,tr,td{display:block} table{columns:6}`},
		"rows from right to left":    {style: `table{writing-mode:vertical-rl}`},
		"rows in reverse":            {style: `table{display:block} tbody{display:flex;flex-direction:column-reverse}`},
		"a button moved up":          {js: `rows[170].querySelector('button').style.cssText = 'position:absolute;top:0'`},
		"a cell moved up":            {js: `rows[170].cells[1].style.cssText = 'position:relative;top:-5000px'`},
		"a sticky row":               {js: `rows[180].style.cssText = 'position:sticky;bottom:0'`},
		"rows between that are gone": {js: `for (let i = 60; i < 140; i++) rows[i].hidden = true`},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(`<!doctype html><title>t</title><style>td{height:29px;padding:0}` + c.style + `</style><table>`)
			for i := range 200 {
				if i == 100 {
					b.WriteString("</tbody><tbody>")
				}
				fmt.Fprintf(&b, "<tr><td>%d<td><button>b%d</button>", i, i)
			}
			b.WriteString("</table><script>const rows = document.querySelectorAll('tr');" + c.js + "</script>")
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, pages(t, map[string]string{"/": b.String()}).URL)
			frames, err := tab.Capture(patience(t), PageEngine)
			require.NoError(t, err)
			require.Equal(t, mustEvaluate(t, tab, buttonsInView), strings.Join(notOffscreen(frames[0].Root), " "))
		})
	}
}
