package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func clearStep(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Clear{Clear: &observerv1.Clear{Ref: ref}}}
}

func fillManyStep(fields ...*observerv1.FieldValue) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_FillMany{FillMany: &observerv1.FillMany{Fields: fields}}}
}

func textOf(ref, text string) *observerv1.FieldValue {
	return &observerv1.FieldValue{Ref: ref, Value: &observerv1.FieldValue_Text{Text: text}}
}

func checkedOf(ref string, on bool) *observerv1.FieldValue {
	return &observerv1.FieldValue{Ref: ref, Value: &observerv1.FieldValue_Checked{Checked: on}}
}

func optionOf(ref, text string) *observerv1.FieldValue {
	return &observerv1.FieldValue{Ref: ref, Value: &observerv1.FieldValue_Options{
		Options: &observerv1.OptionMatches{Options: byText(text)}}}
}

func TestClearEmptiesWhatHoldsSomething(t *testing.T) {
	for name, c := range map[string]struct{ body, role, want, empty string }{
		"text":            {`<input id=i aria-label=F value=old>`, "textbox", "APPLIED", `i.value===''&&events.includes('input i')`},
		"textarea":        {`<textarea id=i aria-label=F>old</textarea>`, "textbox", "APPLIED", `i.value===''`},
		"empty already":   {`<input id=i aria-label=F>`, "textbox", "APPLIED", `i.value===''`},
		"date":            {`<input type=date id=i aria-label=F value=2026-11-30>`, "date", "APPLIED", `i.value===''`},
		"editable":        {`<div contenteditable id=i aria-label=F role=textbox><p>one</p><p>two</p></div>`, "textbox", "APPLIED", `i.innerText.trim()===''`},
		"multiple select": {`<select multiple id=i aria-label=F><option selected>a<option selected>b</select>`, "listbox", "APPLIED", `i.selectedOptions.length===0`},
		"single select":   {`<select id=i aria-label=F><option>a<option>b</select>`, "combobox", "NOT_APPLIED NO_OPTION", `i.value==='a'`},
		"stubborn":        {`<input id=i aria-label=F value=old><script>i.oninput=()=>i.value='old'</script>`, "textbox", "NOT_APPLIED VALUE_NOT_RETAINED", `i.value==='old'`},
		"readonly":        {`<input id=i aria-label=F value=old readonly>`, "textbox", "NOT_APPLIED NOT_EDITABLE", `i.value==='old'`},
		"checkbox":        {`<input type=checkbox id=i aria-label=F checked>`, "checkbox", "NOT_APPLIED NOT_EDITABLE", `i.checked`},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			o := r.act(clearStep(r.ref(c.role, "F")))
			require.Equal(t, c.want, o.short(), o.GetMessage())
			require.Equal(t, "true", r.js(c.empty))
		})
	}
}

const form = `<input id=n aria-label=Name><input type=checkbox id=k aria-label=Keep><select id=s aria-label=Size><option>S<option>L</select>
<input type=date id=d aria-label=Day><input type=password id=p aria-label=Secret>`

func TestManyFieldsAreFilledAsOneStep(t *testing.T) {
	r := show(t, form)
	o := r.applied(fillManyStep(textOf(r.ref("textbox", "Name"), "Ann"), checkedOf(r.ref("checkbox", "Keep"), true),
		optionOf(r.ref("combobox", "Size"), "L"), textOf(r.ref("date", "Day"), "2026-11-30"), textOf(r.ref("textbox", "Secret"), "hunter2")))
	require.Equal(t, `"Ann true L 2026-11-30 hunter2"`, r.js(`[n.value,k.checked,s.value,d.value,p.value].join(' ')`))
	require.Len(t, o.GetFields(), 5)
	for _, f := range o.GetFields() {
		require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, f.GetOutcome())
	}
	require.Equal(t, "Name", o.GetFields()[0].GetTarget().GetName())
	require.Equal(t, "Ann", o.GetFields()[0].GetValue())
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, o.GetFields()[0].GetMeans())
	require.Equal(t, "L", o.GetFields()[2].GetValue())
	require.NotContains(t, o.String(), "hunter2")
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "Ann")
}

func TestManyFieldsAreAllLookedAtBeforeTheFirstIsTouched(t *testing.T) {
	for name, last := range map[string]struct {
		body, role string
		value      func(ref string) *observerv1.FieldValue
		want       string
	}{
		"disabled":       {`<input aria-label=L disabled>`, "textbox", func(ref string) *observerv1.FieldValue { return textOf(ref, "x") }, "NOT_APPLIED DISABLED"},
		"read-only":      {`<input aria-label=L readonly>`, "textbox", func(ref string) *observerv1.FieldValue { return textOf(ref, "x") }, "NOT_APPLIED NOT_EDITABLE"},
		"no such option": {`<select aria-label=L><option>a</select>`, "combobox", func(ref string) *observerv1.FieldValue { return optionOf(ref, "b") }, "NOT_APPLIED NO_OPTION"},
		"no date":        {`<input type=date aria-label=L>`, "date", func(ref string) *observerv1.FieldValue { return textOf(ref, "tomorrow") }, "NOT_APPLIED VALUE_NOT_RETAINED"},
		"no switch":      {`<button>L</button>`, "button", func(ref string) *observerv1.FieldValue { return checkedOf(ref, true) }, "NOT_APPLIED NOT_ACTIONABLE"},
		"disabled box":   {`<input type=checkbox aria-label=L disabled>`, "checkbox", func(ref string) *observerv1.FieldValue { return checkedOf(ref, true) }, "NOT_APPLIED DISABLED"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, form+last.body)
			o := r.act(fillManyStep(textOf(r.ref("textbox", "Name"), "Ann"), last.value(r.ref(last.role, "L"))))
			require.Equal(t, last.want, o.short(), o.GetMessage())
			require.Equal(t, "L", o.GetTarget().GetName())
			require.Empty(t, o.GetFields())
			require.Equal(t, `[]`, r.js(`events.filter(e => !e.startsWith("mouseover"))`))
		})
	}
}

func TestWhereManyFieldsEndIsSaid(t *testing.T) {
	r := show(t, form+`<input aria-label=Short maxlength=2 id=m><input aria-label=After id=z>`)
	o := r.act(fillManyStep(textOf(r.ref("textbox", "Name"), "Ann"), textOf(r.ref("textbox", "Short"), "long"), textOf(r.ref("textbox", "After"), "x")))
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", o.short())
	require.Equal(t, "Short", o.GetTarget().GetName())
	require.Contains(t, o.GetMessage(), "the 1 fields before it were filled")
	require.Len(t, o.GetFields(), 2)
	require.Equal(t, observerv1.Outcome_OUTCOME_PARTIAL, o.GetFields()[1].GetOutcome())
	require.Equal(t, `"Ann,lo,"`, r.js(`[n.value,m.value,z.value].join()`))
}

func TestAFieldThatAnotherResetsIsNotCalledFilled(t *testing.T) {
	r := show(t, form+`<script>s.onchange=()=>{n.value=''}</script>`)
	o := r.act(fillManyStep(textOf(r.ref("textbox", "Name"), "Ann"), optionOf(r.ref("combobox", "Size"), "L")))
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", o.short())
	require.Equal(t, "Name", o.GetTarget().GetName())
	require.Equal(t, observerv1.Outcome_OUTCOME_PARTIAL, o.GetFields()[0].GetOutcome())
	require.Equal(t, observerv1.Outcome_OUTCOME_APPLIED, o.GetFields()[1].GetOutcome())
}

func TestFieldsThatAreRenderedAgainForEachOtherAreFollowed(t *testing.T) {
	r := show(t, `<form id=f></form><script>const v={};const draw=()=>{f.innerHTML=['One','Two','Three'].map(k=>'<label>'+k+' <input name='+k+' value="'+(v[k]??'')+'"></label>').join('');
for(const i of f.querySelectorAll('input'))i.onchange=()=>{v[i.name]=i.value;draw()}};draw()</script>`)
	o := r.applied(fillManyStep(textOf(r.ref("textbox", "One"), "1"), textOf(r.ref("textbox", "Two"), "2"), textOf(r.ref("textbox", "Three"), "3")))
	require.Len(t, o.GetFields(), 3)
	require.Equal(t, `"1,2,3"`, r.js(`[...f.querySelectorAll('input')].map(i=>i.value).join()`))
}
