package cdpclient

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient/chromium"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// lacking is the connection of a browser that lacks something: each message to it is rewritten.
type lacking struct {
	transport.Transport
	without *strings.Replacer
}

func (l lacking) Write(message []byte) error {
	if !bytes.Contains(message, []byte(`"Runtime.evaluate"`)) && !bytes.Contains(message, []byte(`"Page.addScript`)) {
		return l.Transport.Write(message)
	}
	return l.Transport.Write([]byte(l.without.Replace(string(message))))
}

// What a browser may lack, as what to replace in the calls to a real one.
var (
	noUtilitiesThere = []string{`"includeCommandLineAPI":true`, `"includeCommandLineAPI":false`}
	// The script of the agent has an error, as it would in a browser that does not know its syntax.
	noAgentThere = []string{`globalThis.observerAgent ??= new Agent();`, `globalThis.observerAgent ??= new Agent(;`}
	// The script runs, and there is no agent afterwards.
	noTraceOfAgentThere = []string{`globalThis.observerAgent ??= new Agent();`, `;`}
)

// lackingTab is a tab of a browser of its own that lacks something.
func lackingTab(t *testing.T, what []string) *Tab {
	t.Helper()
	o := testLaunch()
	p, err := chromium.Start(chromium.Options{Path: o.Path})
	require.NoError(t, err, "these tests need a Chromium: install chromium-headless-shell")
	b := newBrowser(o.Logger)
	b.process = p
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(t, b.connect(patience(t), lacking{p.Transport(), strings.NewReplacer(what...)}))
	c, err := b.NewContext(patience(t), ContextOptions{})
	require.NoError(t, err)
	tab, err := c.NewTab(patience(t))
	require.NoError(t, err)
	return tab
}

// varied is a page with much that only the DOM shows, frames of both kinds, and shadow roots of both kinds.
var varied = map[string]string{
	"/": `<!doctype html><title>Varied</title><style>.p{cursor:pointer}.none{display:none}</style><h1>Top</h1><div class=p>Card</div><div id=l>Listens</div>
		<button onclick="this.textContent = 'Gone'; out.textContent = 'went'">Go</button><p id=out>waiting</p>
		<label>Name <input id=n value=ada></label><label><input type=checkbox checked> Sure</label>
		<label>Secret <input type=password value=hunter-two></label><input aria-label=Code autocomplete=one-time-code value=773311>
		<select aria-label=Plan><option>Basic<option selected>Gold</select><details><summary>More</summary><p>hidden text</details>
		<ul><li>one<li><a href="/x">two</a></ul><table><tr><th>City<td>Rome</table><p class=none>never</p>
		<textarea aria-label=Note>some text</textarea><fieldset disabled><input aria-label=Off></fieldset><progress aria-label=Done value=1 max=2></progress>
		<label>Paper <input type=file></label><div id=open></div><div id=closed></div>
		<iframe title=same src="$HERE/same"></iframe><iframe title=other src="$THERE/other"></iframe>
		<script>l.addEventListener('click', () => 1);document.getElementById('open').attachShadow({mode: 'open'}).innerHTML = '<button>In open</button>';
		document.getElementById('closed').attachShadow({mode: 'closed'}).innerHTML = '<button>In closed</button>'</script>`,
	"/same":  `<!doctype html><button id=b onclick="this.textContent = 'Same gone'">Same</button>`,
	"/other": `<!doctype html><button id=b onclick="this.textContent = 'Other gone'">Other</button><p>foreign</p>`,
}

func TestTheAccessibilityTreeStandsInWhereTheBrowserLacksTheUtilities(t *testing.T) {
	s := pages(t, varied)
	with := newTestTab(t, ContextOptions{})
	mustNavigate(t, with, s.URL)
	want := shown(t, with, PageEngine)
	require.Equal(t, want, shown(t, with, AXEngine))
	tab := lackingTab(t, noUtilitiesThere)
	mustNavigate(t, tab, s.URL)
	got := shown(t, tab, PageEngine)
	want = strings.Replace(want, `"Paper: No file chosen"`, `"Paper"`, 1) // what Blink adds is known to it alone
	require.Empty(t, cmp.Diff(want, got), "with the utilities (-) and without (+)")
	require.Equal(t, got, shown(t, tab, AXEngine))
	require.NotContains(t, got, "773311")
}

// rings waits until bells have led to a text that holds something, as the service follows a page.
func rings(t *testing.T, tab *Tab, want string) {
	t.Helper()
	for ctx := patience(t); !strings.Contains(glanced(t, tab), want); {
		select {
		case <-tab.Bell():
		case <-ctx.Done():
			t.Fatalf("no bell led to %q", want)
		}
	}
}

func TestWhatStandsInFollowsThePageAndItsFrames(t *testing.T) {
	s := pages(t, varied)
	for name, what := range map[string][]string{"no utilities": noUtilitiesThere, "a broken agent": noAgentThere, "no agent": noTraceOfAgentThere} {
		t.Run(name, func(t *testing.T) {
			tab := lackingTab(t, what)
			mustNavigate(t, tab, s.URL)
			require.Contains(t, shown(t, tab, PageEngine), "waiting")
			mustEvaluate(t, tab, "setTimeout(() => { out.textContent = 'told by a bell' }, 50); 1")
			rings(t, tab, "told by a bell")
			mustEvaluate(t, tab, "setTimeout(() => { document.querySelector('[title=same]').contentDocument.getElementById('b').textContent = 'inside' }, 50); 1")
			rings(t, tab, `button "inside"`)
		})
	}
}

// bareVaried is what the accessibility tree alone tells of the page.
const bareVaried = `- heading "Top" [level=1]
- text: "Card"
- text: "Listens"
- button "Go"
- paragraph: "waiting"
- textbox "Name" [masked]
- checkbox "Sure" [checked]
- textbox "Secret" [masked]
- textbox "Code" [masked]
- combobox "Plan" [expanded=false] [masked]
- summary "More" [expanded=false]
- list
  - listitem: "one"
  - link "two"
- table
  - row
    - rowheader "City"
    - cell "Rome"
- textbox "Note" [masked]
- textbox "Off" [disabled] [masked]
- progressbar "Done"
- text: "Paper"
- button "Paper"
- button "In open"
- button "In closed"
- iframe "same"
  - button "Same"
- iframe "other"
  - button "Other"
  - paragraph: "foreign"
`

func TestWithoutAnAgentFieldsKeepWhatIsInThem(t *testing.T) {
	s := pages(t, varied)
	tab := lackingTab(t, noAgentThere)
	mustNavigate(t, tab, s.URL)
	frames, err := tab.Capture(patience(t), PageEngine)
	require.NoError(t, err)
	require.Equal(t, "Varied", frames[0].Title)
	for _, f := range frames {
		require.True(t, f.ByAX)
	}
	require.Empty(t, cmp.Diff(bareVaried, text(frames)))
}
