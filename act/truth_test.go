package act

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// deed is a kind of step, the element it acts on, and how the page's own log shows that it was done.
type deed struct {
	tag   string // with %s for more attributes
	steps func(r *rig, ref string) []*observerv1.Step
	done  string // an expression that is true once the page got it
	page  bool   // it acts on the page as a whole, so that only what befalls that stands in its way
}

// onRef makes the steps of one kind on one element.
func onRef(step func(ref string) *observerv1.Step) func(*rig, string) []*observerv1.Step {
	return func(_ *rig, ref string) []*observerv1.Step { return []*observerv1.Step{step(ref)} }
}

const place = `<button id=y style="position:absolute;left:500px;top:300px">U</button><script>addEventListener('mouseup',e=>{globalThis.up=e.target.id})</script>`

var deeds = map[string]deed{
	"click":  {tag: `<button id=x %s>T</button>`, steps: onRef(clickStep), done: `events.includes('click x')`},
	"hover":  {tag: `<button id=x %s>T</button>`, steps: onRef(hoverStep), done: `events.includes('mouseover x')`},
	"focus":  {tag: `<button id=x %s>T</button>`, steps: onRef(focusStep), done: `events.includes('focus x')`},
	"fill":   {tag: `<input id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step { return fillStep(ref, "new") }), done: `x.value==='new'`},
	"type":   {tag: `<input id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step { return typeStep(ref, "new") }), done: `x.value==='new'`},
	"press":  {tag: `<input id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step { return pressStep(ref, "q") }), done: `events.includes('keydown x')`},
	"check":  {tag: `<input type=checkbox id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step { return checkStep(ref, true) }), done: `x.checked`},
	"select": {tag: `<select id=x aria-label=T %s><option>a<option>b</select>`, steps: onRef(func(ref string) *observerv1.Step { return selectStep(ref, "b") }), done: `x.value==='b'`},
	"scroll": {tag: `<button id=x %s>T</button><p style=height:4000px></p>`, steps: onRef(func(ref string) *observerv1.Step { return scrollStep(ref, 100) }), done: `scrollY>0`},
	"clear":  {tag: `<input id=x aria-label=T value=old %s>`, steps: onRef(clearStep), done: `x.value===''`},
	"fill many": {tag: `<input id=x aria-label=T %s>`, done: `x.value==='new'`,
		steps: onRef(func(ref string) *observerv1.Step { return fillManyStep(textOf(ref, "new")) })},
	"compose": {tag: `<input id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step { return composeStep(ref, "new") }), done: `x.value==='new'`},
	"set":     {tag: `<input type=range id=x aria-label=T value=5 %s>`, steps: onRef(func(ref string) *observerv1.Step { return fillStep(ref, "0") }), done: `x.value==='0'`},
	"upload": {tag: `<input type=file id=x aria-label=T %s>`, steps: onRef(func(ref string) *observerv1.Step {
		return &observerv1.Step{Action: &observerv1.Step_Upload{Upload: &observerv1.Upload{Ref: ref, Paths: []string{"truth_test.go"}}}}
	}), done: `x.files.length===1`},
	"drag": {tag: `<button id=x %s>T</button>` + place, done: `globalThis.up==='y'`,
		steps: func(r *rig, ref string) []*observerv1.Step {
			return []*observerv1.Step{dragStep(ref, r.ref("button", "U"))}
		}},
	"press and release": {tag: `<button id=x %s>T</button>` + place, done: `globalThis.up==='x'`,
		steps: onRef(func(ref string) *observerv1.Step { return keepStep(ref) })},
	"scroll until": {tag: `<button id=x %s>T</button><p style=height:4000px></p><p>far away</p>`, page: true, done: `scrollY>3000`,
		steps: onRef(func(string) *observerv1.Step { return untilStep("", "far away") })},
	"emulate": {tag: `<button id=x %s>T</button>`, page: true, done: `innerWidth===640`,
		steps: onRef(func(string) *observerv1.Step { return emulateStep(&observerv1.Emulate{Width: proto.Uint32(640)}) })},
	"wait": {tag: `<button id=x %s>T</button>`, page: true, steps: onRef(func(string) *observerv1.Step { return waitStep(waitText("T")) })},
	"evaluate": {tag: `<button id=x %s>T</button>`, page: true, done: `globalThis.did===1`, steps: onRef(func(string) *observerv1.Step {
		return &observerv1.Step{Action: &observerv1.Step_Evaluate{Evaluate: &observerv1.Evaluate{Expression: "globalThis.did=1"}}}
	})},
}

// obstacle is something that stands in the way of a step.
type barrier struct {
	attributes, around string            // around holds %s for the element
	before             string            // a script that runs right before the step
	after              string            // undoes a crash or a dialog, so that the log can be read; not a script: "answer"
	want               map[string]string // the outcome of each kind, "" for the others
	endless            bool              // refused only when the time of the step is over
	page               bool              // befalls the page as a whole
}

var barriers = map[string]barrier{
	"nothing": {page: true, want: map[string]string{"": "APPLIED"}},
	"hidden": {before: `x.style.visibility='hidden'`, want: map[string]string{
		"": "NOT_APPLIED NOT_VISIBLE"}},
	"folded": {before: `(()=>{const d=document.createElement('details');x.before(d);d.append(x)})()`, want: map[string]string{
		"": "NOT_APPLIED NOT_VISIBLE"}},
	"covered": {around: `%s<div style="position:fixed;inset:0;z-index:9">cover</div>`, want: map[string]string{
		"": "APPLIED", "click": "NOT_APPLIED COVERED", "hover": "NOT_APPLIED COVERED", "check": "NOT_APPLIED COVERED",
		"drag": "NOT_APPLIED COVERED", "press and release": "NOT_APPLIED COVERED"}},
	"disabled": {attributes: "disabled", want: map[string]string{
		"": "NOT_APPLIED DISABLED", "hover": "APPLIED", "scroll": "APPLIED"}},
	"readonly": {attributes: "readonly", want: map[string]string{
		"": "APPLIED", "fill": "NOT_APPLIED NOT_EDITABLE", "type": "NOT_APPLIED NOT_EDITABLE",
		"clear": "NOT_APPLIED NOT_EDITABLE", "fill many": "NOT_APPLIED NOT_EDITABLE", "compose": "NOT_APPLIED NOT_EDITABLE",
		"set": "NOT_APPLIED NOT_EDITABLE"}},
	"animating": {attributes: `class=m`, around: `<style>@keyframes k{to{transform:translateX(300px)}}.m{animation:k 300s linear infinite alternate;position:relative}</style>%s`,
		want: map[string]string{"": "APPLIED", "click": "NOT_APPLIED NOT_STABLE", "hover": "NOT_APPLIED NOT_STABLE", "check": "NOT_APPLIED NOT_STABLE",
			"drag": "NOT_APPLIED NOT_STABLE", "press and release": "NOT_APPLIED NOT_STABLE"}, endless: true},
	"detached": {before: `x.remove()`, want: map[string]string{"": "NOT_APPLIED STALE_REF"}},
	"detached by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','beforeinput','mouseover'])addEventListener(k,e=>{if(e.target===x){globalThis.gone=1;x.remove()}},true)</script>`,
		want: map[string]string{"scroll": "APPLIED"}},
	"navigating by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','input','mouseover','change'])addEventListener(k,e=>{if(e.target===x)location='/elsewhere'},true)</script>`,
		want: map[string]string{"scroll": "APPLIED"}},
	"dialog by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','input','mouseover','change'])addEventListener(k,e=>{if(e.target===x&&!globalThis.asked){globalThis.asked=1;alert('hello')}},true)</script>`,
		after: "answer", want: map[string]string{"scroll": "APPLIED"}},
	"dialog":         {page: true, before: `setTimeout(()=>alert('before'))`, after: "answer", want: map[string]string{"": "NOT_APPLIED DIALOG_OPEN"}},
	"crashed":        {page: true, before: "crash", want: map[string]string{"": "NOT_APPLIED PAGE_CRASHED"}},
	"frozen for 2 s": {page: true, before: `setTimeout(()=>{const end=Date.now()+2000;while(Date.now()<end);})`, want: map[string]string{"": "APPLIED"}},
}

// TestNoStepSaysAppliedWhereThePageDisagrees runs each kind of step against each barrier. Its log,
// which -v shows, is the table: step, barrier, outcome, what the page's own log says, time.
func TestNoStepSaysAppliedWhereThePageDisagrees(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var table []string
	t.Cleanup(func() {
		sort.Strings(table)
		t.Log("\n| step | obstacle | outcome | the page got it | time |\n|---|---|---|---|---|\n" + strings.Join(table, "\n"))
	})
	for name, d := range deeds {
		for in, b := range barriers {
			if d.page && !b.page {
				continue
			}
			t.Run(name+" "+in, func(t *testing.T) {
				t.Parallel()
				row := truth(t, name, d, in, b)
				mu.Lock()
				defer mu.Unlock()
				table = append(table, row)
			})
		}
	}
}

// truth runs one cell of the table and returns its row.
func truth(t *testing.T, name string, d deed, in string, b barrier) string {
	body := fmt.Sprintf(d.tag, b.attributes)
	if b.around != "" {
		body = fmt.Sprintf(b.around, body)
	}
	r := newRig(t, cdpclient.ContextOptions{Dialogs: cdpclient.AskDialogs}, `<div style="height:30px"></div>`+body, nil)
	folder, err := filepath.Abs(".")
	require.NoError(t, err)
	r.env.Policy.UploadFolder = folder
	ref := r.named("T")
	steps := d.steps(r, ref)
	if b.before == "crash" {
		_, err := r.tab.Navigate(r.ctx(), "chrome://crash", cdpclient.UntilCommit)
		require.Error(t, err)
	} else if b.before != "" {
		_, _ = r.tab.Evaluate(r.ctx(), b.before+";1")
	}
	if in == "dialog" {
		require.Eventually(t, func() bool { _, open := r.tab.Dialog(); return open }, 5*time.Second, 5*time.Millisecond)
	}
	for _, s := range steps {
		s.Timeout = durationpb.New(10 * time.Second)
		if b.endless {
			s.Timeout = durationpb.New(2 * time.Second)
		}
	}
	o := r.act(steps...)
	require.Less(t, o.took, steps[0].GetTimeout().AsDuration()+3*time.Second)
	require.NotNil(t, o.StepResult, "%v", o.err)
	if b.after == "answer" {
		if _, open := r.tab.Dialog(); open {
			require.NoError(t, r.tab.AnswerDialog(r.ctx(), true, ""))
		}
	}
	page := "has no log"
	if d.done != "" {
		page = r.log(d.done)
	}
	if want, ok := b.want[name]; ok {
		require.Equal(t, want, o.short(), o.GetMessage())
	} else if want, ok := b.want[""]; ok {
		require.Equal(t, want, o.short(), o.GetMessage())
	}
	switch o.GetOutcome() {
	case observerv1.Outcome_OUTCOME_APPLIED:
		require.NotEqual(t, "false", page, "APPLIED, but the page got nothing of it")
	case observerv1.Outcome_OUTCOME_NOT_APPLIED:
		require.NotEqual(t, "true", page, "NOT_APPLIED, but the page got it")
	default: // it says itself that it does not know
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |", name, in, o.short(), page, o.took.Round(10*time.Millisecond))
}

// named returns the ref of the first element with a name.
func (r *rig) named(name string) string {
	r.t.Helper()
	for _, role := range []string{"button", "textbox", "checkbox", "combobox", "listbox", "date", "time", "DateTime", "color", "slider"} {
		rev, err := r.page.Observe(r.ctx(), cdpclient.PageEngine)
		require.NoError(r.t, err)
		if n := findNode(rev.Tree.Root, role, name); n != nil {
			return n.Ref.String()
		}
	}
	require.Fail(r.t, "nothing has that name")
	return ""
}

// log asks the page's own log; the page may be another one by now.
func (r *rig) log(expression string) string {
	v, err := r.tab.Evaluate(r.ctx(), `typeof events==='undefined'?'left':globalThis.gone?'gone':Boolean(`+expression+`)`)
	if err != nil {
		return "unreadable"
	}
	return strings.Trim(string(v), `"`)
}
