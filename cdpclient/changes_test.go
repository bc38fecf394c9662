package cdpclient

import (
	"context"
	"errors"
	"testing"

	"github.com/mafredri/cdp/protocol/emulation"
	"github.com/stretchr/testify/require"
)

// change is something a page can do, most of it without a mutation of its document.
type change struct {
	name  string
	page  string                       // body
	inner string                       // the document at /in
	js    string                       // what changes it
	by    func(t *testing.T, tab *Tab) // or who
	undo  func(t *testing.T, tab *Tab) // takes back what a new document does not
	want  string                       // what is shown then
	gone  bool                         // what is not shown any more
	// axDiffers says that the accessibility tree does not tell this.
	axDiffers bool
	slow      bool // the page itself takes its time
	restless  bool // an animation makes Blink style all the time, so the agents are never certain
}

func (c change) make(t *testing.T, tab *Tab) {
	t.Helper()
	if c.by != nil {
		c.by(t, tab)
		return
	}
	mustEvaluate(t, tab, "(async () => { "+c.js+" })()")
}

// emulator is what these changes need of the protocol.
type emulator interface {
	SetEmulatedMedia(context.Context, *emulation.SetEmulatedMediaArgs) error
	SetDeviceMetricsOverride(context.Context, *emulation.SetDeviceMetricsOverrideArgs) error
}

// emulate sets how the page sees its device and its user.
func emulate(set func(context.Context, emulator) error) func(*testing.T, *Tab) {
	return func(t *testing.T, tab *Tab) {
		t.Helper()
		s, err := tab.pageSession()
		require.NoError(t, err)
		client := emulation.NewClient(s.conn)
		require.NoError(t, set(patience(t), client))
	}
}

// emulateNothing takes back what emulate set.
func emulateNothing(t *testing.T, tab *Tab) {
	t.Helper()
	emulate(func(ctx context.Context, c emulator) error {
		return errors.Join(c.SetEmulatedMedia(ctx, emulation.NewSetEmulatedMediaArgs()),
			c.SetDeviceMetricsOverride(ctx, emulation.NewSetDeviceMetricsOverrideArgs(1280, 720, 1, false)))
	})(t, tab)
}

const sheet = `<style>.a{display:none}.b{color:red}</style><p class=a>Hidden text</p><p class=b>Other</p>`

const activeItem = `<input id=i role=combobox aria-activedescendant=a><div role=listbox id=l><div role=option id=a>A</div><div role=option id=b>B</div></div>`

var silentChanges = []change{
	{name: "a style of a rule is written", page: sheet, js: `document.styleSheets[0].cssRules[0].style.display = 'block'`, want: "Hidden text"},
	{name: "a style of a rule is written beside a mutation", page: sheet + "<p id=n>n</p>",
		js: `n.firstChild.data = 'm'; document.styleSheets[0].cssRules[0].style.display = 'block'`, want: "Hidden text"},
	{name: "the selector of a rule is written", page: sheet, js: `document.styleSheets[0].cssRules[0].selectorText = '.b'`, want: "Hidden text"},
	{name: "a style map of a rule is written", page: sheet, js: `document.styleSheets[0].cssRules[0].styleMap.set('display', 'block')`, want: "Hidden text"},
	{name: "a rule is inserted", page: sheet, js: `document.styleSheets[0].insertRule('.a{display:block!important}', 0)`, want: "Hidden text"},
	{name: "a rule is replaced by another", page: sheet, js: `const s = document.styleSheets[0]; s.deleteRule(0); s.insertRule('.b{display:none}', 0)`, want: "Hidden text"},
	{name: "a sheet is adopted", page: sheet, js: `const s = new CSSStyleSheet(); s.replaceSync('.a{display:block}'); document.adoptedStyleSheets = [s]`, want: "Hidden text"},
	{name: "an adopted sheet is replaced", page: sheet + `<script>s = new CSSStyleSheet(); s.replaceSync('.c{display:block}'); document.adoptedStyleSheets = [s]</script>`,
		js: `s.replaceSync('.a{display:block}')`, want: "Hidden text"},
	{name: "a sheet adopted by a shadow root is replaced", page: `<div id=h></div><script>s = new CSSStyleSheet(); s.replaceSync('p{display:none}');
		h.attachShadow({mode:'open'}).innerHTML = '<p>Hidden text</p>'; h.shadowRoot.adoptedStyleSheets = [s]</script>`,
		js: `s.replaceSync('p{display:block}')`, want: "Hidden text"},
	{name: "the media of a sheet change", page: `<style id=s media=print>.a{display:block!important}</style>` + sheet, js: `s.sheet.media.mediaText = 'all'`, want: "Hidden text"},
	{name: "a custom property is registered and set", page: `<style>:root{--d:none}.a{display:var(--d)}</style><p class=a>Hidden text</p>`,
		js: `document.styleSheets[0].cssRules[0].style.setProperty('--d', 'block')`, want: "Hidden text"},
	{name: "generated text comes with a rule's style", page: `<style>.g::before{color:red;content:""}</style><p class=g>Text</p>`,
		js: `document.styleSheets[0].cssRules[0].style.content = '"Gen "'`, want: "Gen Text"},
	{name: "internals get a label", page: `<x-a></x-a><script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); (window.i = this.attachInternals()).role = 'button' } })</script>`,
		js: `i.ariaLabel = 'Press me'`, want: `button "Press me"`},
	{name: "internals get a role", page: `<x-a tabindex=0>Text</x-a><script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); window.i = this.attachInternals() } })</script>`,
		js: `i.role = 'button'`, want: `button "Text"`},
	{name: "internals get a custom state", page: `<style>x-a:state(on) ~ .a{display:block!important}</style><x-a></x-a>` + sheet + `<script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); window.i = this.attachInternals() } })</script>`,
		js: `i.states.add('on')`, want: "Hidden text"},
	{name: "an element is upgraded", page: `<x-b>Text</x-b>`, js: `customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachInternals().role = 'button' } })`, want: `button "Text"`},
	{name: "an upgraded element gets a shadow root", page: `<x-b>Text</x-b>`, js: `customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachShadow({mode:'open'}).innerHTML = '<button>Inner</button>' } })`, want: `button "Inner"`},
	{name: "an element gets a shadow root later", page: `<div id=h>Light</div>`, js: `h.attachShadow({mode:'open'}).innerHTML = '<button>Inner</button>'`, want: `button "Inner"`},
	{name: "an empty element gets a closed shadow root later", page: `<section id=h></section>`, js: `h.attachShadow({mode:'closed'}).innerHTML = '<button>Inner</button>'`, want: `button "Inner"`},
	{name: "the colour scheme changes", page: `<style>@media (prefers-color-scheme:dark){.a{display:block!important}}</style>` + sheet, want: "Hidden text", undo: emulateNothing,
		by: emulate(func(ctx context.Context, c emulator) error {
			return c.SetEmulatedMedia(ctx, emulation.NewSetEmulatedMediaArgs().SetFeatures([]emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
		})},
	{name: "the medium changes", page: `<style>@media print{.a{display:block!important}}</style>` + sheet, want: "Hidden text", undo: emulateNothing,
		by: emulate(func(ctx context.Context, c emulator) error {
			return c.SetEmulatedMedia(ctx, emulation.NewSetEmulatedMediaArgs().SetMedia("print"))
		})},
	{name: "the window is resized", page: `<style>@media (max-width:700px){.a{display:block!important}}</style>` + sheet, want: "Hidden text", undo: emulateNothing,
		by: emulate(func(ctx context.Context, c emulator) error {
			return c.SetDeviceMetricsOverride(ctx, emulation.NewSetDeviceMetricsOverrideArgs(600, 720, 1, false))
		})},
	{name: "a container grows past its query", page: `<style>#c{container-type:inline-size;width:100px}@container (min-width:300px){.a{display:block!important}}</style><div id=c>` + sheet + `</div>`,
		js: `document.styleSheets[0].cssRules[0].style.width = '400px'`, want: "Hidden text"},
	{name: "a transition ends", slow: true, page: `<style>#t{transition:visibility .3s;visibility:hidden}#t.on{visibility:visible}</style><p id=t>Hidden text</p>`, js: `t.className = 'on'`, want: "Hidden text"},
	{name: "a transition hides at its end", slow: true, page: `<style>#t{transition:visibility .3s}#t.on{visibility:hidden}</style><p id=t>Shown text</p>`, js: `t.className = 'on'`, want: "Shown text", gone: true},
	{name: "an animation reveals", slow: true, page: `<style>@keyframes k{to{visibility:visible}}#t{visibility:hidden}</style><p id=t>Hidden text</p>`, js: `t.style.animation = 'k .3s forwards'`, want: "Hidden text"},
	{name: "a scripted animation reveals", slow: true, page: `<style>#t{visibility:hidden}</style><p id=t>Hidden text</p>`, js: `t.animate([{visibility:'hidden'},{visibility:'visible'}], {duration:200, fill:'forwards'})`, want: "Hidden text"},
	{name: "a scripted animation is cancelled", restless: true, page: `<p id=t>Shown text</p><p>x</p><script>an = t.animate([{display:'none'},{display:'none'}], {duration:1e7, fill:'forwards'})</script>`, js: `an.cancel()`, want: "Shown text"},
	{name: "an animation is moved", restless: true, page: `<p id=t>Shown text</p><script>an = t.animate([{visibility:'hidden'},{visibility:'visible'}], {duration:1000, fill:'both'}); an.pause()</script>`, js: `an.currentTime = 999`, want: "Shown text"},
	{name: ":has() reveals", page: sheet + `<style>div:has(input:checked) + .h{display:block}.h{display:none}</style><div><input type=checkbox id=i></div><p class=h>Revealed</p>`, js: `i.checked = true`, want: "Revealed"},
	{name: ":target reveals", page: `<style>#f:target + .a{display:block!important}</style><i id=f>f</i><p class=a>Hidden text</p><style>.a{display:none}</style>`, js: `location.hash = 'f'`, want: "Hidden text"},
	{name: ":focus-within reveals", page: `<style>div:focus-within + .a{display:block!important}.a{display:none}</style><div><button id=f>F</button></div><p class=a>Hidden text</p>`, js: `f.focus()`, want: "Hidden text"},
	{name: ":invalid reveals", page: `<style>input:invalid + .a{display:block!important}.a{display:none}</style><input id=f><p class=a>Hidden text</p>`, js: `f.setCustomValidity('Bad')`, want: "Hidden text"},
	{name: "the inert property is set", page: `<div id=d><button>Inert one</button></div>`, js: `d.inert = true`, want: "Inert one", gone: true},
	{name: "a popover is shown", page: `<div popover id=d>Popped</div>`, js: `d.showPopover()`, want: "Popped"},
	{name: "a popover is hidden", page: `<div popover id=d>Popped</div><script>d.showPopover()</script>`, js: `d.hidePopover()`, want: "Popped", gone: true},
	{name: "a dialog is shown", page: `<dialog id=d>Modal</dialog><p>Behind</p>`, js: `d.showModal()`, want: "Behind", gone: true},
	{name: "a dialog in a shadow root is shown", page: `<div id=h></div><p>Behind</p><script>h.attachShadow({mode:'open'}).innerHTML='<dialog>Modal</dialog>'</script>`, js: `h.shadowRoot.querySelector('dialog').showModal()`, want: "Behind", gone: true},
	{name: "a shadow root comes with a modal dialog", page: `<section id=h></section><p>Behind</p>`, js: `h.attachShadow({mode:'open'}).innerHTML='<dialog>Modal</dialog>'; h.shadowRoot.firstChild.showModal()`, want: "Behind", gone: true},
	{name: "the host of a modal dialog is removed", page: `<section><div id=h></div></section><p>Behind</p><script>h.attachShadow({mode:'open'}).innerHTML='<dialog>Modal</dialog>'; h.shadowRoot.firstChild.showModal()</script>`,
		js: `h.remove()`, want: "Behind"},
	{name: "what cannot be drawn comes into a link of a drawing", page: `<svg><a href=#s id=l><text y=9>drawn</text></a></svg>`, js: `l.textContent = 'drawn'; l.insertAdjacentHTML('afterbegin', '<p>no</p>')`, want: `link "no drawn"`},
	{name: "details are opened", page: `<details id=d><summary>S</summary>Inside</details>`, js: `d.open = true`, want: "Inside"},
	{name: "details of a group close each other", page: `<details name=g open><summary>S</summary>First</details><details name=g id=d><summary>T</summary>Second</details>`, js: `d.open = true`, want: "First", gone: true},
	{name: "find in page opens details", page: `<details><summary>S</summary>Needle inside</details>`, js: `window.find('Needle'); location.hash = ':~:text=Needle'; document.querySelector('details').open = true`, want: "Needle"},
	{name: "what was hidden until found is revealed", page: `<div hidden=until-found id=u>Needle</div>`, js: `location.hash = 'u'`, want: "Needle"},
	{name: "the page scrolls", page: `<div style="height:5000px"></div><button>Below</button>`, js: `scrollTo(0, 1e6)`, want: `button "Below" [offscreen]`, gone: true},
	{name: "a scroll drives an animation", page: `<style>@keyframes k{from{visibility:hidden}to{visibility:visible}}#d{overflow:auto;height:50px;scroll-timeline:--s}#t{animation:k linear both;animation-timeline:--s}body{timeline-scope:--s}</style>
		<div id=d><div style="height:500px">x</div></div><p id=t>Hidden text</p>`, js: `d.scrollTop = 900`, want: "Hidden text"},
	{name: "something moves without a mutation", page: `<style>#m{position:fixed;top:0;left:-900px}</style><button id=m>Moves</button>`, js: `document.styleSheets[0].cssRules[0].style.left = '9px'`, want: `button "Moves" [offscreen]`, gone: true},
	{name: "content is skipped no more", page: `<style>#m{content-visibility:hidden}</style><div id=m><button>Skipped</button></div>`, js: `document.styleSheets[0].cssRules[0].style.contentVisibility = 'visible'`, want: "Skipped"},
	{name: "a picture fails", page: `<img id=m alt="Alternative" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20>`, js: `m.alt = 'Second'; m.src = '/none.png'`, want: "Second"},
	{name: "a form is reset", page: `<form id=g><input id=f value=first></form><script>f.value = 'typed'</script>`, js: `g.reset()`, want: "first"},
	{name: "a radio of a group is chosen", page: `<input type=radio name=r id=r1 checked aria-label=One><input type=radio name=r id=r2 aria-label=Two>`, js: `r2.checked = true`, want: `radio "Two" [checked]`},
	{name: "a value is written", page: `<input id=f value=a>`, js: `f.value = 'written'`, want: "written"},
	{name: "a range of text is written", page: `<textarea id=f>abcdef</textarea>`, js: `f.setRangeText('XYZ', 1, 3)`, want: "aXYZdef"},
	{name: "a step up", page: `<input type=number id=f value=4>`, js: `f.stepUp()`, want: `"5"`},
	{name: "a value as a number", page: `<input type=range id=f value=4>`, js: `f.valueAsNumber = 77`, want: `"77"`},
	{name: "an option is selected", page: `<select><option>One<option id=o>Two</select>`, js: `o.selected = true`, want: `combobox [offscreen]: "Two"`},
	{name: "an option of a list is selected", page: `<select multiple><option>One<option id=o>Two</select>`, js: `o.selected = true`, want: `option "Two" [selected]`},
	{name: "the length of a select is cut", page: `<select id=f><option>One<option selected>Two</select>`, js: `f.length = 1`, want: `combobox [offscreen]: "One"`},
	{name: "a checkbox is mixed", page: `<input type=checkbox id=f>`, js: `f.indeterminate = true`, want: "mixed"},
	{name: "progress goes on", page: `<progress id=f value=.2></progress>`, js: `f.value = .7`, want: "0.7"},
	{name: "the document can be edited", page: `<p>Text</p>`, js: `document.designMode = 'on'; getSelection().collapse(document.querySelector('p'), 0); document.execCommand('insertText', false, 'Typed')`, want: "TypedText"},
	{name: "text is written into an edited document", page: `<div contenteditable id=f>Text</div>`, js: `f.focus(); document.execCommand('insertText', false, 'typed')`, want: "typed"},
	{name: "a slot is assigned by hand", page: `<div id=h><p id=l>Light</p></div><script>h.attachShadow({mode:'open', slotAssignment:'manual'}).innerHTML='<slot>Fallback</slot>'</script>`,
		js: `h.shadowRoot.querySelector('slot').assign(l)`, want: "Light"},
	{name: "a slot is renamed", page: `<div id=h><p slot=x>Light</p></div><script>h.attachShadow({mode:'open'}).innerHTML='<slot name=y>Fallback</slot>'</script>`, js: `h.shadowRoot.querySelector('slot').name = 'x'`, want: "Light"},
	{name: "children are replaced", page: `<div id=d><p>Old</p></div>`, js: `const b = document.createElement('button'); b.textContent = 'New'; d.replaceChildren(b)`, want: `button "New"`},
	{name: "a node is moved with its state", page: `<div id=d>D </div><p id=p>Moved</p>`, js: `d.moveBefore ? d.moveBefore(p, null) : d.append(p); p.append(' on')`, want: "Moved on"},
	{name: "contents are extracted", page: `<p id=p>One <b>Two</b> Three</p>`, js: `const r = document.createRange(); r.selectNodeContents(p); r.setStart(p.lastChild, 3); r.extractContents()`, want: "Three", gone: true},
	{name: "a text is split", page: `<p id=p>OneTwo</p>`, js: `p.firstChild.splitText(3).data = 'Three'`, want: "OneThree"},
	{name: "texts are joined", page: `<p id=p>One</p><script>p.append('Two')</script>`, js: `p.normalize(); p.firstChild.appendData('!')`, want: "OneTwo!"},
	{name: "a label far away is written", page: `<div role=group aria-labelledby=l>G</div><p id=l>Far</p>`, js: `l.firstChild.data = 'Name far away'`, want: `group "Name far away"`},
	{name: "a hidden label far away is written", page: `<div role=group aria-labelledby=l>G</div><p id=l hidden>Far</p>`, js: `l.firstChild.data = 'Name far away'`, want: `group "Name far away"`},
	{name: "a labelling element is reflected", page: `<button id=b>B</button><p id=l>First</p><p id=m>Second</p><script>b.ariaLabelledByElements = [l]</script>`, js: `b.ariaLabelledByElements = [m]`, want: `button "Second"`},
	{name: "a reflected label is written", page: `<button id=b>B</button><p id=l>First</p><script>b.ariaLabelledByElements = [l]</script>`, js: `l.firstChild.data = 'Third'`, want: `button "Third"`},
	{name: "the id of a label goes to another beside a shadow root", page: `<div id=h></div><div role=group aria-labelledby=l>G</div><p id=l>First</p><p id=l>Second</p><script>
		h.attachShadow({mode:'open'}).innerHTML = '<div role=group aria-labelledby=l>S</div><b id=l>Shadow</b>'</script>`, js: `document.getElementById('l').remove()`, want: `group "Second"`},
	{name: "the text of a reflected label is hidden", page: `<style>#l b{color:red}</style><button id=b>B</button><p id=l>First <b>Half</b></p><script>b.ariaLabelledByElements = [l]</script>`,
		js: `document.styleSheets[0].cssRules[0].style.display = 'none'`, want: `button "First"`},
	{name: "the active item moves", page: activeItem, js: `i.setAttribute('aria-activedescendant', 'b')`, want: "- option \"A\"\n  - option \"B\" [active]"},
	{name: "the active item is reflected", page: activeItem, js: `i.ariaActiveDescendantElement = b; b.id = 'c'`, want: "- option \"A\"\n  - option \"B\" [active]"},
	{name: "the id of the active item goes to another", page: activeItem, js: `a.id = 'c'; b.id = 'a'`, want: "- option \"A\"\n  - option \"B\" [active]"},
	{name: "the active item is replaced", page: activeItem, js: `l.innerHTML = '<div role=option>Z</div><div role=option id=a>N</div>'`, want: "- option \"Z\"\n  - option \"N\" [active]"},
	{name: "the widget of an active item goes", page: activeItem, js: `i.remove()`, want: "[active]", gone: true},
	{name: "the widget of an active item is hidden by a rule", page: `<style>input{color:red}</style>` + activeItem, js: `document.styleSheets[0].cssRules[0].style.display = 'none'`, want: "[active]", gone: true},
	{name: "an error message far away is written", page: `<input aria-invalid=true aria-errormessage=e><p id=e>Bad</p>`, js: `e.firstChild.data = 'Too long'`, want: `[validation="Too long"]`},
	{name: "an error message is shown by a rule", page: sheet + `<input aria-invalid=true aria-errormessage=e><div class=a><p id=e>Bad</p></div>`, js: `document.styleSheets[0].cssRules[0].style.display = 'block'`, want: `[validation="Bad"]`},
	{name: "an element becomes invalid", page: `<input id=i aria-errormessage=e><p id=e>Bad</p>`, js: `i.ariaInvalid = 'true'`, want: `[invalid=true] [validation="Bad"]`},
	{name: "an owner is hidden", page: `<div role=list aria-owns=l id=o></div><p>between</p><div role=listitem id=l>Item</div>`, js: `o.style.display = 'none'`, want: "- list\n", gone: true, axDiffers: true},
	{name: "an owner is hidden by a rule", page: `<style>#o{color:red}</style><div role=list aria-owns=l id=o></div><p>between</p><div role=listitem id=l>Item</div>`,
		js: `document.styleSheets[0].cssRules[0].style.display = 'none'`, want: "- list\n", gone: true, axDiffers: true},
	{name: "an owner is shown", page: `<div role=list aria-owns=l id=o hidden></div><p>between</p><div role=listitem id=l>Item</div>`, js: `o.hidden = false`, want: "- list\n"},
	{name: "what is owned is shown", page: `<div role=list aria-owns=l></div><p>between</p><div role=listitem id=l hidden>Item</div>`, js: `l.hidden = false`, want: "- list\n  - listitem: \"Item\"\n"},
	{name: "a control is hidden and its label, far away, stands for it", page: `<p><label for=c>Agree</label></p><p>between</p><p><input type=checkbox id=c></p>`, js: `c.style.display = 'none'`, want: "- checkbox \"Agree\" [offscreen]\n- paragraph: \"between\""},
	{name: "a control is shown and its label, far away, does not stand for it any more", page: `<p><label for=c>Agree</label></p><p>between</p><p><input type=checkbox hidden id=c></p>`, js: `c.hidden = false`, want: "- paragraph: \"between\"\n- checkbox \"Agree\""},
	{name: "an owned element comes to be", page: `<div role=list aria-owns=l></div><p>between</p><div id=d></div>`, js: `d.innerHTML = '<div role=listitem id=l>Item</div>'`, want: "- list\n"},
	{name: "a popover target is set as a property", page: `<div popover id=d>Popped</div><button id=b>B</button>`, js: `b.popoverTargetElement = d`, want: `[expanded=false]`},
	{name: "a property reflects a state", page: `<div role=checkbox id=b tabindex=0 aria-checked=false>B</div>`, js: `b.ariaChecked = 'true'`, want: "[checked]"},
	{name: "a listener is added", page: `<div id=b>Listens</div>`, js: `b.addEventListener('click', () => 1)`, want: "[clickable]", axDiffers: true},
	{name: "a listener is a property", page: `<div id=b>Listens</div>`, js: `b.onclick = () => 1`, want: "[clickable]", axDiffers: true},
	{name: "a listener is removed", page: `<div id=b>Listens</div><script>f = () => 1; b.addEventListener('click', f)</script>`, js: `b.removeEventListener('click', f)`, want: "[clickable]", gone: true, axDiffers: true},
	{name: "a listener is added in a shadow root", page: `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<div>Listens</div>'</script>`, js: `h.shadowRoot.firstChild.addEventListener('click', () => 1)`, want: "[clickable]", axDiffers: true},
	{name: "a listener is added in a closed shadow root", page: `<x-c></x-c><script>customElements.define('x-c', class extends HTMLElement { constructor() { super(); window.r = this.attachShadow({mode:'closed'}); r.innerHTML='<div>Listens</div>' } })</script>`,
		js: `r.firstChild.addEventListener('click', () => 1)`, want: "[clickable]", axDiffers: true},
	{name: "a medium plays", page: `<audio controls id=m></audio>`, js: `m.muted = true; m.controls = false; m.after('Done')`, want: "Done"},
	{name: "the document is written anew", page: `<p>Old</p>`, js: `document.open(); document.write('<p>Rewritten'); document.close()`, want: "Rewritten"},
	{name: "the root element is replaced", page: `<p>Old</p>`, js: `const n = document.createElement('html'); n.innerHTML = '<body><p>Other root'; document.documentElement.replaceWith(n)`, want: "Other root"},
	{name: "the body is replaced", page: `<p>Old</p>`, js: `const n = document.createElement('body'); n.innerHTML = '<p>Other body'; document.body.replaceWith(n)`, want: "Other body"},
	{name: "a node is adopted from a frame", page: `<iframe src=/in id=f></iframe><div id=d>D </div>`, inner: `<button id=b>From inside</button>`, js: `d.append(document.adoptNode(f.contentDocument.getElementById('b'))); d.append('x')`, want: `  - button "From inside"`, gone: true},
	{name: "a node is adopted into a frame", page: `<iframe src=/in id=f></iframe><button id=b>From outside</button>`, inner: `<div>In</div>`, js: `f.contentDocument.body.append(b)`, want: `  - button "From outside"`},
	{name: "a frame gets a srcdoc", page: `<iframe id=f></iframe>`, js: `f.srcdoc = '<button>In frame</button>'`, want: `button "In frame"`},
	{name: "a frame goes elsewhere", slow: true, page: `<iframe id=f></iframe>`, inner: `<button>In frame</button>`, js: `f.src = '/in'`, want: `button "In frame"`},
	{name: "a rule's style is written in a frame", page: `<iframe src=/in id=f></iframe>`, inner: sheet, js: `f.contentDocument.styleSheets[0].cssRules[0].style.display = 'block'`, want: "Hidden text"},
	{name: "a frame is removed", page: `<iframe src=/in id=f></iframe>`, inner: `<button>In frame</button>`, js: `f.remove()`, want: "In frame", gone: true},
	{name: "text changes its case", page: `<style>#t{color:red}</style><p id=t>Text</p>`, js: `document.styleSheets[0].cssRules[0].style.textTransform = 'uppercase'`, want: "TEXT"},
	{name: "a modal dialog is shown again as another", page: `<style>:modal ~ .x{display:none}</style><dialog id=d>D</dialog><p class=x>Text</p>`, js: `d.showModal(); d.close(); d.show()`, want: `dialog`},
	{name: "the base address changes", page: `<base id=b href="/a/"><a href="rel">Link</a>`, js: `b.href = '/b/'`, want: "/b/rel"},
	{name: "the address changes", page: `<a href="rel">Link</a>`, js: `history.pushState(0, '', '/deep/er')`, want: "/deep/rel"},
	{name: "a font arrives", page: `<p id=p style="font-family:F">Text</p>`, js: `const f = new FontFace('F', 'local("DejaVu Sans"), local("Liberation Sans")'); document.fonts.add(f); await f.load().catch(() => 1); p.append('!')`, want: "Text!"},
	{name: "the fieldset is disabled", page: `<fieldset id=f><button>B</button></fieldset>`, js: `f.disabled = true`, want: `button "B" [disabled]`},
	{name: "the hint of a text field is hidden by its value", page: `<style>input:placeholder-shown + .a{display:none}</style><input id=f placeholder=p><p class=a>Hidden text</p>`, js: `f.value = 'x'`, want: "Hidden text"},
	{name: "a timer fires", slow: true, page: `<p id=p>Text</p>`, js: `setTimeout(() => { p.textContent = 'Later' }, 700)`, want: "Later"},
}
