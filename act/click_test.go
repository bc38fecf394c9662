package act

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAClickTellsWhatItChanged(t *testing.T) {
	r := show(t, `<button id=b onclick="p.textContent='after'">Go</button><p id=p>before</p>`)
	o := r.applied(clickStep(r.ref("button", "Go")))
	require.True(t, r.has("click b"))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "after")
	require.Equal(t, "Go", o.GetTarget().GetName())
	require.Equal(t, observerv1.SettleReason_SETTLE_REASON_QUIET, o.GetSettleReason())
}

func TestWhatAClickDoesLateIsPartOfItsEffect(t *testing.T) {
	for name, handler := range map[string]string{
		"after 50 ms":         `setTimeout(()=>p.textContent='after',50)`,
		"after 100 ms":        `setTimeout(()=>p.textContent='after',100)`,
		"after a slow answer": `fetch('/slow').then(()=>p.textContent='after')`,
		"after two answers":   `fetch('/x').then(()=>fetch('/slow')).then(()=>p.textContent='after')`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{}, `<button onclick="`+handler+`">Go</button><p id=p>before</p>`, slowPages)
			o := r.applied(clickStep(r.ref("button", "Go")))
			require.Contains(t, o.GetEffect().GetDelta().GetText(), "after")
		})
	}
}

func TestAClickThatNavigatesAnswersWithTheNewPage(t *testing.T) {
	for name, body := range map[string]string{
		"link":         `<a href=/next>Go</a>`,
		"after 100 ms": `<a href=# onclick="setTimeout(()=>location='/next',100)">Go</a>`,
		"slow":         `<a href=/slow>Go</a>`,
		"redirect":     `<a href=/redirect>Go</a>`,
		"script":       `<a href="javascript:location.assign('/next')">Go</a>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{}, body, slowPages)
			o := r.applied(clickStep(r.ref("link", "Go")), clickStep("e1"))
			require.Equal(t, observerv1.SettleReason_SETTLE_REASON_NAVIGATED, o.GetSettleReason(), "after %v", o.GetSettleTime().AsDuration())
			require.Contains(t, o.GetEffect().GetFull().GetText(), "page /")
			require.True(t, o.GetStopped())
			require.Len(t, o.all, 1)
		})
	}
}

func TestDialogsNeverHangAClick(t *testing.T) {
	for name, policy := range map[string]cdpclient.DialogPolicy{"dismiss": cdpclient.DismissDialogs, "ask": cdpclient.AskDialogs} {
		for _, on := range []string{"onclick", "onmousedown", "onmouseup"} {
			t.Run(name+" "+on, func(t *testing.T) {
				r := newRig(t, cdpclient.ContextOptions{Dialogs: policy}, `<button `+on+`="alert('hello')">Go</button>`, nil)
				ref := r.ref("button", "Go")
				o := r.applied(clickStep(ref))
				require.Less(t, o.took, 3*time.Second)
				require.Equal(t, "hello", o.GetEffect().GetEvents()[0].GetDialogOpened().GetMessage())
				if policy == cdpclient.AskDialogs {
					require.Equal(t, observerv1.SettleReason_SETTLE_REASON_DIALOG, o.GetSettleReason())
					require.Equal(t, "NOT_APPLIED DIALOG_OPEN", r.act(clickStep(ref)).short())
					require.NoError(t, r.tab.AnswerDialog(r.ctx(), true, ""))
				}
				require.Equal(t, "APPLIED", r.act(hoverStep(ref)).short())
			})
		}
	}
}

func TestACoveredElementIsRefusedSoonAndWhatCoversItIsNamed(t *testing.T) {
	r := show(t, `<button>Go</button><div role=dialog aria-label=Cookies style="position:fixed;inset:0"><div style=height:200px></div><button id=c>Accept</button></div>`)
	o := r.act(clickStep(r.ref("button", "Go")))
	require.Equal(t, "NOT_APPLIED COVERED", o.short())
	require.Equal(t, "dialog", o.GetObstacle().GetRole())
	require.Equal(t, "Cookies", o.GetObstacle().GetName())
	require.Contains(t, o.GetMessage(), `button "Accept" [ref=`)
	require.Less(t, o.took, 2500*time.Millisecond)
	require.NotEmpty(t, o.waiting)
	require.False(t, r.has("click c"))
}

func TestACoverInAClosedShadowRootIsNamedByWhatItSays(t *testing.T) {
	r := show(t, `<button>Go</button><div id=h></div><script>h.attachShadow({mode:'closed'}).innerHTML='<div style="position:fixed;inset:0"><p>Chat with us</p><button>Close</button></div>'</script>`)
	o := r.act(clickStep(r.ref("button", "Go")))
	require.Equal(t, "NOT_APPLIED COVERED", o.short())
	require.Contains(t, o.GetMessage(), "Chat with us")
	require.Contains(t, o.GetMessage(), `button "Close" [ref=`)
}

func TestACoverThatSpinsForEverIsNotWaitedFor(t *testing.T) {
	r := show(t, `<style>@keyframes k{to{transform:rotate(1turn)}}</style><button>Go</button><div style="position:fixed;inset:0">Cookies <b style="display:inline-block;animation:k 1s infinite">*</b></div>`)
	o := r.act(clickStep(r.ref("button", "Go")))
	require.Equal(t, "NOT_APPLIED COVERED", o.short())
	require.Less(t, o.took, 4*time.Second)
}

func TestACoverThatSaysThatItIsBusyIsWaitedForLonger(t *testing.T) {
	for name, cover := range map[string]string{
		"status":       `<div id=d role=status style="position:fixed;inset:0">Loading</div>`,
		"busy":         `<div id=d aria-busy=true style="position:fixed;inset:0">Loading</div>`,
		"progress bar": `<div id=d style="position:fixed;inset:0"><p>Loading</p><div role=progressbar></div></div>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, `<button id=b>Go</button>`+cover+`<script>const go=()=>setTimeout(()=>d.remove(),1200)</script>`)
			ref := r.ref("button", "Go")
			r.js("go()")
			r.applied(clickStep(ref))
			require.True(t, r.has("click b"))
		})
	}
}

func TestACoverThatGoesAwayIsWaitedFor(t *testing.T) {
	r := show(t, `<button id=b>Go</button><div id=d style="position:fixed;inset:0">Loading</div><script>setTimeout(()=>d.remove(),500)</script>`)
	r.applied(clickStep(r.ref("button", "Go")))
	require.True(t, r.has("click b"))
}

func TestButtonsCountsModifiersAndOffsets(t *testing.T) {
	r := show(t, `<div id=d tabindex=0 role=button aria-label=Go style="width:200px;height:100px"></div>
<script>globalThis.got=[];for(const k of ['click','dblclick','contextmenu','auxclick'])d.addEventListener(k,e=>{got.push([k,e.button,e.detail,e.ctrlKey,e.shiftKey,e.offsetX,e.offsetY].join());e.preventDefault()})</script>`)
	ref := r.ref("button", "Go")
	do := func(c *observerv1.Click) {
		c.Ref = ref
		r.applied(&observerv1.Step{Action: &observerv1.Step_Click{Click: c}})
	}
	do(&observerv1.Click{Count: 2})
	do(&observerv1.Click{Button: observerv1.MouseButton_MOUSE_BUTTON_RIGHT})
	do(&observerv1.Click{Button: observerv1.MouseButton_MOUSE_BUTTON_MIDDLE})
	do(&observerv1.Click{Modifiers: []observerv1.Modifier{observerv1.Modifier_MODIFIER_CONTROL, observerv1.Modifier_MODIFIER_SHIFT}})
	do(&observerv1.Click{Offset: &observerv1.Offset{X: 10, Y: 20}})
	require.JSONEq(t, `["click,0,1,false,false,100,50","click,0,2,false,false,100,50","dblclick,0,2,false,false,100,50",
"contextmenu,2,0,false,false,100,50","auxclick,2,1,false,false,100,50","auxclick,1,1,false,false,100,50","click,0,1,true,true,100,50","click,0,1,false,false,10,20"]`,
		strings.ReplaceAll(r.js("got"), `contextmenu,2,1`, `contextmenu,2,0`))
}

// slowPages are pages that take their time.
var slowPages = map[string]http.HandlerFunc{
	"/slow": func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(700 * time.Millisecond):
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>page /slow</h1>")
	},
	"/redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/next", http.StatusFound) },
}

func TestAFrameIsClickedThroughItsElement(t *testing.T) {
	r := show(t, `<iframe title=Inner srcdoc="<button style='position:fixed;inset:0;width:100%' onclick='top.hit=1'>in</button>"></iframe>`)
	r.ref("button", "in")
	r.applied(clickStep(r.ref("iframe", "Inner")))
	require.Equal(t, "1", r.js("hit"))
}

func TestAClickThatIsLostBetweenPressAndReleaseIsNotCalledApplied(t *testing.T) {
	r := show(t, `<input id=i aria-label=F onblur="e.style.height='200px'"><div id=e style="height:0;overflow:hidden">That is no address</div><button id=b>Send</button><script>i.focus()</script>`)
	o := r.act(clickStep(r.ref("button", "Send")))
	require.False(t, r.has("click b"))
	require.Equal(t, "UNKNOWN NOT_STABLE", o.short())
	r.applied(clickStep(r.ref("button", "Send")))
	require.True(t, r.has("click b"))
}

func TestAPressThatThePageKeepsFromTheBrowserIsNoClickOfWhatMovesAway(t *testing.T) {
	r := show(t, `<button id=b onmousedown="event.preventDefault();this.style.marginTop='300px'">Bold</button>`)
	o := r.act(clickStep(r.ref("button", "Bold")))
	require.False(t, r.has("click b"))
	require.Equal(t, "UNKNOWN NOT_STABLE", o.short())
}

func TestAWindowThatOpensBeforeThePressIsNoSignOfAClick(t *testing.T) {
	r := show(t, `<button id=b disabled onmousedown="this.style.marginTop='300px'">Pick</button>`)
	ref := r.ref("button", "Pick")
	r.js(`setTimeout(()=>{open('about:blank','w','width=99,height=99');b.disabled=false},200)&&1`)
	o := r.act(clickStep(ref))
	require.False(t, r.has("click b"))
	require.True(t, slices.ContainsFunc(o.GetEffect().GetEvents(), func(e *observerv1.PageEvent) bool { return e.GetPopup() != nil }), o)
	require.Equal(t, "UNKNOWN NOT_STABLE", o.short())
}

func TestAListThatTakesThePressAndHidesIsClicked(t *testing.T) {
	r := show(t, `<input id=i aria-label=City onblur="l.hidden=true"><ul role=listbox id=l><li role=option tabindex=-1>Oslo</li></ul>
<script>i.focus(); l.onmousedown = (e) => { e.preventDefault(); i.value = e.target.textContent; l.hidden = true; }</script>`)
	o := r.applied(clickStep(r.ref("option", "Oslo")))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), `"Oslo"`)
}

func TestAWindowThatOpensAtThePressTakesTheRelease(t *testing.T) {
	r := show(t, `<button id=b onmousedown="open('about:blank','w','width=99,height=99')">Pick</button>`)
	o := r.applied(clickStep(r.ref("button", "Pick")))
	require.True(t, slices.ContainsFunc(o.GetEffect().GetEvents(), func(e *observerv1.PageEvent) bool { return e.GetPopup() != nil }), o)
}

func TestAMenuThatActsOnThePressAloneIsClicked(t *testing.T) {
	r := show(t, `<div role=menu><div role=menuitem tabindex=0 id=m onmousedown="p.textContent='chosen';this.remove()">Choose</div></div><p id=p>-</p>`)
	o := r.applied(clickStep(r.ref("menuitem", "Choose")))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "chosen")
}
