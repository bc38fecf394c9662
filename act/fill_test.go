package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestFillReplacesTheTextAndReadsItBack(t *testing.T) {
	for name, c := range map[string]struct{ body, role, text, value string }{
		"text":            {`<input id=i aria-label=F value=old>`, "textbox", "new 漢 text", `i.value`},
		"empty":           {`<input id=i aria-label=F value=old>`, "textbox", "", `i.value`},
		"textarea":        {`<textarea id=i aria-label=F>old</textarea>`, "textbox", "two\nlines", `i.value`},
		"email":           {`<input type=email id=i aria-label=F value=old>`, "textbox", "a@example.org", `i.value`},
		"number":          {`<input type=number id=i aria-label=F value=1>`, "spinbutton", "42", `i.value`},
		"search":          {`<input type=search id=i aria-label=F value=1>`, "searchbox", "find", `i.value`},
		"label":           {`<label>F <input id=i value=old></label>`, "textbox", "new", `i.value`},
		"combobox":        {`<input role=combobox id=i aria-label=F>`, "combobox", "new", `i.value`},
		"date":            {`<input type=date id=i aria-label=F>`, "date", "2026-11-30", `i.value`},
		"time":            {`<input type=time id=i aria-label=F>`, "time", "13:45", `i.value`},
		"datetime-local":  {`<input type=datetime-local id=i aria-label=F>`, "DateTime", "2026-11-30T13:45", `i.value`},
		"month":           {`<input type=month id=i aria-label=F>`, "DateTime", "2026-11", `i.value`},
		"week":            {`<input type=week id=i aria-label=F>`, "DateTime", "2026-W48", `i.value`},
		"color":           {`<input type=color id=i aria-label=F>`, "color", "#1e90ff", `i.value`},
		"range":           {`<input type=range id=i aria-label=F>`, "slider", "73", `i.value`},
		"contenteditable": {`<div contenteditable id=i aria-label=F role=textbox><p>one</p><p>two</p></div>`, "textbox", "new", `i.innerText`},
		"inside editable": {`<div contenteditable id=i><p>one</p></div>`, "paragraph", "new", `i.innerText`},
		"plaintext-only":  {`<div contenteditable=plaintext-only id=i role=textbox aria-label=F>one</div>`, "textbox", "new", `i.innerText`},
		"react-like":      {`<input id=i aria-label=F><script>let v='';i.addEventListener('input',e=>{v=e.target.value;i.value=v})</script>`, "textbox", "new", `i.value`},
		"select":          {`<select id=i aria-label=F><option value=a>Apple<option value=b>Berry</select>`, "combobox", "Berry", `i.selectedOptions[0].label`},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			o := r.applied(fillStep(r.ref(c.role, "*"), c.text))
			require.JSONEq(t, quote(c.text), r.js(c.value))
			require.Equal(t, c.text, o.GetValue())
			if c.text != "" {
				require.True(t, r.has("input i") || r.has("input i untrusted"), r.js("events"))
			}
		})
	}
}

func TestFillSaysWhatAFieldKept(t *testing.T) {
	for name, c := range map[string]struct{ body, text, want, value string }{
		"maxlength":        {`<input aria-label=F maxlength=5>`, "1234567", "PARTIAL VALUE_NOT_RETAINED", "12345"},
		"mask":             {`<input id=i aria-label=F><script>i.oninput=()=>{i.value=i.value.replace(/(\d{3})(?=\d)/g,'$1-')}</script>`, "555123", "PARTIAL VALUE_NOT_RETAINED", "555-123"},
		"controlled":       {`<input id=i aria-label=F value=old><script>i.oninput=()=>{i.value='old'}</script>`, "new", "NOT_APPLIED VALUE_NOT_RETAINED", "old"},
		"controlled later": {`<input id=i aria-label=F value=old><script>i.oninput=()=>requestAnimationFrame(()=>i.value='old')</script>`, "new", "NOT_APPLIED VALUE_NOT_RETAINED", "old"},
		"prevented":        {`<input id=i aria-label=F value=old><script>i.addEventListener('beforeinput',e=>e.preventDefault())</script>`, "new", "NOT_APPLIED VALUE_NOT_RETAINED", "old"},
		"masked later":     {`<input id=i aria-label=F><script>i.oninput=()=>setTimeout(()=>{i.value=i.value.slice(0,3)},40)</script>`, "12345", "PARTIAL VALUE_NOT_RETAINED", "123"},
		"used later":       {`<input id=i aria-label=F><p id=p></p><script>i.oninput=()=>setTimeout(()=>{p.append(i.value);i.value=''},40)</script>`, "tag", "APPLIED", ""},
		"number":           {`<input id=i type=number aria-label=F value=5>`, "abc", "PARTIAL VALUE_NOT_RETAINED", ""},
		"range":            {`<input id=i type=range max=10 aria-label=F value=5>`, "99", "PARTIAL VALUE_NOT_RETAINED", "10"},
		"lines":            {`<input aria-label=F>`, "a\nb", "PARTIAL VALUE_NOT_RETAINED", "a b"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			role := "textbox"
			switch name {
			case "number":
				role = "spinbutton"
			case "range":
				role = "slider"
			}
			o := r.act(fillStep(r.ref(role, "F"), c.text))
			require.Equal(t, c.want, o.short(), o.GetMessage())
			require.Equal(t, c.value, o.GetValue())
		})
	}
}

func TestFillRefusesBeforeItTouchesAnything(t *testing.T) {
	for name, c := range map[string]struct{ body, role, text, want string }{
		"readonly":       {`<input aria-label=F readonly value=old>`, "textbox", "x", "NOT_APPLIED NOT_EDITABLE"},
		"disabled":       {`<input aria-label=F disabled value=old>`, "textbox", "x", "NOT_APPLIED DISABLED"},
		"fieldset":       {`<fieldset disabled><input aria-label=F value=old></fieldset>`, "textbox", "x", "NOT_APPLIED DISABLED"},
		"button":         {`<button>F</button>`, "button", "x", "NOT_APPLIED NOT_EDITABLE"},
		"checkbox":       {`<input type=checkbox aria-label=F>`, "checkbox", "x", "NOT_APPLIED NOT_EDITABLE"},
		"not a number":   {`<input type=range aria-label=F>`, "slider", "high", "NOT_APPLIED VALUE_NOT_RETAINED"},
		"no such option": {`<select aria-label=F><option>a</select>`, "combobox", "b", "NOT_APPLIED NO_OPTION"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			o := r.act(fillStep(r.ref(c.role, "F"), c.text))
			require.Equal(t, c.want, o.short(), o.GetMessage())
			require.Equal(t, `[]`, r.js(`events.filter(e => !e.startsWith("mouseover"))`))
		})
	}
}

func TestSecretsAreNeverEchoed(t *testing.T) {
	r := show(t, `<input type=password aria-label=P maxlength=6><input autocomplete=one-time-code aria-label=O>`)
	o := r.act(fillStep(r.ref("textbox", "P"), "hunter-two"))
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", o.short())
	require.NotContains(t, o.String(), "hunter")
	require.Equal(t, "••••", o.GetValue())
	o = r.applied(fillStep(r.ref("textbox", "O"), "773311"))
	require.NotContains(t, o.String(), "773311")
	o = r.applied(typeStep(r.ref("textbox", "O"), "9955"))
	require.NotContains(t, o.String(), "9955")
	r.js("document.querySelector('[type=password]').type='text'")
	o = r.act(fillStep(r.ref("textbox", "P"), "shown1"))
	require.NotContains(t, o.String(), "shown1", "it was a password once")
}

func TestFillCanSubmitWithEnter(t *testing.T) {
	r := show(t, `<form onsubmit="p.textContent='sent '+i.value;return false"><input id=i aria-label=F></form><p id=p>idle</p>`)
	s := fillStep(r.ref("textbox", "F"), "query")
	s.GetFill().Submit = true
	o := r.applied(s)
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "sent query")
}

func TestTypePressesKeyByKey(t *testing.T) {
	r := show(t, `<input id=i aria-label=F value=ab><script>globalThis.grown=[];i.onkeydown=()=>grown.push(i.value);i.selectionStart=i.selectionEnd=1</script>`)
	r.applied(typeStep(r.ref("textbox", "F"), "xyz"))
	require.JSONEq(t, `["ab","axb","axyb"]`, r.js("grown"))
	require.Equal(t, `"axyzb"`, r.js("i.value"))
	r.applied(pressStep("", "Control+a"), pressStep("", "q"))
	require.Equal(t, `"q"`, r.js("i.value"))
	require.Equal(t, "NOT_APPLIED NOT_EDITABLE", show(t, `<input readonly aria-label=F>`).typeInto("F").short())
}

func (r *rig) typeInto(name string) outcome { return r.act(typeStep(r.ref("textbox", name), "x")) }

func TestAnUnknownKeyIsRefusedBeforeTheFirstStep(t *testing.T) {
	r := show(t, `<button id=b>Go</button>`)
	o := r.request(r.ctx(), &observerv1.ActRequest{Steps: []*observerv1.Step{clickStep(r.ref("button", "Go")), pressStep("", "Control+Foo")}})
	require.ErrorContains(t, o.err, "INVALID_REQUEST")
	require.Empty(t, o.all)
	require.False(t, r.has("click b"))
}

func TestFillReachesTheModelOfAnEditorBehindAHiddenTextarea(t *testing.T) {
	r := show(t, `<div style="width:300px;height:60px;position:relative"><div style="overflow:hidden;width:3px;height:0;position:absolute"><textarea id=x aria-label=Code style="width:1000px"></textarea></div>`+
		`<pre id=s style="margin:0;height:60px"></pre></div><script>let model='old',all=false;const draw=()=>s.textContent=model;draw();
x.onkeydown=e=>{if(e.ctrlKey&&e.key==='a'){all=true;e.preventDefault()}if(e.key==='Enter'){model+='\n';draw();e.preventDefault()}};
x.oninput=()=>{model=(all?'':model)+x.value;all=false;x.value='';draw()}</script>`)
	ref := r.ref("textbox", "Code")
	o := r.applied(fillStep(ref, "new\nlines"))
	require.Equal(t, `"new\nlines"`, r.js("s.textContent"))
	require.Equal(t, "new\nlines", o.GetValue())
	r.applied(typeStep(ref, "!"))
	require.Equal(t, `"new\nlines!"`, r.js("s.textContent"))
}

func TestASecretOfAnotherFieldIsInNothingAnActSays(t *testing.T) {
	r := show(t, `<input type=password aria-label=P><div contenteditable aria-label=E role=textbox>the word is zebra</div>
		<select aria-label=S><option>zebra<option>also zebra</select><textarea aria-label=A>zebra crossing</textarea>
		<button>Go</button><button style="position:fixed;right:0;top:0">Under</button><div style="position:fixed;right:0;top:0;width:200px;height:100px;background:#fff">Seen: zebra</div>`)
	r.applied(fillStep(r.ref("textbox", "P"), "zebra"))
	for name, st := range map[string]*observerv1.Step{
		"typed into an editor":  typeStep(r.ref("textbox", "E"), "!"),
		"typed into a textarea": typeStep(r.ref("textbox", "A"), "!"),
		"selected":              selectStep(r.ref("combobox", "S"), "nothing like it"),
		"covered":               clickStep(r.ref("button", "Under")),
	} {
		o := r.act(st)
		require.NotContains(t, o.String(), "zebra", name)
		require.NotContains(t, o.GetMessage(), "zebra", name)
	}
}
