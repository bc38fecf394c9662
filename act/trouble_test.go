package act

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// whileWaiting runs an act and does something when it first waits.
func (r *rig) whileWaiting(s *observerv1.Step, do func()) outcome {
	r.t.Helper()
	var o outcome
	began := time.Now()
	var once sync.Once
	o.err = Run(r.ctx(), r.env, &observerv1.ActRequest{Steps: []*observerv1.Step{s}}, func(m *observerv1.ActResponse) error {
		if m.GetWaiting() != nil {
			once.Do(do)
		}
		if m.GetResult() != nil {
			o.StepResult = m.GetResult()
		}
		return nil
	})
	o.took = time.Since(began)
	return o
}

func TestAStepNeverHangsOnATabThatGoesAway(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(r *rig)
		want string
	}{
		"closed":    {func(r *rig) { require.NoError(r.t, r.tab.Close(r.ctx())) }, "NOT_APPLIED TAB_CLOSED"},
		"crashed":   {func(r *rig) { _, _ = r.tab.Navigate(r.ctx(), "chrome://crash", cdpclient.UntilCommit) }, "NOT_APPLIED PAGE_CRASHED"},
		"navigated": {func(r *rig) { _, _ = r.tab.Navigate(r.ctx(), r.server.URL+"/other", cdpclient.UntilCommit) }, "NOT_APPLIED STALE_REF"},
		"dialog":    {func(r *rig) { _, _ = r.tab.Evaluate(r.ctx(), "setTimeout(()=>alert(1));1") }, "NOT_APPLIED DIALOG_OPEN"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{Dialogs: cdpclient.AskDialogs}, `<button disabled>Go</button>`, nil)
			o := r.whileWaiting(clickStep(r.ref("button", "Go")), func() { c.do(r) })
			require.Equal(t, c.want, o.short(), "%v", o.err)
			require.Less(t, o.took, 10*time.Second)
			if _, open := r.tab.Dialog(); open {
				require.NoError(t, r.tab.AnswerDialog(r.ctx(), true, ""))
			}
		})
	}
}

func TestAClickWhoseHandlerFreezesThePageIsUnknownAfterItsTime(t *testing.T) {
	r := show(t, `<button onclick="const end=Date.now()+8000;while(Date.now()<end);">Go</button>`)
	s := clickStep(r.ref("button", "Go"))
	s.Timeout = durationpb.New(time.Second)
	o := r.act(s)
	require.Equal(t, "UNKNOWN TIMEOUT", o.short())
	require.Less(t, o.took, 6*time.Second)
}

func TestAClickThatClosesItsWindowIsApplied(t *testing.T) {
	r := show(t, `<button onclick="window.close()">Go</button>`)
	o := r.act(clickStep(r.ref("button", "Go")))
	require.Equal(t, "APPLIED", o.short(), o.GetMessage())
	require.Less(t, o.took, 5*time.Second)
}

func TestActsOnOneTabRunOneAfterAnotherAndOnTwoTabsTogether(t *testing.T) {
	sleep := &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Time{Time: durationpb.New(1500 * time.Millisecond)}}
	both := func(a, b *rig) time.Duration {
		began := time.Now()
		var wg sync.WaitGroup
		for _, r := range []*rig{a, b} {
			wg.Go(func() {
				err := Run(t.Context(), r.env, &observerv1.ActRequest{Steps: []*observerv1.Step{waitStep(sleep)}},
					func(*observerv1.ActResponse) error { return nil })
				if err != nil {
					t.Errorf("act: %v", err)
				}
			})
		}
		wg.Wait()
		return time.Since(began)
	}
	one, other := show(t, `<p>one`), show(t, `<p>other`)
	require.GreaterOrEqual(t, both(one, one), 3*time.Second)
	require.Less(t, both(one, other), 3*time.Second)
}

func TestAnEffectNamesPopupsConsoleErrorsAndAddresses(t *testing.T) {
	r := show(t, `<button onclick="window.open('/popup');console.error('it broke');history.pushState(0,'','?here')">Go</button>`)
	o := r.applied(clickStep(r.ref("button", "Go")))
	var popup, moved bool
	for _, e := range o.GetEffect().GetEvents() {
		popup = popup || e.GetPopup() != nil
		moved = moved || e.GetNavigated().GetSameDocument()
	}
	require.True(t, popup)
	require.True(t, moved)
	require.Equal(t, []string{"it broke"}, o.GetEffect().GetConsoleErrors())
	require.Contains(t, o.GetEffect().GetUrl(), "?here")
	require.NotNil(t, o.GetEffect().GetDelta(), "the document stayed")
}

func TestADownloadIsNoNavigation(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<a href=/file>Get</a>`, map[string]http.HandlerFunc{
		"/file": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename=a.bin")
			fmt.Fprint(w, "content")
		},
	})
	o := r.applied(clickStep(r.ref("link", "Get")))
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_QUIET, o.GetSettleReason())
	require.NotNil(t, o.GetEffect().GetDelta())
}

func TestLongLivedRequestsDoNotHoldAStep(t *testing.T) {
	hold := func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/stream" {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
		}
		<-q.Context().Done()
	}
	for name, script := range map[string]string{
		"event stream": `new EventSource('/stream')`,
		"long poll":    `fetch('/poll')`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{}, `<button onclick="`+script+`;p.textContent='after'">Go</button><p id=p>before</p>`,
				map[string]http.HandlerFunc{"/stream": hold, "/poll": hold})
			o := r.applied(clickStep(r.ref("button", "Go")))
			require.Contains(t, o.GetEffect().GetDelta().GetText(), "after")
			require.Less(t, o.GetSettleTime().AsDuration(), 4*time.Second)
		})
	}
}

func TestARefThatWasTakenOverIsSaidToBe(t *testing.T) {
	r := show(t, `<ul id=l><li>Row <button onclick="globalThis.hit=1">Delete row</button></li></ul>`)
	ref := r.ref("button", "Delete row")
	r.js("l.innerHTML=l.innerHTML")
	r.ref("button", "Delete row")
	require.True(t, r.applied(clickStep(ref)).GetRebound())
	require.Equal(t, "1", r.js("globalThis.hit"))
}

func TestAnElementThatIsRenderedAgainWhileAStepWaitsIsFollowed(t *testing.T) {
	r := show(t, `<ul id=l><li>Row <button onclick="globalThis.hit=1">Delete row</button></li></ul><div id=d style="position:fixed;inset:0">Saving</div>`+
		`<script>setTimeout(()=>{l.innerHTML=l.innerHTML;d.remove()},500)</script>`)
	require.True(t, r.applied(clickStep(r.ref("button", "Delete row"))).GetRebound())
	require.Equal(t, "1", r.js("globalThis.hit"))
}

// What a browser would show outside the page: nobody is there to close it.
func TestAStepDoesNotHangOnWhatABrowserShowsOutsideThePage(t *testing.T) {
	for name, script := range map[string]string{
		"print":            `window.print()`,
		"a file chooser":   `const i = document.createElement('input'); i.type = 'file'; i.click()`,
		"a file picker":    `window.showOpenFilePicker?.().catch(() => 0)`,
		"a folder picker":  `window.showDirectoryPicker?.().catch(() => 0)`,
		"a place to save":  `window.showSaveFilePicker?.().catch(() => 0)`,
		"a mail address":   `location = 'mailto:ann@example.org'`,
		"a colour":         `const i = document.createElement('input'); i.type = 'color'; document.body.append(i); i.showPicker()`,
		"a date":           `const i = document.createElement('input'); i.type = 'date'; document.body.append(i); i.showPicker()`,
		"a screen":         `navigator.mediaDevices?.getDisplayMedia({video: true}).catch(() => 0)`,
		"a device":         `navigator.usb?.requestDevice({filters: []}).catch(() => 0)`,
		"a security key":   `navigator.credentials?.get({publicKey: {challenge: new Uint8Array(16)}}).catch(() => 0)`,
		"a permission":     `Notification.requestPermission()`,
		"the whole screen": `document.documentElement.requestFullscreen().catch(() => 0)`,
		"a locked pointer": `document.body.requestPointerLock()?.catch?.(() => 0)`,
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, `<button>Go</button><p id=p>before</p><script>document.querySelector('button').onclick = () => { `+
				script+`; p.textContent = 'after' }</script>`)
			o := r.applied(clickStep(r.ref("button", "Go")))
			require.Contains(t, o.GetEffect().GetDelta().GetText(), "after")
			require.Equal(t, `"after"`, r.js("p.textContent"), "the page is alive")
		})
	}
}
