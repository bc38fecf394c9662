package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func composeStep(ref, text string, stages ...string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Compose{Compose: &observerv1.Compose{Ref: ref, Text: text, Stages: stages}}}
}

const composing = `<script>globalThis.seen=[];for(const k of ['keydown','compositionstart','compositionupdate','compositionend','beforeinput','input'])
addEventListener(k,e=>seen.push([k,e.key??e.data,e.isTrusted?'':'untrusted'].join(' ').trim()),true)</script>`

func TestAnInputMethodShowsItsCompositionToThePage(t *testing.T) {
	for name, c := range map[string]struct{ body, role, value string }{
		"input":    {`<input id=i aria-label=F>`, "textbox", `i.value`},
		"textarea": {`<textarea id=i aria-label=F></textarea>`, "textbox", `i.value`},
		"editable": {`<div contenteditable id=i role=textbox aria-label=F></div>`, "textbox", `i.innerText`},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body+composing)
			o := r.applied(composeStep(r.ref(c.role, "F"), "日本", "に", "にほん"))
			require.JSONEq(t, `"日本"`, r.js(c.value))
			require.Equal(t, "日本", o.GetValue())
			seen := r.js("seen")
			require.JSONEq(t, `["keydown Process","compositionstart","compositionupdate に","beforeinput に","input に",
				"keydown Process","compositionupdate にほん","beforeinput にほん","input にほん",
				"keydown Process","compositionupdate 日本","beforeinput 日本","input 日本","compositionend 日本 untrusted"]`, seen,
				"Chromium itself sends the end of any composition as an event that is not trusted")
		})
	}
}

func TestAComposedTextGoesWhereTheCaretIs(t *testing.T) {
	r := show(t, `<input id=i aria-label=F value="ab"><script>i.focus();i.selectionStart=i.selectionEnd=1</script>`)
	r.applied(composeStep("", "한글"))
	require.JSONEq(t, `"a한글b"`, r.js("i.value"))
	o := r.act(composeStep(r.ref("textbox", "F"), "x"))
	require.Equal(t, "APPLIED", o.short())
	require.Equal(t, "NOT_APPLIED NOT_EDITABLE", show(t, `<input readonly aria-label=F>`).composeInto().short())
}

func (r *rig) composeInto() outcome { return r.act(composeStep(r.ref("textbox", "F"), "漢")) }

func TestAFieldThatRefusesACompositionIsNotCalledComposed(t *testing.T) {
	r := show(t, `<input id=i aria-label=F maxlength=1>`)
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", r.act(composeStep(r.ref("textbox", "F"), "日本")).short())
	r = show(t, `<input id=i aria-label=F value=old><script>i.oninput=()=>i.value='old'</script>`)
	require.Equal(t, "NOT_APPLIED VALUE_NOT_RETAINED", r.act(composeStep(r.ref("textbox", "F"), "日本")).short())
}

func TestACompositionThatADialogBreaksIsTakenBack(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{Dialogs: cdpclient.AskDialogs},
		`<input id=i aria-label=F><script>let once=1;i.addEventListener('compositionupdate',()=>{if(once--===1)alert('wait')})</script>`, nil)
	o := r.act(composeStep(r.ref("textbox", "F"), "日本"))
	require.Equal(t, "UNKNOWN DIALOG_OPEN", o.short())
	require.NoError(t, r.tab.AnswerDialog(r.ctx(), true, ""))
	r.applied(fillStep(r.ref("textbox", "F"), "after"))
	require.Equal(t, `"after"`, r.js("i.value"))
}
