package act

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestHoverLeavesThePointerWhereItIs(t *testing.T) {
	r := show(t, `<style>.m{display:none}li:hover .m{display:inline}</style><ul><li>One <button class=m id=m>Delete</button></li></ul>`)
	o := r.applied(hoverStep(r.ref("listitem", "*")))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "Delete")
	r.applied(clickStep(r.ref("button", "Delete")))
	require.True(t, r.has("click m"))
}

func TestHoverIsSeenInQuirksModeToo(t *testing.T) {
	r := show(t, `<iframe title=Old width=400 height=300></iframe><script>const doc=frames[0].document;doc.write('<style>.m{visibility:hidden}li:hover .m{visibility:visible}</style><ul>'+
'<li>One <b class=m>more</b><li>Two <b class=m>more</b><li>Three <b class=m>more</b></ul>');doc.close()</script>`)
	require.Equal(t, `"BackCompat"`, r.js("doc.compatMode"))
	o := r.applied(hoverStep(r.ref("listitem", "*")))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), `listitem: "One more"`)
	require.Equal(t, 1, strings.Count(o.GetEffect().GetDelta().GetText(), "more"))
}

func TestFocusGivesTheFocusWithoutAClick(t *testing.T) {
	r := show(t, `<input id=i aria-label=F><button disabled>D</button><h1>title</h1>`)
	r.applied(focusStep(r.ref("textbox", "F")))
	require.Equal(t, `"i"`, r.js("document.activeElement.id"))
	require.False(t, r.has("click i"))
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(focusStep(r.ref("heading", "title"))).short())
	require.Equal(t, "NOT_APPLIED DISABLED", r.act(focusStep(r.ref("button", "D"))).short())
}

func TestScrollMovesTheNearestAreaAndSaysWhenItDoesNot(t *testing.T) {
	r := show(t, `<div id=d tabindex=0 role=region aria-label=D style="height:100px;overflow:auto"><div style=height:1000px><button>in</button></div></div>`+
		`<div style=height:3000px></div><button id=e>End</button>`)
	r.applied(scrollStep(r.ref("button", "in"), 50))
	require.Equal(t, "[50,0]", r.js("[d.scrollTop,scrollY]"))
	r.applied(scrollStep("", 200))
	require.Equal(t, "[50,200]", r.js("[d.scrollTop,scrollY]"))
	r.applied(scrollStep(r.ref("region", "D"), 5000))
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(scrollStep(r.ref("region", "D"), 10)).short())
	r.applied(scrollStep(r.ref("button", "End"), 0))
	require.Equal(t, "true", r.js("e.getBoundingClientRect().top < innerHeight"))
}

func TestANumberThatIsNotFiniteIsRefusedBeforeTheFirstStep(t *testing.T) {
	r := show(t, `<button id=b>Go</button>`)
	ref := r.ref("button", "Go")
	for _, n := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		aside := clickStep(ref)
		aside.GetClick().Offset = &observerv1.Offset{X: 1, Y: n}
		for _, s := range []*observerv1.Step{scrollStep("", n), aside} {
			o := r.request(r.ctx(), &observerv1.ActRequest{Steps: []*observerv1.Step{clickStep(ref), s}})
			require.ErrorContains(t, o.err, "INVALID_REQUEST")
			require.Empty(t, o.all)
		}
	}
	require.False(t, r.has("click b"))
}

func TestThePageScrollsByWhatFillsItWhenTheDocumentDoesNot(t *testing.T) {
	r := show(t, `<style>body{margin:0;overflow:hidden}</style><div id=d style="height:100vh;overflow:auto"><div style=height:3000px>long</div></div>`)
	r.applied(scrollStep("", 300))
	require.Equal(t, "300", r.js("d.scrollTop"))
}

func TestWaitEndsAtTheFirstConditionThatHolds(t *testing.T) {
	r := show(t, `<button id=g onclick="setTimeout(()=>p.textContent='Done now',300)">Go</button><p id=p>Working</p><input aria-label=F disabled id=f>`)
	button, field := r.ref("button", "Go"), r.ref("textbox", "F")
	gone := &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_TextGone{TextGone: "working"}}
	r.applied(clickStep(button), waitStep(waitText("nowhere"), waitText("done NOW")))
	require.Equal(t, "APPLIED", r.act(waitStep(gone)).short())
	state := func(ref string, s observerv1.RefState) *observerv1.WaitCondition {
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Ref{Ref: &observerv1.RefCondition{Ref: ref, State: s}}}
	}
	r.applied(waitStep(state(field, observerv1.RefState_REF_STATE_VISIBLE)))
	r.js("setTimeout(()=>f.disabled=false,200)")
	r.applied(waitStep(state(field, observerv1.RefState_REF_STATE_ENABLED)))
	r.js("setTimeout(()=>g.remove(),200)")
	r.applied(waitStep(state(button, observerv1.RefState_REF_STATE_GONE)))
	r.js("setTimeout(()=>history.pushState(0,'','?here'),200)")
	r.applied(waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_UrlContains{UrlContains: "?here"}}))
	r.applied(waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Load{Load: observerv1.WaitUntil_WAIT_UNTIL_LOAD}}))
	o := r.applied(waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Quiet{Quiet: durationpb.New(200 * time.Millisecond)}}))
	require.GreaterOrEqual(t, o.took, 200*time.Millisecond)
	o = r.applied(waitStep(&observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Time{Time: durationpb.New(300 * time.Millisecond)}}))
	require.GreaterOrEqual(t, o.took, 300*time.Millisecond)
	s := waitStep(waitText("never"))
	s.Timeout = durationpb.New(300 * time.Millisecond)
	o = r.act(s)
	require.Equal(t, "NOT_APPLIED TIMEOUT", o.short())
	require.Less(t, o.took, 2*time.Second)
}

func TestNavigationStepsDoNotStopABatch(t *testing.T) {
	r := show(t, `<h1>start</h1>`)
	navigate := func(path string) *observerv1.Step {
		return &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: r.server.URL + path}}}
	}
	move := func(m observerv1.HistoryMove) *observerv1.Step {
		return &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: m}}}
	}
	o := r.applied(navigate("/a"), waitStep(waitText("page /a")), navigate("/b"), move(observerv1.HistoryMove_HISTORY_MOVE_BACK),
		move(observerv1.HistoryMove_HISTORY_MOVE_FORWARD), move(observerv1.HistoryMove_HISTORY_MOVE_RELOAD))
	require.Len(t, o.all, 6)
	require.Contains(t, o.all[3].GetEffect().GetFull().GetText(), "page /a")
	require.Contains(t, o.GetEffect().GetUrl(), "/b")
	o = r.act(&observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: "http://127.0.0.1:1/"}}}, navigate("/a"))
	require.Equal(t, "NOT_APPLIED NAVIGATION_FAILED", o.short())
	require.True(t, o.GetStopped())
	require.Len(t, o.all, 1)
}

func TestEvaluateAnswersWithJSON(t *testing.T) {
	r := show(t, `<p id=p>a</p>`)
	run := func(expression string) outcome {
		return r.act(&observerv1.Step{Action: &observerv1.Step_Evaluate{Evaluate: &observerv1.Evaluate{Expression: expression}}})
	}
	require.JSONEq(t, `{"a":[1,"b"]}`, run(`Promise.resolve({a:[1,'b']})`).GetEvaluateJson())
	require.Equal(t, "null", run(`undefined`).GetEvaluateJson())
	require.Equal(t, `"NaN"`, run(`NaN`).GetEvaluateJson())
	o := run(`p.textContent='changed'`)
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "changed")
	o = run(`nowhere.x`)
	require.Equal(t, "UNKNOWN INVALID_REQUEST", o.short())
	require.Contains(t, o.GetMessage(), "nowhere is not defined")
	r.env.Policy.Evaluate = false
	require.True(t, fault.Is(run(`1`).err, fault.NotPermitted))
}

func TestDragWithThePointerAndWithHTMLDragAndDrop(t *testing.T) {
	r := show(t, `<div id=a tabindex=0 role=button aria-label=A style="position:absolute;left:50px;top:50px;width:50px;height:50px"></div>
<div id=b tabindex=0 role=button aria-label=B style="position:absolute;left:400px;top:300px;width:100px;height:100px"></div>
<script>globalThis.got=[];let down;a.onpointerdown=()=>down=1;onpointermove=e=>{if(down&&!got.includes('move'))got.push('move')};onpointerup=e=>{if(down)got.push('up '+e.target.id);down=0}</script>`)
	r.applied(dragStep(r.ref("button", "A"), r.ref("button", "B")))
	require.Equal(t, `["move","up b"]`, r.js("got"))
	r = show(t, `<div id=a draggable=true tabindex=0 role=button aria-label=A style="position:absolute;left:50px;top:50px;width:50px;height:50px"></div>
<div id=b tabindex=0 role=button aria-label=B style="position:absolute;left:400px;top:300px;width:100px;height:100px"></div>
<script>globalThis.got=[];a.ondragstart=e=>{e.dataTransfer.setData('text/plain','cargo');got.push('start '+e.isTrusted)};b.ondragover=e=>e.preventDefault();b.ondrop=e=>{e.preventDefault();got.push('drop '+e.dataTransfer.getData('text/plain'))};a.ondragend=()=>got.push('end')</script>`)
	r.applied(dragStep(r.ref("button", "A"), r.ref("button", "B")))
	require.Equal(t, `["start true","drop cargo","end"]`, r.js("got"))
	r.js("b.ondragover=null")
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(dragStep(r.ref("button", "A"), r.ref("button", "B"))).short())
}

func TestUploadGivesFilesFromTheFolderOnly(t *testing.T) {
	folder, secret := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{folder + "/a.txt": "a", folder + "/b.txt": "b", secret + "/c.txt": "c"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	require.NoError(t, os.Symlink(secret+"/c.txt", folder+"/link.txt"))
	r := show(t, `<input type=file id=i aria-label=F><label id=l style=cursor:pointer>Attach<input type=file id=h style=display:none></label>
<button onclick="const x=document.createElement('input');x.type='file';x.onchange=()=>p.textContent='got '+x.files[0].name;x.click()">Photo</button><button>Nothing</button><p id=p>-</p>`)
	upload := func(ref string, paths ...string) outcome {
		return r.act(&observerv1.Step{Action: &observerv1.Step_Upload{Upload: &observerv1.Upload{Ref: ref, Paths: paths}}})
	}
	button := r.ref("button", "Photo")
	require.True(t, fault.Is(upload(button, "a.txt").err, fault.NotPermitted))
	r.env.Policy.UploadFolder = folder
	o := upload(button, "a.txt")
	require.Equal(t, "APPLIED", o.short(), o.GetMessage())
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "got a.txt")
	for _, path := range []string{"../" + filepath.Base(secret) + "/c.txt", secret + "/c.txt", "link.txt", "none.txt", ".", "/etc/passwd"} {
		require.Equal(t, "NOT_APPLIED NOT_PERMITTED", upload(button, path).short(), path)
	}
	o = upload(r.ref("button", "Nothing"), "a.txt")
	require.Equal(t, "UNKNOWN NOT_ACTIONABLE", o.short(), o.GetMessage())
	field := r.ref("button", "F")
	require.Equal(t, "APPLIED", upload(field, folder+"/b.txt").short())
	require.Equal(t, `"b.txt"`, r.js("i.files[0].name"))
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", upload(field, "a.txt", "b.txt").short())
}

func TestARequestThatIsSentAgainIsAnsweredAgainAndNotRunAgain(t *testing.T) {
	r := show(t, `<button onclick="p.textContent=++globalThis.n" >Go</button><p id=p>0</p><script>globalThis.n=0</script>`)
	req := &observerv1.ActRequest{RequestId: "one", Steps: []*observerv1.Step{clickStep(r.ref("button", "Go"))}}
	first := r.request(r.ctx(), req)
	second := r.request(r.ctx(), req)
	require.Equal(t, "1", r.js("n"))
	require.Equal(t, first.StepResult, second.StepResult)
	other := &observerv1.ActRequest{RequestId: "one", Steps: []*observerv1.Step{hoverStep("e1")}}
	require.True(t, fault.Is(r.request(r.ctx(), other).err, fault.RequestIDReused))
}

func TestAPlanForAnElementThatWasRenamedIsRefused(t *testing.T) {
	r := show(t, `<button id=b>Delete Ann</button>`)
	ref := r.ref("button", "Delete Ann")
	snapshot := r.page.Store().SnapshotID(r.page.Store().Current().Number)
	r.js("b.textContent='Delete Bob'")
	r.ref("button", "Delete Bob")
	o := r.request(r.ctx(), &observerv1.ActRequest{SnapshotId: snapshot, Steps: []*observerv1.Step{clickStep(ref)}})
	require.Equal(t, "NOT_APPLIED REF_CHANGED", o.short())
	require.False(t, r.has("click b"))
	o = r.request(r.ctx(), &observerv1.ActRequest{SnapshotId: "nonsense", Steps: []*observerv1.Step{clickStep(ref)}})
	require.Error(t, o.err)
}

func TestACancelledActSaysWhatIsKnown(t *testing.T) {
	r := show(t, `<button disabled>Go</button>`)
	ref := r.ref("button", "Go")
	ctx, cancel := context.WithCancel(r.ctx())
	var results []*observerv1.StepResult
	err := Run(ctx, r.env, &observerv1.ActRequest{Steps: []*observerv1.Step{clickStep(ref)}}, func(m *observerv1.ActResponse) error {
		if m.GetWaiting() != nil {
			cancel()
		}
		if m.GetResult() != nil {
			results = append(results, m.GetResult())
		}
		return nil
	})
	require.True(t, fault.Is(err, fault.Cancelled), "%v", err)
	require.Equal(t, observerv1.Outcome_OUTCOME_NOT_APPLIED, results[0].GetOutcome())
}

func TestAFailingEmitEndsTheAct(t *testing.T) {
	r := show(t, `<button id=b>Go</button>`)
	broken := errors.New("the client is gone")
	err := Run(r.ctx(), r.env, &observerv1.ActRequest{Steps: []*observerv1.Step{clickStep(r.ref("button", "Go"))}},
		func(*observerv1.ActResponse) error { return broken })
	require.ErrorIs(t, err, broken)
	require.False(t, r.has("click b"))
}
