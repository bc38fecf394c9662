package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The browser notices that a table has got a caption only when its rows are laid out anew.
func TestATableThatTurnsOutToBeOneOfDataTurnsAllItsRowsAtOnce(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	s := pages(t, map[string]string{"/": `<!doctype html><title>t</title><table id=t><tr id=r><td>one<td>two<tr><td>three<td>four <i>i</i></table>`})
	mustNavigate(t, tab, s.URL)
	glanced(t, tab)
	mustEvaluate(t, tab, "t.createCaption().textContent = 'Cap'")
	glanced(t, tab)
	require.NotContains(t, shown(t, tab, PageEngine), "row")
	mustEvaluate(t, tab, "r.style.display = 'contents'")
	require.Equal(t, "- table \"Cap\"\n  - row\n    - cell \"one\"\n    - cell \"two\"\n  - row\n    - cell \"three\"\n    - cell \"four i\"\n", shown(t, tab, PageEngine))
}
