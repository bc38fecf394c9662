package cdpclient

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestBothEnginesReadTheSame shows small pages on which the engines are easily of two minds.
func TestBothEnginesReadTheSame(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	for _, c := range []struct{ title, page, want string }{
		{"lines and clickables below what is presentational", `<div tabindex=-1 onclick=1>
			<div role=presentation><pre role=presentation>old</pre><pre role=presentation>text</pre></div></div>
			<table role=grid><tr><th role=columnheader><div role=presentation><div role=presentation style=cursor:pointer>Town</div></div>`,
			"- generic \"old\" [clickable]: \"text\"\n- grid\n  - row\n    - columnheader\n      - generic \"Town\" [cursor=pointer]\n"},
		{"a focused area is not named by all that is in it", `<div style="overflow:auto;height:40px"><p>one<p style=height:200px>two</div>
			<script>document.querySelector('div').focus()</script>`,
			"- generic [focused] [scroll below=227]\n  - paragraph: \"one\"\n  - paragraph: \"two\"\n"},
		{"what waits for a double click is clickable", `<label id=l>Milk</label><script>l.addEventListener('dblclick', () => 1)</script>`,
			"- generic \"Milk\" [clickable]\n"},
		{"an open popover is a group, and generated text is in the letters of its element", `<style>p::after{content:' aft'}</style>
			<div popover id=p onclick=1>Menu</div><p style=text-transform:uppercase>Word<script>p.showPopover()</script>`,
			"- group \"Menu\" [clickable]\n- paragraph: \"WORD AFT\"\n"},
		{"the summary of an open details element comes first", `<details open>first<summary>Sum</summary>last</details>`,
			"- summary \"Sum\" [expanded]\n- text: \"firstlast\"\n"},
		{"what is around a modal dialog is inert", `<style>body::before{content:'*'}</style>text<style>html::before{content:x}</style><button>outer<dialog id=d><p>sure?</dialog></button><script>d.showModal()</script>`,
			"- dialog [focused] [modal]: \"sure?\"\n"},
		{"an element without a box may be named by another", `<b id=n>Links</b><span style=display:contents aria-labelledby=n role=group><a href=#c>go</a></span>`,
			"- text: \"Links\"\n- group \"Links\"\n  - link \"go\" [url=#c]\n"},
		{"what is owned and not rendered is not there", `<div role=list aria-owns="n m"><p>in</div><dialog><div id=n>gone</div></dialog><div id=m style=display:contents><i>here</i></div>`,
			"- list: \"in\"\n- text: \"here\"\n"},
		{"a link in a disabled button or fieldset is not disabled", `<fieldset disabled><a href=#c>go</a><input aria-label=name></fieldset>`,
			"- link \"go\" [url=#c]\n- textbox \"name\" [disabled]\n"},
		{"a modal dialog shows whoever owns it", `<fieldset aria-owns=d></fieldset><div id=o><dialog id=d><p>sure?</dialog></div><script>d.showModal()</script>`,
			"- dialog [focused] [modal]: \"sure?\"\n"},
		{"a group of options that cannot be chosen is not shown", `<select aria-label=s><option>a<optgroup label=g inert><option>b</optgroup><optgroup label=h hidden><option>c</optgroup></select>`,
			"- combobox \"s\": \"a\"\n  - option \"a\" [selected]\n"},
		{"what can be edited is not named by its content", `<button contenteditable>old</button><div contenteditable><button>in</button><h2>head</h2></div><h3 contenteditable>three</h3>`,
			"- button [editable]: \"old\"\n- generic [editable]\n  - button \"in\"\n  - heading \"head\" [level=2]\n- heading [editable] [level=3]: \"three\"\n"},
		{"options stand in a list whatever else is around them", `<select aria-label=s><option>a</select><script>const s = document.querySelector('select');
			s.append(document.createElement('div')); s.lastChild.append(new Option('b'))</script>`,
			"- combobox \"s\": \"a\"\n  - option \"a\" [selected]\n  - option \"b\"\n"},
		{"what is no option is not in a list", `<select aria-label=s><option>a</select><script>document.querySelector('select').append(document.createElement('button'));
			document.querySelector('button').textContent = 'go'</script>`, "- combobox \"s\": \"a\"\n  - option \"a\" [selected]\n"},
		{"an option owns nothing", `<select aria-label=s><option aria-owns=x>a</select><p id=x>one</p>`,
			"- combobox \"s\": \"a\"\n  - option \"a\" [selected]\n- paragraph: \"one\"\n"},
		{"a field owns nothing", `<input aria-label=i aria-owns=y><p id=y>two</p>`, "- textbox \"i\"\n- paragraph: \"two\"\n"},
		{"what is not rendered owns nothing", `<div hidden aria-owns=z></div><p id=z>three</p>`, "- paragraph: \"three\"\n"},
		{"what a closed shadow root shows beside its host", `<p>page</p><div id=w></div><script>w.attachShadow({mode: 'closed'}).innerHTML =
			'<button style="position:fixed;right:0;bottom:0">Chat</button>'</script>`, "- paragraph: \"page\"\n- button \"Chat\"\n"},
		{"a closed shadow root in a closed shadow root", `<x-out></x-out><script>
			customElements.define('x-in', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>Deep</button>' } })
			customElements.define('x-out', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<h2>Shell</h2><x-in></x-in>' } })</script>`,
			"- heading \"Shell\" [level=2]\n- button \"Deep\"\n"},
		{"a closed shadow root in place of the content of its host", `<x-card>light</x-card><x-card><b>lost</b></x-card><script>customElements.define('x-card',
			class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>Card</button>' } })</script>`,
			"- button \"Card\"\n- button \"Card\"\n"},
		{"a closed shadow root around the content of its host", `<x-card>Title<button slot=act>Buy</button></x-card><script>customElements.define('x-card',
			class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<h2><slot></slot></h2><slot name=act></slot><p>or wait</p>' } })</script>`,
			"- heading \"Title\" [level=2]\n- button \"Buy\"\n- paragraph: \"or wait\"\n"},
		{"a closed shadow root in place of the text of a plain element", `<div id=h>light</div><script>h.attachShadow({mode: 'closed'}).innerHTML = '<button>Go</button>'</script>`,
			"- button \"Go\"\n"},
		{"more closed shadow roots than are asked about at once", `<div id=h></div><script>customElements.define('x-row', class extends HTMLElement { connectedCallback() {
			this.attachShadow({mode: 'closed'}).innerHTML = '<button>Row <slot></slot></button>' } })
			h.innerHTML = Array.from({length: 40}, (_, i) => '<x-row>' + i + '</x-row>').join('')</script>`, rows(40)},
		{"what has no place on the page is not pointed at, and an icon that a style sheet draws is", `a<span style=cursor:pointer></span>b<p>c<b style=cursor:pointer><i></i></b>d
			<i style="cursor:pointer;display:inline-block;width:9px;height:9px"></i>e<p style=cursor:pointer></p>`,
			"- text: \"ab\"\n- paragraph: \"cd\"\n  - generic [cursor=pointer]\n  - text: \"e\"\n"},
		{"in a drawing only what can be drawn is rendered", `<svg><a href=#s><text y=9>drawn</text></a><foreignObject width=9 height=9><p>yes</p></foreignObject></svg>
			<script>for (const tag of ['h2', 'input', 'p', 'button', 'b']) document.querySelector('a').append(Object.assign(document.createElement(tag), {textContent: 'no'}))</script>`,
			"- link \"drawn no no no no\" [url=#s]\n- paragraph: \"yes\"\n"},
		{"an option with a role of its own has a name", `<select multiple aria-label=s><option role=listbox>one<option>two</select>`,
			"- listbox \"s\" [multiselectable]\n  - listbox \"one\"\n  - option \"two\"\n"},
		{"white space stands before generated text", `<q> </q>`, "- text: \"“ ”\"\n"},
		{"a custom element with content shows it in a closed shadow root", `<x-s>one</x-s><x-s>two</x-s><x-o>three</x-o><script>
			customElements.define('x-s', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>go</button><slot></slot>' } })
			customElements.define('x-o', class extends HTMLElement {})</script>`, "- button \"go\"\n- text: \"one\"\n- button \"go\"\n- text: \"twothree\"\n"},
		{"a closed shadow root in another", `<div id=w></div><script>const r = w.attachShadow({mode: 'closed'}); r.innerHTML = '<p>outer</p><div></div>'
			const q = r.lastChild.attachShadow({mode: 'closed'}); q.innerHTML = '<p>middle</p><div></div>'
			q.lastChild.attachShadow({mode: 'closed'}).innerHTML = '<button>inner</button>'</script>`, "- paragraph: \"outer\"\n- paragraph: \"middle\"\n- button \"inner\"\n"},
		{"a host that owns something has a closed shadow root", `<div id=v role=list aria-owns=o></div><i id=o role=listitem>owned</i><script>
			v.attachShadow({mode: 'closed'}).innerHTML = '<button>go</button>'</script>`, "- list\n  - button \"go\"\n  - listitem: \"owned\"\n"},
		{"a pointer over nothing but white space", `<button>b</button><b style=cursor:pointer><i> </i></b>text`, "- button \"b\"\n- generic [cursor=pointer]\n- text: \"text\"\n"},
		{"the content of a part of a table, or of what is in a line, is never skipped", `<style>* { content-visibility: hidden } html, body, script { content-visibility: visible }</style>
			<p>skipped</p><b>line <i style=display:inline-block>skipped</i></b><table><tr><td>skipped<td style=content-visibility:visible>cell</table>`, "- text: \"line\"\n- text: \"cell\"\n"},
		{"a focused list is not named by what is in it", `<div role=list tabindex=0 id=l>item</div><script>l.focus()</script>`, "- list [focused]: \"item\"\n"},
		{"there is no generated text in a drawing", `<style>a::before, svg::before { content: "x" }</style><svg><a href=#s><text y=9>drawn</text></a></svg>`, "- link \"drawn\" [url=#s]\n"},
		{"a label that stands far from its control", `<p><label for=c>Agree</label></p><p><input type=checkbox id=c></p>`, "- paragraph: \"Agree\"\n- checkbox \"Agree\"\n"},
		{"a cell without a box in a table for layout has no name", `<table><tr><td>one<td style=display:contents><button>two</button><tr><td>three<td>four</table>`,
			"- text: \"one\"\n- button \"two\"\n- text: \"three\"\n- text: \"four\"\n"},
		{"a part of such a cell stands for itself", `<table><tr><td>one<td style=display:contents><details open>more<button>two</button></details><tr><td>three<td>four</table>`,
			"- text: \"one\"\n- summary \"Details\" [expanded]: \"more\"\n  - button \"two\"\n- text: \"three\"\n- text: \"four\"\n"},
		{"an element without a box is named by its content", `<style>h2, th { display: contents }</style><h2>Head <b>line</b></h2><table><tr><th>Column <i>one</i><tr><td>cell</table>`,
			"- heading \"Head line\" [level=2]\n- table\n  - row\n    - columnheader \"Column one\"\n  - row\n    - cell \"cell\"\n"},
		{"what an element owns comes last, in the order it is owned in", `<style>div::after{content:"after"}</style><div role=list aria-owns="b a"><p id=a role=listitem>A</p><p role=listitem>C</p></div><p role=listitem id=b>B</p>`,
			"- list\n  - listitem: \"C\"\n  - text: \"after\"\n  - listitem: \"B\"\n  - listitem: \"A\"\n"},
		{"a picture or control with another role keeps the name it has by itself", `<img role=grid alt=Plan><img role=list alt=Steps><label for=b>Apply</label><button id=b role=menu>x</button>
			<label for=o>Sum</label><output id=o>7</output>`,
			"- grid \"Plan\"\n- list \"Steps\"\n- text: \"Apply\"\n- menu \"Apply\": \"x\"\n- text: \"Sum\"\n- status \"Sum\": \"7\"\n"},
		{"an element without a box is what its tag says", `<style>form, dl, dt, dd, figure, fieldset, section, footer, output, h2 + div { display: contents }</style>
			<form><input aria-label=i></form><dl><dt>t<dd>d</dl><figure>f</figure><fieldset><legend>Set</legend><input aria-label=j></fieldset><section title=Part>s</section><section>none</section>
			<footer>foot</footer><output>out</output><h2>h</h2><div role=switch>on</div>`,
			"- form\n  - textbox \"i\"\n- list\n  - term: \"t\"\n  - definition: \"d\"\n- figure: \"f\"\n- group \"Set\"\n  - textbox \"j\"\n- region \"Part\": \"s\"\n- text: \"none\"\n- contentinfo: \"foot\"\n- status: \"out\"\n- heading \"h\" [level=2]\n- switch \"on\"\n"},
		{"an element without a box is named by the values of fields and the words it refers to", `<style>div { display: contents }</style><input id=n type=number value=7><form id=f><input value=typed aria-label=k><select><option>a<option selected>b</select>
			<button aria-label=Go>x</button><output>out</output></form><input id=c type=file><div role=group aria-labelledby="n f">A</div><div role=group aria-labelledby=c>B</div>`,
			"- spinbutton: \"7\"\n- form\n  - textbox \"k\": \"typed\"\n  - combobox: \"b\"\n    - option \"a\"\n    - option \"b\" [selected]\n  - button \"Go\": \"x\"\n  - status: \"out\"\n- button \"Choose File: No file chosen\"\n" +
				"- group \"7 typed b Go out\": \"A\"\n- group \"Choose File: No file chosen\": \"B\"\n"},
		{"a cell without a box is named by its parts, apart from each other", `<table><tr><th>one<td style=display:contents><details open>more<button>two</button></details><tr><th>three<td>four</table>`,
			"- table\n  - row\n    - rowheader \"one\"\n    - cell \"Details more two\"\n      - summary \"Details\" [expanded]: \"more\"\n        - button \"two\"\n  - row\n    - rowheader \"three\"\n    - cell \"four\"\n"},
		{"a break that is not visible breaks the line", `<p>eps<br style=visibility:hidden>delta</p>`, "- paragraph: \"eps\"\n  - text: \"delta\"\n"},
		{"the parts of a table stand as they are shown", `<table><tfoot><tr><td>f<td>g<tbody><tr><td>b<td>c<thead><tr><th>h<th>i</table>`,
			"- table\n  - row\n    - columnheader \"h\"\n    - columnheader \"i\"\n  - row\n    - cell \"b\"\n    - cell \"c\"\n  - row\n    - cell \"f\"\n    - cell \"g\"\n"},
		{"what can be edited is called by its hint", `<div contenteditable aria-placeholder=Note>text</div>`, "- generic \"Note\" [editable]: \"text\"\n"},
		{"what an inert or hidden element owns stands for itself", `<div role=list aria-owns=a inert>in</div><div id=a role=listitem>one</div><div aria-hidden=true><div role=list aria-owns=b></div></div><p id=b>two</p>`,
			"- listitem: \"one\"\n- paragraph: \"two\"\n"},
		{"a picture owns nothing", `<div role=img aria-label=pic aria-owns=h></div><p>text</p><h2 id=h>Head</h2>`, "- img \"pic\"\n- paragraph: \"text\"\n- heading \"Head\" [level=2]\n"},
		{"a script or style that is shown is text", `<p>a</p><style style=display:block>b{}</style><script type=x style=display:block>var</script>`, "- paragraph: \"a\"\n- text: \"b{}\"\n- text: \"var\"\n"},
		{"a part of no table is none", `<div id=d></div><script>const t = document.createElement('thead'); t.innerHTML = '<tr style=display:contents><th>a<td>b'; d.append(t)</script>`,
			"- text: \"a\"\n- text: \"b\"\n"},
		{"an element without a box may be named by one that a script names", `<meter id=m value=.1></meter><span id=s style=display:contents><a href=#x>go</a></span><script>s.ariaLabelledByElements = [m]</script>`,
			"- meter [range=0..1]: \"0.1\"\n- generic \"0.1\"\n  - link \"go\" [url=#x]\n"},
		{"an element without a box is named as one with a box is", `<p id=l>a<b style=display:inline-block>b</b>c<i hidden>no</i><img alt=d><br>e<a href=#y title=f></a><span title=g></span><input placeholder=h><i role=slider aria-valuenow=4 aria-valuetext=four></i></p>
			<div style=display:contents role=group aria-labelledby=l>x</div><div role=group aria-labelledby=l>y</div>`,
			"- paragraph: \"abc\"\n  - img \"d\"\n  - text: \"e\"\n  - link \"f\" [offscreen] [url=#y]\n  - generic \"g\"\n  - textbox \"h\"\n  - slider [offscreen]: \"four\"\n- group \"a b c d e f g h four\": \"x\"\n- group \"a b c d e f g h four\": \"y\"\n"},
		{"a part of a drawing is not inert", `<svg><a href=#s inert><text y=9>drawn</text></a></svg>`, "- link \"drawn\" [url=#s]\n"},
		{"texts around a block that is owned elsewhere are apart", `<div role=list aria-owns=o></div><div>one<p id=o role=listitem>item</p><span> two</span></div>`,
			"- list\n  - listitem: \"item\"\n- text: \"one two\"\n"},
		{"whether something is expanded is told by what it opens, not by what the page says of it", `<details><summary aria-expanded=true>Sum</summary>x</details><div popover id=p>pop</div><button popovertarget=p aria-expanded=true>Menu</button>
			<button aria-expanded=true>Own</button>`, "- summary \"Sum\" [expanded=false]\n- button \"Menu\" [expanded=false]\n- button \"Own\" [expanded]\n"},
		{"a cell in no row is no measure for those in rows", `<table><tbody id=b><tr><th>h<td>a<tr><td>b<td>c</table><script>b.prepend(Object.assign(document.createElement('td'), {textContent: 'stray'}))</script>`,
			"- table: \"stray\"\n  - row\n    - rowheader \"h\"\n    - cell \"a\"\n  - row\n    - cell \"b\"\n    - cell \"c\"\n"},
		{"what can be dragged is a group also in a line", `<p>x <i draggable=true>eps</i></p>`, "- paragraph: \"x\"\n  - group \"eps\" [draggable]\n"},
		{"of two modal dialogs the one opened last is on top, wherever it stands", `<dialog id=a><p>first</dialog><dialog id=b><p>second</dialog><script>b.showModal(); a.showModal()</script>`,
			"- dialog [focused] [modal]: \"first\"\n"},
		{"a modal dialog that no pointer reaches is on top where it has the focus", `<style>dialog{pointer-events:none}</style><dialog id=a><p>first</dialog><dialog id=b><p>second</dialog>
			<script>b.showModal(); a.showModal()</script>`, "- dialog [focused] [modal]: \"first\"\n"},
		{"a modal dialog in a closed shadow root is on top of one that makes its host inert", `<div id=h></div><dialog id=a><p>first</dialog><script>a.showModal(); const r = h.attachShadow({mode: 'closed'})
			r.innerHTML = '<dialog><button>go</button></dialog>'; r.firstChild.showModal()</script>`, "- dialog [modal]\n  - button \"go\" [focused]\n"},
		{"a slot has no name", `<div><template shadowrootmode=open><slot aria-label=k>text</slot></template></div>`, "- text: \"text\"\n"},
		{"a header without a box is one of what its scope says", `<table><tr><th>a<th>b<tr><th scope=row style=display:contents>r<td>c</table>`,
			"- table\n  - row\n    - columnheader \"a\"\n    - columnheader \"b\"\n  - row\n    - rowheader \"r\"\n    - cell \"c\"\n"},
		{"a group of rows that is pointed at is one", `<table><thead><tr><th>h<th>i</thead><tbody style=cursor:pointer><tr><th scope=row>a<td>b</table>`,
			"- table\n  - row\n    - columnheader \"h\"\n    - columnheader \"i\"\n  - rowgroup [cursor=pointer]\n    - row\n      - rowheader \"a\"\n      - cell \"b\"\n"},
		{"an option may be checked", `<div role=listbox tabindex=0><div role=option aria-checked=true>a</div><div role=option aria-checked=mixed>b</div></div>`,
			"- listbox\n  - option \"a\" [checked]\n  - option \"b\" [checked=mixed]\n"},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := pages(t, map[string]string{"/": "<!doctype html><title>t</title><body>" + c.page})
			mustNavigate(t, tab, s.URL)
			ours, reference := shown(t, tab, PageEngine), shown(t, tab, AXEngine)
			require.Empty(t, cmp.Diff(reference, ours), "the page engine (+) differs from the accessibility tree (-)")
			require.Empty(t, cmp.Diff(c.want, ours))
		})
	}
}

// rows are the lines of buttons called Row 0 to Row n-1.
func rows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- button \"Row %d\"\n", i)
	}
	return b.String()
}
