package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

func dialogs(tab *Tab) []Dialog {
	var ds []Dialog
	evs, _ := tab.Events(0)
	for _, e := range evs {
		if e.Kind == EventDialogOpened || e.Kind == EventDialogClosed {
			ds = append(ds, e.Dialog)
		}
	}
	return ds
}

func TestThePolicyAnswersDialogs(t *testing.T) {
	for _, c := range []struct {
		policy          DialogPolicy
		confirm, prompt any
	}{
		{DismissDialogs, false, nil},
		{AcceptDialogs, true, "Ann"},
	} {
		tab := newTestTab(t, ContextOptions{Dialogs: c.policy, PromptText: "Ann"})
		var got []any
		require.NoError(t, run(t, tab, `alert('a'); [confirm('b'), prompt('c', 'd')]`, &got))
		require.Equal(t, []any{c.confirm, c.prompt}, got)
		ds := dialogs(tab)
		require.Len(t, ds, 6)
		require.Equal(t, Dialog{Type: Alert, Message: "a", ByPolicy: true}, ds[0])
		require.Equal(t, Dialog{Type: Prompt, Message: "c", Default: "d", ByPolicy: true}, ds[4])
		require.True(t, ds[5].Closed)
		require.Equal(t, c.policy == AcceptDialogs, ds[5].Accepted)
		_, open := tab.Dialog()
		require.False(t, open)
	}
}

func TestADialogThatIsAskedAboutEndsTheCallItBlocks(t *testing.T) {
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	answers := make(chan any, 1)
	go func() {
		var got any
		_ = runIn(t.Context(), tab.pageConn(), `prompt('name?', 'Bob')`, &got)
		answers <- got
	}()
	ctx, cancel := tab.guard(patience(t))
	defer cancel()
	err := runIn(ctx, tab.pageConn(), `new Promise(() => 0)`, nil)
	require.True(t, fault.Is(tab.explain(ctx, err, "testing"), fault.DialogOpen), "%v", err)
	d, open := tab.Dialog()
	require.True(t, open)
	require.Equal(t, Dialog{Type: Prompt, Message: "name?", Default: "Bob"}, d)

	_, err = tab.Navigate(patience(t), "about:blank", UntilLoad)
	require.True(t, fault.Is(err, fault.DialogOpen), "%v", err)

	require.NoError(t, tab.AnswerDialog(patience(t), true, "Ann"))
	require.Equal(t, "Ann", <-answers)
	_, open = tab.Dialog()
	require.False(t, open)
	err = tab.AnswerDialog(patience(t), true, "")
	require.True(t, fault.Is(err, fault.InvalidRequest), "%v", err)
	mustNavigate(t, tab, "about:blank")
}

func TestAnAlertInALoadHandlerDoesNotHangTheNavigation(t *testing.T) {
	s := odd(t)
	for _, p := range []DialogPolicy{DismissDialogs, AcceptDialogs} {
		tab := newTestTab(t, ContextOptions{Dialogs: p})
		l := mustNavigate(t, tab, s.URL+"/alert")
		require.False(t, l.DialogOpen)
		require.False(t, l.TimedOut)
	}
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	l := mustNavigate(t, tab, s.URL+"/alert")
	require.True(t, l.DialogOpen)
	require.Equal(t, s.URL+"/alert", l.URL)
	require.NoError(t, tab.AnswerDialog(patience(t), true, ""))
	_, err := tab.WaitLoad(patience(t), UntilLoad)
	require.NoError(t, err)
}

// interact makes the browser believe that somebody used the page, without which it asks nobody
// whether to leave it.
func interact(t *testing.T, tab *Tab) {
	t.Helper()
	require.NoError(t, run(t, tab, `1`, nil)) // with userGesture
}

func TestLeavingAPageThatAsksIsAccepted(t *testing.T) {
	s := odd(t)
	for _, p := range []DialogPolicy{DismissDialogs, AcceptDialogs, AskDialogs} {
		tab := newTestTab(t, ContextOptions{Dialogs: p})
		mustNavigate(t, tab, s.URL+"/stay")
		interact(t, tab)
		l := mustNavigate(t, tab, s.URL+"/page")
		require.Equal(t, s.URL+"/page", l.URL)
		ds := dialogs(tab)
		require.Len(t, ds, 2)
		require.Equal(t, BeforeUnload, ds[1].Type)
		require.True(t, ds[1].Accepted && ds[1].ByPolicy)
		mustNavigate(t, tab, s.URL+"/stay")
		interact(t, tab)
		_, err := tab.History(patience(t), Back, UntilLoad)
		require.NoError(t, err)
		require.Equal(t, s.URL+"/page", tab.URL())
	}
}

func TestAPageThatAsksOnItsOwnIsLeftToTheCallerWhoWantsToBeAsked(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	mustNavigate(t, tab, s.URL+"/stay")
	interact(t, tab)
	require.NoError(t, run(t, tab, `setTimeout(() => location = '/page'); 1`, nil))
	until(t, tab, "a dialog", func() bool { return tab.dialog.asks() })
	require.NoError(t, tab.AnswerDialog(patience(t), false, ""))
	require.Equal(t, s.URL+"/stay", tab.URL())

	done := tab.Leave()
	require.NoError(t, run(t, tab, `setTimeout(() => location = '/page'); 1`, nil))
	until(t, tab, "the other page", func() bool { return tab.registry.main().url == s.URL+"/page" })
	done()
}

func TestADialogOfAnotherSitesIframeIsAnswered(t *testing.T) {
	s := pages(t, map[string]string{
		"/":      `<iframe src="$THERE/inner"></iframe>`,
		"/inner": `<script>onload = () => { document.title = confirm('inner') }</script>`,
	})
	tab := newTestTab(t, ContextOptions{Dialogs: AcceptDialogs})
	mustNavigate(t, tab, s.URL+"/")
	ds := dialogs(tab)
	require.Len(t, ds, 2)
	require.Equal(t, "inner", ds[1].Message)
	require.True(t, ds[1].Accepted)
}

func TestClosingATabAsksNobody(t *testing.T) {
	s := odd(t)
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	mustNavigate(t, tab, s.URL+"/stay")
	interact(t, tab)
	require.NoError(t, tab.Close(patience(t)))
	require.Equal(t, Closed, tab.State())
	require.NoError(t, tab.Close(patience(t)), "closing it again does nothing")
	_, err := tab.Navigate(patience(t), s.URL, UntilLoad)
	require.True(t, fault.Is(err, fault.TabClosed), "%v", err)
}

func TestPrintingDoesNotHangThePage(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, "data:text/html,<p>x")
	var got string
	require.NoError(t, run(t, tab, `print(); 'after'`, &got))
	require.Equal(t, "after", got)
}

func TestAClickThatOpensADialogIsReleasedOnce(t *testing.T) {
	for _, on := range []string{"mousedown", "mouseup", "click"} {
		t.Run(on, func(t *testing.T) {
			s := pages(t, map[string]string{"/": `<!doctype html><title>t</title><button style="width:300px;height:300px">x</button>
				<script>globalThis.log=[];for(const k of ['mousedown','mouseup','click'])addEventListener(k,e=>log.push(k));
				let n=0;document.querySelector('button').addEventListener('` + on + `',()=>{if(!n++)alert('hello')})</script>`})
			tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
			mustNavigate(t, tab, s.URL)
			err := tab.Click(patience(t), Point{50, 50}, LeftButton, 1, 0)
			require.True(t, fault.Is(err, fault.DialogOpen), "%v", err)
			require.NoError(t, tab.AnswerDialog(patience(t), true, ""))
			// What else the click might send comes before this.
			require.NoError(t, tab.MoveMouse(patience(t), Point{60, 60}, 0))
			require.NoError(t, tab.MoveMouse(patience(t), Point{70, 70}, 0))
			require.Equal(t, `["mousedown","mouseup","click"]`, mustEvaluate(t, tab, "log"))
		})
	}
}

func TestWhatADialogHeldUpHasReachedThePageWhenItIsAnswered(t *testing.T) {
	s := pages(t, map[string]string{"/": `<!doctype html><title>t</title><button style="width:300px;height:300px" onmousedown="alert('hello')">x</button>
		<script>globalThis.log=[];for(const k of ['mouseup','click'])addEventListener(k,e=>log.push(k))</script>`})
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	mustNavigate(t, tab, s.URL)
	for range 20 {
		mustEvaluate(t, tab, "log.length = 0; 1")
		err := tab.PressMouse(patience(t), Point{50, 50}, LeftButton, 1, 0)
		require.True(t, fault.Is(err, fault.DialogOpen), "%v", err)
		err = tab.ReleaseMouse(patience(t), nil, Point{50, 50}, LeftButton, 1, 0)
		require.True(t, fault.Is(err, fault.DialogOpen), "%v", err)
		require.NoError(t, tab.AnswerDialog(patience(t), true, ""))
		require.Equal(t, `["mouseup","click"]`, mustEvaluate(t, tab, "log"))
	}
}
