package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const (
	tags = `<ul id=l role=listbox aria-label=F aria-multiselectable=true tabindex=0><li role=option aria-selected=true>Red<li role=option aria-selected=false>Blue
<li role=option aria-selected=false aria-disabled=true>Grey<li role=option aria-selected=false>Pink</ul>`
	chosen = `[...document.querySelectorAll('[aria-selected=true]')].map(o=>o.textContent.trim()).join('+')`

	combo = `<div id=lb role=listbox hidden><div role=option aria-selected=true>Apple</div><div role=option>Pear</div><div role=option aria-disabled=true>Plum</div></div>
<script>const toggle=()=>{lb.hidden=!lb.hidden;cb.ariaExpanded=String(!lb.hidden)};cb.onclick=toggle
lb.onclick=e=>{const o=e.target.closest('[role=option]');for(const x of lb.children)x.ariaSelected=String(x===o);say(o.textContent);toggle()}
addEventListener('keydown',e=>{if(e.key==='Escape'&&!lb.hidden)toggle()})</script>`
)

func TestSelectTakesTheOptionsOfAnARIAListBox(t *testing.T) {
	for name, script := range map[string]string{
		"where a click toggles":             `o.ariaSelected=String(o.ariaSelected!=='true')`,
		"where a click selects one alone":   `if(!e.ctrlKey)for(const x of l.children)if(x!==o)x.ariaSelected='false';o.ariaSelected=String(!e.ctrlKey||o.ariaSelected!=='true')`,
		"that shows it a little later":      `setTimeout(()=>o.ariaSelected=String(o.ariaSelected!=='true'),100)`,
		"that makes its options anew":       `o.ariaSelected=String(o.ariaSelected!=='true');l.innerHTML=l.innerHTML`,
		"that is told by the pointer going": `return`,
	} {
		t.Run(name, func(t *testing.T) {
			on := "click"
			if script == "return" {
				on, script = "mouseup", `o.ariaSelected=String(o.ariaSelected!=='true')`
			}
			r := show(t, tags+`<script>l.addEventListener('`+on+`',e=>{const o=e.target.closest('[role=option]');if(!o||o.ariaDisabled)return;`+script+`})</script>`)
			ref := r.ref("listbox", "F")
			o := r.applied(selectStep(ref, "Blue", "Pink"))
			require.Equal(t, `"Blue+Pink"`, r.js(chosen))
			require.Equal(t, "Blue, Pink", o.GetValue())
			r.applied(selectStep(ref))
			require.Equal(t, `""`, r.js(chosen))
			require.Equal(t, "NOT_APPLIED NO_OPTION", r.act(selectStep(ref, "Green")).short())
			require.Equal(t, "NOT_APPLIED DISABLED", r.act(selectStep(ref, "Red", "Grey")).short())
			require.Equal(t, `""`, r.js(chosen))
		})
	}
}

func TestSelectOpensTheListOfAnARIAComboBoxAndTakesAnOption(t *testing.T) {
	for name, box := range map[string]string{
		"a button":                        `<button id=cb role=combobox aria-label=F aria-expanded=false aria-controls=lb>Apple</button><script>const say=t=>cb.textContent=t</script>`,
		"a div":                           `<div id=cb role=combobox aria-label=F tabindex=0 aria-expanded=false aria-owns=lb>Apple</div><script>const say=t=>cb.textContent=t</script>`,
		"a field":                         `<input id=cb role=combobox aria-label=F readonly value=Apple aria-expanded=false aria-controls=lb><script>const say=t=>cb.value=t</script>`,
		"one that does not name its list": `<button id=cb role=combobox aria-label=F aria-expanded=false aria-haspopup=listbox>Apple</button><script>const say=t=>cb.textContent=t</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, box+combo)
			ref := r.ref("combobox", "F")
			o := r.applied(selectStep(ref, "Pear"))
			require.Equal(t, "Pear", o.GetValue())
			require.Equal(t, `"Pear"`, r.js(`cb.value||cb.textContent`))
			require.Equal(t, `true`, r.js(`lb.hidden`))
			require.Equal(t, "NOT_APPLIED NO_OPTION", r.act(selectStep(ref, "Quince")).short())
			require.Equal(t, "NOT_APPLIED DISABLED", r.act(selectStep(ref, "Plum")).short())
			require.Equal(t, `true`, r.js(`lb.hidden`), "the list is closed again")
			require.Equal(t, `"Pear"`, r.js(`cb.value||cb.textContent`))
		})
	}
}

func TestSelectSaysSoWhenAListOfOptionsShowsNothingOfIt(t *testing.T) {
	r := show(t, tags+`<button>Go</button><input role=combobox aria-label=City>`)
	require.Equal(t, "UNKNOWN VALUE_NOT_RETAINED", r.act(selectStep(r.ref("listbox", "F"), "Blue", "Red")).short())
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(selectStep(r.ref("button", "Go"), "Blue")).short())
	require.Equal(t, "NOT_APPLIED NO_OPTION", r.act(selectStep(r.ref("combobox", "City"), "Blue")).short())
}

func TestAnOptionIsNotTakenForShownWhereAnotherOneIsThatHoldsItsName(t *testing.T) {
	r := show(t, `<button id=cb role=combobox aria-label=F aria-expanded=false aria-controls=lb>Dish: Apple pie</button>
<div id=lb role=listbox hidden><div role=option>Apple</div><div role=option>Apple pie</div></div>
<script>cb.onclick=lb.onclick=()=>{lb.hidden=!lb.hidden;cb.ariaExpanded=String(!lb.hidden)}</script>`)
	ref := r.ref("combobox", "F")
	require.Equal(t, "UNKNOWN VALUE_NOT_RETAINED", r.act(selectStep(ref, "Apple")).short())
	r.applied(selectStep(ref, "Apple pie"))
}

func TestFillManySeesThatAListIsNotEmptyAnyMore(t *testing.T) {
	r := show(t, `<input id=i aria-label=N oninput="l.children[1].ariaSelected='true'">`+tags+`<script>l.onclick=e=>{e.target.ariaSelected=String(e.target.ariaSelected!=='true')}</script>`)
	none := &observerv1.FieldValue{Ref: r.ref("listbox", "F"), Value: &observerv1.FieldValue_Options{Options: &observerv1.OptionMatches{}}}
	o := r.act(fillManyStep(none, textOf(r.ref("textbox", "N"), "Ann")))
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", o.short())
}

func TestFillManyTakesOptionsOfAnARIAComboBoxAmongOtherFields(t *testing.T) {
	r := show(t, `<input id=i aria-label=N><div id=cb role=combobox aria-label=F tabindex=0 aria-expanded=false aria-controls=lb>Apple</div><script>const say=t=>cb.textContent=t</script>`+combo)
	r.applied(fillManyStep(optionOf(r.ref("combobox", "F"), "Pear"), textOf(r.ref("textbox", "N"), "Ann")))
	require.Equal(t, `"Pear Ann"`, r.js(`cb.textContent+' '+i.value`))
}
