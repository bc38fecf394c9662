package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestCheckSwitchesOnAndOffAndVerifies(t *testing.T) {
	for name, c := range map[string]struct{ body, role, state string }{
		"native":        {`<input type=checkbox id=i aria-label=F>`, "checkbox", `i.checked`},
		"label":         {`<label><input type=checkbox id=i style="opacity:0;position:absolute;width:0;height:0">F</label>`, "checkbox", `i.checked`},
		"sibling label": {`<input type=checkbox id=i style="position:absolute;opacity:0;width:1px;height:1px"><label for=i>F</label>`, "checkbox", `i.checked`},
		"no pointer":    {`<label><input type=checkbox id=i style="pointer-events:none">F</label>`, "checkbox", `i.checked`},
		"aria":          {`<div role=checkbox id=i aria-checked=false tabindex=0 onclick="this.ariaChecked=this.ariaChecked!=='true'">F</div>`, "checkbox", `i.ariaChecked==='true'`},
		"switch":        {`<button role=switch id=i aria-checked=false onclick="this.ariaChecked=this.ariaChecked!=='true'">F</button>`, "switch", `i.ariaChecked==='true'`},
		"late":          {`<button role=switch id=i aria-checked=false onclick="setTimeout(()=>this.ariaChecked=this.ariaChecked!=='true',120)">F</button>`, "switch", `i.ariaChecked==='true'`},
		"toggle":        {`<button id=i aria-pressed=false onclick="this.ariaPressed=this.ariaPressed!=='true'">F</button>`, "button", `i.ariaPressed==='true'`},
		"menu item":     {`<div role=menu><div role=menuitemcheckbox id=i aria-checked=false tabindex=0 onclick="this.ariaChecked=this.ariaChecked!=='true'">F</div></div>`, "menuitemcheckbox", `i.ariaChecked==='true'`},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			ref := r.ref(c.role, "F")
			for _, on := range []bool{true, false, false} {
				o := r.applied(checkStep(ref, on))
				require.Equal(t, map[bool]string{true: "true", false: "false"}[on], r.js(c.state), o.String())
				if !on {
					before := r.js("events.filter(e=>e.startsWith('click')).length")
					r.applied(checkStep(ref, on))
					require.Equal(t, before, r.js("events.filter(e=>e.startsWith('click')).length"), "clicked although it was so")
				}
			}
		})
	}
}

func TestCheckRefusesWhatItCannotDo(t *testing.T) {
	for name, c := range map[string]struct {
		body, role string
		on         bool
		want       string
	}{
		"radio off":         {`<input type=radio aria-label=F checked>`, "radio", false, "NOT_APPLIED NOT_ACTIONABLE"},
		"radio on":          {`<input type=radio aria-label=F>`, "radio", true, "APPLIED"},
		"disabled":          {`<input type=checkbox aria-label=F disabled>`, "checkbox", true, "NOT_APPLIED DISABLED"},
		"label of disabled": {`<label><input type=checkbox disabled style="opacity:0;position:absolute;width:0;height:0">F</label>`, "checkbox", true, "NOT_APPLIED DISABLED"},
		"button":            {`<button>F</button>`, "button", true, "NOT_APPLIED NOT_ACTIONABLE"},
		"stubborn":          {`<input type=checkbox aria-label=F onclick="return false">`, "checkbox", true, "UNKNOWN VALUE_NOT_RETAINED"},
		"mixed":             {`<input type=checkbox aria-label=F id=i><script>i.indeterminate=true</script>`, "checkbox", false, "APPLIED"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, c.body)
			o := r.act(checkStep(r.ref(c.role, "F"), c.on))
			require.Equal(t, c.want, o.short(), o.GetMessage())
		})
	}
}

const fruit = `<select id=i aria-label=F onchange="p.textContent='chose '+[...i.selectedOptions].map(o=>o.value).join('+')">
<option value=a>Apple<option value=Apple>Berry<optgroup label=G><option value=c>Cherry<option value=d disabled>Date</optgroup><option value=x>Twin<option value=y>Twin</select><p id=p>-</p>`

func TestSelectChoosesExactlyWhatIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		option *observerv1.OptionMatch
		want   string
		value  string
	}{
		"label":           {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Label{Label: "Cherry"}}, "APPLIED", "c"},
		"label first":     {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: "Berry"}}, "APPLIED", "Apple"},
		"value":           {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: "y"}}, "APPLIED", "y"},
		"value only":      {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Value{Value: "Apple"}}, "APPLIED", "Apple"},
		"index":           {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Index{Index: 4}}, "APPLIED", "x"},
		"twins":           {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: "Twin"}}, "NOT_APPLIED NO_OPTION", "a"},
		"none":            {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: "Quince"}}, "NOT_APPLIED NO_OPTION", "a"},
		"disabled":        {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: "Date"}}, "NOT_APPLIED DISABLED", "a"},
		"index too large": {&observerv1.OptionMatch{By: &observerv1.OptionMatch_Index{Index: 40}}, "NOT_APPLIED NO_OPTION", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, fruit)
			o := r.act(&observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: r.ref("combobox", "F"), Options: []*observerv1.OptionMatch{c.option}}}})
			require.Equal(t, c.want, o.short(), o.GetMessage())
			require.Equal(t, quote(c.value), r.js("i.value"))
			if c.want == "APPLIED" {
				require.Equal(t, quote("chose "+c.value), r.js("p.textContent"))
			}
			if name == "twins" {
				require.Contains(t, o.GetMessage(), `4: "Twin" (value "x"), 5: "Twin" (value "y")`)
			}
		})
	}
}

func TestSeveralOptionsAreTheWholeSelection(t *testing.T) {
	r := show(t, `<select multiple id=i aria-label=F><option selected>a<option>b<option>c</select>`)
	ref := r.ref("listbox", "F")
	r.applied(selectStep(ref, "b", "c"))
	require.Equal(t, `"b,c"`, r.js("[...i.selectedOptions].map(o=>o.value).join()"))
	r.applied(selectStep(ref))
	require.Equal(t, `0`, r.js("i.selectedOptions.length"))
	r = show(t, fruit)
	require.Equal(t, "NOT_APPLIED NO_OPTION", r.act(selectStep(r.ref("combobox", "F"), "Apple", "Berry")).short())
}

func TestAnOptionCanBeClickedOrNamedByItsRef(t *testing.T) {
	r := show(t, fruit)
	r.applied(clickStep(r.ref("option", "Cherry")))
	require.Equal(t, `"c"`, r.js("i.value"))
	r.applied(&observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: r.ref("combobox", "F"),
		Options: []*observerv1.OptionMatch{{By: &observerv1.OptionMatch_Ref{Ref: r.ref("option", "Berry")}}}}}})
	require.Equal(t, `"Apple"`, r.js("i.value"))
	require.Equal(t, "NOT_APPLIED DISABLED", r.act(clickStep(r.ref("option", "Date"))).short())
	r = show(t, `<select size=3 id=i aria-label=F><option>a<option>b<option>c</select>`)
	r.applied(clickStep(r.ref("option", "b")))
	require.Equal(t, `"b"`, r.js("i.value"))
	require.True(t, r.has("change i"))
}

func TestOptionsThatAreFilledInLateAreWaitedFor(t *testing.T) {
	r := show(t, `<select id=i aria-label=F><option>loading</select><script>setTimeout(()=>i.add(new Option('late')),400)</script>`)
	r.applied(selectStep(r.ref("combobox", "F"), "late"))
	require.Equal(t, `"late"`, r.js("i.value"))
}

func TestWhatHasNoListIsRefusedWithAdvice(t *testing.T) {
	r := show(t, `<input aria-label=F><div role=button aria-label=G tabindex=0>a</div>`)
	for _, ref := range []string{r.ref("textbox", "F"), r.ref("button", "G")} {
		o := r.act(selectStep(ref, "a"))
		require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", o.short())
		require.Contains(t, o.GetMessage(), "click")
	}
}

func TestAListBoxThatTakesNothingIsNotCalledApplied(t *testing.T) {
	r := show(t, `<div role=listbox aria-label=F tabindex=0><div role=option>a</div></div>`)
	require.Equal(t, "UNKNOWN VALUE_NOT_RETAINED", r.act(selectStep(r.ref("listbox", "F"), "a")).short())
}
