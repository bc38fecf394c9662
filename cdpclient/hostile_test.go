package cdpclient

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// watchful is a page that notices what scripts of its own world do, and every mutation.
const watchful = `<!doctype html><title>w</title><style>.p{cursor:pointer}</style><div class=p>Card</div><button>Go</button>
<form><input name=childNodes><input name=firstChild><input name=attributes><input name=localName><input name=parentNode></form>
<div id=host></div><script>
  window.seen = [];
  host.attachShadow({mode: 'open'}).innerHTML = '<button>In shadow</button>';
  for (const [owner, name] of [[Document.prototype, 'querySelectorAll'], [Element.prototype, 'querySelectorAll'],
      [Element.prototype, 'getAttribute'], [Element.prototype, 'getBoundingClientRect'], [Element.prototype, 'matches'],
      [EventTarget.prototype, 'addEventListener'], [EventTarget.prototype, 'dispatchEvent'], [WeakMap.prototype, 'set'],
      [Map.prototype, 'set'], [Array.prototype, 'map'], [window, 'getComputedStyle'],
      [window, 'MutationObserver'], [String.prototype, 'replace'], [JSON, 'stringify']]) {
    const before = owner[name];
    owner[name] = function(...args) { window.seen[window.seen.length] = name; return new.target ? Reflect.construct(before, args) : Reflect.apply(before, this, args); };
  }
  for (const name of ['shadowRoot', 'attributes'])  {
    const d = Object.getOwnPropertyDescriptor(Element.prototype, name);
    Object.defineProperty(Element.prototype, name, {...d, get() { window.seen[window.seen.length] = name; return d.get.call(this); }});
  }
  window.html = document.documentElement.outerHTML;
  window.names = 0;
  window.names = Object.getOwnPropertyNames(window).length;
  new window.MutationObserver((all) => { window.seen[window.seen.length] = 'mutation ' + all[0].type; })
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  window.seen = [];
</script>`

func TestTheAgentLeavesNoTraceThePageCanFind(t *testing.T) {
	s := pages(t, map[string]string{"/": watchful})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	got := shown(t, tab, PageEngine)
	require.Contains(t, got, `button "In shadow"`)
	require.Contains(t, got, `generic "Card"`)
	require.Equal(t, 5, strings.Count(got, "- textbox"), got)
	require.Equal(t, got, shown(t, tab, AXEngine))
	glanced(t, tab)
	require.Empty(t, mustEvaluate(t, tab, "window.seen.join()"))
	require.Equal(t, "0", mustEvaluate(t, tab, "Object.getOwnPropertyNames(window).length - window.names"))
	require.Equal(t, "true", mustEvaluate(t, tab, "document.documentElement.outerHTML === window.html"))
}

func TestEveryKindOfDocumentIsShown(t *testing.T) {
	deep := strings.Repeat("<div>", 5000) + "<button>Bottom</button>"
	s := pages(t, map[string]string{
		"/deep":   "<!doctype html><body>" + deep,
		"/many":   "<!doctype html><body>" + strings.Repeat("<p>A<b>b</b></p>", 20000),
		"/open":   "<!doctype html><body><p>old<script>onload = () => setTimeout(() => { document.open(); document.write('<button>Rewritten</button>'); document.close(); document.title = 'done'; })</script>",
		"/frames": "<!doctype html><title>f</title><frameset cols='*,*'><frame src=/deep name=a><frame src=/none name=b></frameset>",
		"/empty":  "",
		"/csp":    `<!doctype html><meta http-equiv=Content-Security-Policy content="default-src 'none'"><button>Guarded</button>`,
		"/globals": "<!doctype html><button>Odd</button><script>for (const n of ['Map', 'Set', 'WeakMap', 'WeakRef', 'Proxy', 'performance', 'Node', 'Element', 'document'])" +
			" try { window[n] = undefined } catch {}</script>",
	})
	tab := newTestTab(t, ContextOptions{})
	for path, want := range map[string]string{
		"/deep": `button "Bottom"`, "/many": `paragraph: "Ab"`, "/frames": `button "Bottom"`, "/csp": `button "Guarded"`,
		"/globals": `button "Odd"`, "/empty": "",
	} {
		t.Run(path, func(t *testing.T) {
			mustNavigate(t, tab, s.URL+path)
			require.Contains(t, shown(t, tab, PageEngine), want)
		})
	}
	t.Run("a document that is written anew", func(t *testing.T) {
		mustNavigate(t, tab, s.URL+"/open")
		shown(t, tab, PageEngine)
		until(t, tab, "rewritten", func() bool { return true })
		for ctx := patience(t); ctx.Err() == nil; {
			if strings.Contains(shown(t, tab, PageEngine), `button "Rewritten"`) {
				return
			}
		}
		t.Fatal("the new content never showed")
	})
	for name, body := range map[string]string{
		"svg": `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><title>Pic</title><a href="#x"><text y="20">Out</text></a></svg>`,
		"xml": `<?xml version="1.0"?><list><item>one</item><item>two</item></list>`,
	} {
		t.Run(name, func(t *testing.T) {
			kind := map[string]string{"svg": "image/svg+xml", "xml": "text/xml"}[name]
			mustNavigate(t, tab, fmt.Sprintf("data:%s,%s", kind, strings.NewReplacer("#", "%23", "\"", "%22", "<", "%3C", ">", "%3E", " ", "%20").Replace(body)))
			got := shown(t, tab, PageEngine)
			require.Contains(t, got, map[string]string{"svg": `link "Out"`, "xml": "one"}[name])
		})
	}
}

func TestSecretsNeverLeaveThePage(t *testing.T) {
	s := pages(t, map[string]string{"/": `<!doctype html><label>Password <input id=p type=password value=hunter-two-991></label>
		<label>Code <input autocomplete=one-time-code value=773311> please <button>Send 773311</button></label>
		<textarea autocomplete="section-a cc-number">4111222233334444</textarea><input value=visible aria-label=Plain>
		<input id=q style="-webkit-text-security:disc" value=disc-secret aria-label=Disc>
		<button aria-labelledby=q2>x</button><input id=q2 autocomplete=cc-csc value=9876>`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	secrets := []string{"hunter-two", "773311", "41112222", "disc-secret", "9876"}
	for _, step := range []string{"1", "document.title = 'Hello ' + p.value", "p.type = 'text'", "p.value = 'hunter-two-992'",
		"{ const n = document.createElement('input'); n.value = p.value; p.replaceWith(n); }"} {
		mustEvaluate(t, tab, step)
		for _, engine := range []Engine{PageEngine, AXEngine} {
			frames, err := tab.Capture(patience(t), engine)
			require.NoError(t, err)
			got := text(frames) + frames[0].Title
			require.Contains(t, got, "visible")
			for _, secret := range secrets {
				require.NotContains(t, got, secret, step)
			}
		}
	}
}

func TestAPasswordShownInClearBeforeAnybodyLookedIsMasked(t *testing.T) {
	s := pages(t, map[string]string{"/": `<!doctype html><label>Password <input id=p type=password value=hunter-two-991></label>
		<script>setTimeout(() => { p.type = 'text'; document.title = 'shown' })</script>`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	mustEvaluate(t, tab, "new Promise(r => { const look = () => document.title === 'shown' ? r(1) : setTimeout(look, 5); look() })")
	got := shown(t, tab, PageEngine)
	require.Contains(t, got, `textbox "Password"`)
	require.NotContains(t, got, "hunter")
}

// TestAShortSecretIsMaskedWhereItIsAWordAndLeavesOtherWordsAlone has passwords and codes that are parts
// of other words and numbers, and shows them in all places a page has for a text.
func TestAShortSecretIsMaskedWhereItIsAWordAndLeavesOtherWordsAlone(t *testing.T) {
	s := pages(t, map[string]string{"/": `<!doctype html><style>.up { text-transform: uppercase } #gen::before { content: "your cat: " }</style>
		<input type=password aria-label=P value=cat><input autocomplete=cc-csc aria-label=C value=123><input type=password aria-label=T value=ab>
		<h1>concatenate</h1><p>Category 12345, about tabs, €1,234</p><table><tr><td>1123<td>Scatter</table>
		<div id=out></div>`})
	leaks := map[string]string{
		"text":                    `<p>You typed cat.</p>`,
		"text in another case":    `<p class=up>it is cat</p>`,
		"text beside punctuation": `<p>user:cat;code=(123)_x</p>`,
		"a name":                  `<button>Send cat</button>`,
		"a name of joined texts":  `<button><b>Code</b><b>123</b></button>`,
		"a name of another":       `<b id=far><i>x</i>cat</b><a href=#x aria-labelledby=far>q</a>`,
		"a label":                 `<label>Is it 123? <input></label>`,
		"aria-label":              `<button aria-label="say cat">x</button>`,
		"a title":                 `<p title="cat 123">p</p>`,
		"alt":                     `<img alt="a cat" src="data:,">`,
		"a value":                 `<input aria-label=Again value=cat>`,
		"a value in a textarea":   `<textarea aria-label=Long>my cat!</textarea>`,
		"a placeholder":           `<input placeholder="not cat">`,
		"an option":               `<select><option>cat<option>123</select>`,
		"generated text":          `<p id=gen></p>`,
		"a description":           `<button aria-description="cat here">b</button>`,
		"a shadow tree":           `<my-leak></my-leak>`,
	}
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	mustEvaluate(t, tab, `customElements.define('my-leak', class extends HTMLElement { connectedCallback() {
		this.attachShadow({mode: 'open'}).innerHTML = '<button><b>ID</b><b>cat</b></button>'; } }); 1`)
	word := regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:cat|123)(?:[^\pL\pN]|$)|Code123|xcat|IDcat`)
	for name, html := range leaks {
		mustEvaluate(t, tab, fmt.Sprintf("out.innerHTML = %q; 1", html))
		for _, engine := range []Engine{PageEngine, AXEngine} {
			frames, err := tab.Capture(patience(t), engine)
			require.NoError(t, err)
			got := text(frames)
			require.NotRegexp(t, word, got, "%s, engine %d", name, engine)
			require.Regexp(t, `••••|"Again" \[masked\]`, got, name)
			for _, stays := range []string{"concatenate", "Category 12345, about tabs, €1,234", "1123", "Scatter"} {
				require.Contains(t, got, stays, "%s, engine %d", name, engine)
			}
		}
	}
}

func TestWhatAPageAddsToItsPrototypesIsNeitherRunNorTakenForAListener(t *testing.T) {
	s := pages(t, map[string]string{"/": `<!doctype html><title>h</title><p>Plain</p><div id=b>Listens</div><x-h></x-h><script>
		b.addEventListener('click', () => 1);
		customElements.define('x-h', class extends HTMLElement { constructor() { super();
			this.attachShadow({mode: 'closed'}).innerHTML = '<div>Inside</div>';
			window.inside = 1; } });
		window.ran = 0;
		const count = (owner, name, value) => Object.defineProperty(owner, name, value);
		Object.prototype.click = 1;
		count(Object.prototype, 'mousedown', {enumerable: true, configurable: true, get() { ran++ }, set() { ran++ }});
		count(Object.prototype, 'length', {configurable: true, get() { ran++ }, set() { ran++ }});
		for (const [owner, name] of [[Array.prototype, Symbol.iterator], [Function.prototype, 'call'], [Function.prototype, 'apply'],
				[JSON, 'stringify'], [Array.prototype, 'toJSON'], [String.prototype, 'charAt'], [Element.prototype, 'getAttribute']]) {
			const before = owner[name];
			count(owner, name, {configurable: true, value(...all) { ran++; return Reflect.apply(before, this, all) }});
		}
		Error.prepareStackTrace = () => { ran++ };
		ran = 0;</script>`})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	for range 2 {
		got := shown(t, tab, PageEngine)
		require.Contains(t, got, `- paragraph: "Plain"`)
		require.Contains(t, got, `generic "Listens" [clickable]`)
		require.Contains(t, got, `text: "Inside"`)
		require.Equal(t, 1, strings.Count(got, "[clickable]"), got)
	}
	require.Equal(t, "0", mustEvaluate(t, tab, "window.ran"))
}
