package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
)

func TestAClickThatLeavesAPageWhichAsksIsNotAskedAboutUnderAnyPolicy(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{Dialogs: cdpclient.AskDialogs},
		`<input aria-label=Text><a href="/other">Leave</a><script>onbeforeunload = e => { e.preventDefault(); return 'x' }</script>`, nil)
	r.applied(clickStep(r.ref("textbox", "Text"))) // a page may ask only after the user has touched it
	r.applied(clickStep(r.ref("link", "Leave")))
	_, open := r.tab.Dialog()
	require.False(t, open)
	require.Contains(t, r.tab.URL(), "/other")
}
