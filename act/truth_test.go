package act

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// deed is a kind of step, the element it acts on, and how the page's own log shows that it was done.
type deed struct {
	tag  string // with %s for more attributes
	step func(ref string) *observerv1.Step
	done string // an expression that is true once the page got it
}

var deeds = map[string]deed{
	"click":  {`<button id=x %s>T</button>`, clickStep, `events.includes('click x')`},
	"hover":  {`<button id=x %s>T</button>`, hoverStep, `events.includes('mouseover x')`},
	"focus":  {`<button id=x %s>T</button>`, focusStep, `events.includes('focus x')`},
	"fill":   {`<input id=x aria-label=T %s>`, func(ref string) *observerv1.Step { return fillStep(ref, "new") }, `x.value==='new'`},
	"type":   {`<input id=x aria-label=T %s>`, func(ref string) *observerv1.Step { return typeStep(ref, "new") }, `x.value==='new'`},
	"press":  {`<input id=x aria-label=T %s>`, func(ref string) *observerv1.Step { return pressStep(ref, "q") }, `events.includes('keydown x')`},
	"check":  {`<input type=checkbox id=x aria-label=T %s>`, func(ref string) *observerv1.Step { return checkStep(ref, true) }, `x.checked`},
	"select": {`<select id=x aria-label=T %s><option>a<option>b</select>`, func(ref string) *observerv1.Step { return selectStep(ref, "b") }, `x.value==='b'`},
	"scroll": {`<button id=x %s>T</button><p style=height:4000px></p>`, func(ref string) *observerv1.Step { return scrollStep(ref, 100) }, `scrollY>0`},
}

// obstacle is something that stands in the way of a step.
type barrier struct {
	attributes, around string            // around holds %s for the element
	before             string            // a script that runs right before the step
	after              string            // undoes a crash or a dialog, so that the log can be read; not a script: "answer"
	want               map[string]string // the outcome of each kind, "" for the others
	endless            bool              // refused only when the time of the step is over
}

var barriers = map[string]barrier{
	"nothing": {want: map[string]string{"": "APPLIED"}},
	"hidden": {before: `x.style.visibility='hidden'`, want: map[string]string{
		"": "NOT_APPLIED NOT_VISIBLE"}},
	"covered": {around: `%s<div style="position:fixed;inset:0;z-index:9">cover</div>`, want: map[string]string{
		"": "APPLIED", "click": "NOT_APPLIED COVERED", "hover": "NOT_APPLIED COVERED", "check": "NOT_APPLIED COVERED"}},
	"disabled": {attributes: "disabled", want: map[string]string{
		"": "NOT_APPLIED DISABLED", "hover": "APPLIED", "scroll": "APPLIED"}},
	"readonly": {attributes: "readonly", want: map[string]string{
		"": "APPLIED", "fill": "NOT_APPLIED NOT_EDITABLE", "type": "NOT_APPLIED NOT_EDITABLE"}},
	"animating": {attributes: `class=m`, around: `<style>@keyframes k{to{transform:translateX(300px)}}.m{animation:k 300s linear infinite alternate;position:relative}</style>%s`,
		want: map[string]string{"": "APPLIED", "click": "NOT_APPLIED NOT_STABLE", "hover": "NOT_APPLIED NOT_STABLE", "check": "NOT_APPLIED NOT_STABLE"}, endless: true},
	"detached": {before: `x.remove()`, want: map[string]string{"": "NOT_APPLIED STALE_REF"}},
	"detached by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','beforeinput','mouseover'])addEventListener(k,e=>{if(e.target===x){globalThis.gone=1;x.remove()}},true)</script>`,
		want: map[string]string{"scroll": "APPLIED"}},
	"navigating by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','input','mouseover','change'])addEventListener(k,e=>{if(e.target===x)location='/elsewhere'},true)</script>`,
		want: map[string]string{"scroll": "APPLIED"}},
	"dialog by the step": {around: `%s<script>for(const k of ['mousedown','focus','keydown','input','mouseover','change'])addEventListener(k,e=>{if(e.target===x&&!globalThis.asked){globalThis.asked=1;alert('hello')}},true)</script>`,
		after: "answer", want: map[string]string{"scroll": "APPLIED"}},
	"dialog":         {before: `setTimeout(()=>alert('before'))`, after: "answer", want: map[string]string{"": "NOT_APPLIED DIALOG_OPEN"}},
	"crashed":        {before: "crash", want: map[string]string{"": "NOT_APPLIED PAGE_CRASHED"}},
	"frozen for 2 s": {before: `setTimeout(()=>{const end=Date.now()+2000;while(Date.now()<end);})`, want: map[string]string{"": "APPLIED"}},
}

// TestNoStepSaysAppliedWhereThePageDisagrees runs each kind of step against each barrier. With
// TRUTH_TABLE set to the name of a file it writes the table there: step, barrier, outcome, what the
// page's own log says, time.
func TestNoStepSaysAppliedWhereThePageDisagrees(t *testing.T) {
	var table []string
	for name, d := range deeds {
		for in, b := range barriers {
			t.Run(name+" "+in, func(t *testing.T) {
				row := truth(t, name, d, in, b)
				table = append(table, row)
			})
		}
	}
	sort.Strings(table)
	if path := os.Getenv("TRUTH_TABLE"); path != "" {
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o600))
	}
}

// truth runs one cell of the table and returns its row.
func truth(t *testing.T, name string, d deed, in string, b barrier) string {
	body := fmt.Sprintf(d.tag, b.attributes)
	if b.around != "" {
		body = fmt.Sprintf(b.around, body)
	}
	r := newRig(t, cdpclient.ContextOptions{Dialogs: cdpclient.AskDialogs}, `<div style="height:30px"></div>`+body, nil)
	ref := r.named("T")
	if b.before == "crash" {
		_, err := r.tab.Navigate(r.ctx(), "chrome://crash", cdpclient.UntilCommit)
		require.Error(t, err)
	} else if b.before != "" {
		_, _ = r.tab.Evaluate(r.ctx(), b.before+";1")
	}
	if in == "dialog" {
		require.Eventually(t, func() bool { _, open := r.tab.Dialog(); return open }, 5*time.Second, 5*time.Millisecond)
	}
	s := d.step(ref)
	s.Timeout = durationpb.New(10 * time.Second)
	if b.endless {
		s.Timeout = durationpb.New(2 * time.Second)
	}
	o := r.act(s)
	require.Less(t, o.took, s.GetTimeout().AsDuration()+3*time.Second)
	require.NotNil(t, o.StepResult, "%v", o.err)
	if b.after == "answer" {
		if _, open := r.tab.Dialog(); open {
			require.NoError(t, r.tab.AnswerDialog(r.ctx(), true, ""))
		}
	}
	page := r.log(d.done)
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
	for _, role := range []string{"button", "textbox", "checkbox", "combobox", "listbox", "date", "time", "month", "week", "datetime", "color", "slider"} {
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
