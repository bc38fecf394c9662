package act

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// shared is the browser of all tests.
var shared struct {
	once    sync.Once
	browser *cdpclient.Browser
	err     error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.browser != nil {
		_ = shared.browser.Close()
	}
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// rig is a tab that shows a page of a test.
type rig struct {
	t      *testing.T
	tab    *cdpclient.Tab
	page   *page.Page
	server *httptest.Server
	env    Env
}

// newRig makes a tab; body answers the address "/", other paths of more.
func newRig(t *testing.T, o cdpclient.ContextOptions, body string, more map[string]http.HandlerFunc) *rig {
	t.Helper()
	shared.once.Do(func() {
		shared.browser, shared.err = cdpclient.Launch(context.Background(), cdpclient.LaunchOptions{})
	})
	require.NoError(t, shared.err, "these tests need a Chromium: install chromium-headless-shell")
	r := &rig{t: t}
	r.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if h := more["*"]; h != nil && q.URL.Path != "/" {
			h(w, q)
			return
		}
		if h := more[q.URL.Path]; h != nil {
			h(w, q)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if q.URL.Path != "/" {
			fmt.Fprintf(w, "<!doctype html><title>%[1]s</title><h1>page %[1]s</h1><a href=/>home</a>", q.URL.Path)
			return
		}
		fmt.Fprint(w, "<!doctype html><meta charset=utf-8><title>t</title>"+recorder+
			strings.NewReplacer("$HERE", r.server.URL, "$THERE", strings.Replace(r.server.URL, "127.0.0.1", "localhost", 1),
				"$THIRD", strings.Replace(r.server.URL, "127.0.0.1", "third.localhost", 1)).Replace(body))
	}))
	c, err := shared.browser.NewContext(t.Context(), o)
	require.NoError(t, err)
	r.tab, err = c.NewTab(t.Context())
	require.NoError(t, err)
	store := refstore.New(refstore.NewRefs(), shared.browser.Epoch(), "tab", refstore.Options{})
	r.page = page.New(r.tab, store, page.Options{})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		r.page.Close()
		require.NoError(t, c.Close(ctx))
		r.server.CloseClientConnections()
		r.server.Close()
	})
	r.env = Env{Page: r.page, Encoder: textEncoder{store}, Memory: NewMemory(), Policy: Policy{Evaluate: true}}
	_, err = r.tab.Navigate(t.Context(), r.server.URL+"/", cdpclient.UntilLoad)
	require.NoError(t, err)
	return r
}

// recorder is the page's own log of the events it got.
const recorder = `<script>
globalThis.events = [];
for (const kind of ['click','dblclick','auxclick','contextmenu','mouseover','keydown','input','change','submit','focus','drop','scroll'])
  addEventListener(kind, e => events.push(kind + ' ' + (e.target.id || e.target.nodeName || 'document') + (e.isTrusted ? '' : ' untrusted')), true);
</script>`

// show makes a tab with a page of plain HTML.
func show(t *testing.T, body string) *rig {
	t.Helper()
	return newRig(t, cdpclient.ContextOptions{}, body, nil)
}

// textEncoder sends everything as text.
type textEncoder struct{ store *refstore.Store }

func (e textEncoder) Delta(from, to *refstore.Revision) (*observerv1.Delta, error) {
	d := diff.Between(from.Tree, to.Tree)
	return &observerv1.Delta{
		FromRevision: from.Number, Revision: to.Number, SnapshotId: e.store.SnapshotID(to.Number),
		Text: diff.Text(from.Tree, to.Tree, d, 0), Added: uint32(d.Added), Removed: uint32(d.Removed),
	}, nil
}

func (e textEncoder) Full(rev *refstore.Revision) (*observerv1.FullTree, error) {
	return &observerv1.FullTree{Text: rev.Tree.Text()}, nil
}

func (textEncoder) Events(events []page.Event) []*observerv1.PageEvent {
	var all []*observerv1.PageEvent
	for _, e := range events {
		switch e.Kind {
		case cdpclient.EventNavigated:
			all = append(all, &observerv1.PageEvent{Event: &observerv1.PageEvent_Navigated{Navigated: &observerv1.Navigated{Url: e.URL, SameDocument: e.SameDocument}}})
		case cdpclient.EventDialogOpened:
			all = append(all, &observerv1.PageEvent{Event: &observerv1.PageEvent_DialogOpened{DialogOpened: &observerv1.Dialog{Message: e.Dialog.Message}}})
		case cdpclient.EventPopup:
			all = append(all, &observerv1.PageEvent{Event: &observerv1.PageEvent_Popup{Popup: &observerv1.Popup{Url: e.URL}}})
		default: // no test asks for it
		}
	}
	return all
}

func (r *rig) ctx() context.Context {
	ctx, cancel := context.WithTimeout(r.t.Context(), 40*time.Second)
	r.t.Cleanup(cancel)
	return ctx
}

// ref returns the ref of the first element with a role and a name, as the page is now. A name of
// "*" is any.
func (r *rig) ref(role, name string) string {
	r.t.Helper()
	rev, err := r.page.Observe(r.ctx(), cdpclient.PageEngine)
	require.NoError(r.t, err)
	n := findNode(rev.Tree.Root, role, name)
	require.NotNil(r.t, n, "no %s %q in\n%s", role, name, rev.Tree.Text())
	ref := n.Ref
	if ref == 0 {
		var ok bool
		ref, ok = r.page.Store().RefFor(n.ID)
		require.True(r.t, ok)
	}
	return ref.String()
}

func findNode(n *tree.Node, role, name string) *tree.Node {
	if n.Role == role && (n.Name == name || name == "*") {
		return n
	}
	for _, k := range n.Children {
		if found := findNode(k, role, name); found != nil {
			return found
		}
	}
	return nil
}

// outcome is how an Act ended.
type outcome struct {
	*observerv1.StepResult
	all     []*observerv1.StepResult
	waiting []*observerv1.StepWaiting
	err     error
	took    time.Duration
}

func (o outcome) short() string {
	s := strings.TrimPrefix(o.GetOutcome().String(), "OUTCOME_")
	if o.GetReason() != 0 {
		s += " " + strings.TrimPrefix(o.GetReason().String(), "ERROR_REASON_")
	}
	return s
}

// act runs steps and returns how the last one that ran ended.
func (r *rig) act(steps ...*observerv1.Step) outcome {
	r.t.Helper()
	return r.request(r.ctx(), &observerv1.ActRequest{Steps: steps})
}

func (r *rig) request(ctx context.Context, req *observerv1.ActRequest) outcome {
	r.t.Helper()
	var o outcome
	began := time.Now()
	o.err = Run(ctx, r.env, req, func(m *observerv1.ActResponse) error {
		if m.GetResult() != nil {
			o.StepResult = m.GetResult()
			o.all = append(o.all, m.GetResult())
		}
		if m.GetWaiting() != nil {
			o.waiting = append(o.waiting, m.GetWaiting())
		}
		return nil
	})
	o.took = time.Since(began)
	if o.StepResult != nil && o.err != nil {
		require.Equal(r.t, o.GetReason(), reason(fault.ReasonOf(o.err)))
	}
	return o
}

// applied requires that steps did what they say.
func (r *rig) applied(steps ...*observerv1.Step) outcome {
	r.t.Helper()
	o := r.act(steps...)
	require.NoError(r.t, o.err)
	require.Equal(r.t, "APPLIED", o.short(), o.GetMessage())
	return o
}

// js evaluates an expression in the page and returns its JSON.
func (r *rig) js(expression string) string {
	r.t.Helper()
	v, err := r.tab.Evaluate(r.ctx(), expression)
	require.NoError(r.t, err)
	return string(v)
}

// has is whether the page's own log holds an event.
func (r *rig) has(event string) bool { return strings.Contains(r.js("events"), `"`+event+`"`) }

func clickStep(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: ref}}}
}

func fillStep(ref, text string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: ref, Text: text}}}
}

func typeStep(ref, text string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Type{Type: &observerv1.TypeText{Ref: ref, Text: text}}}
}

func pressStep(ref, key string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: ref, Key: key}}}
}

func checkStep(ref string, on bool) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: ref, Checked: on}}}
}

func selectStep(ref string, texts ...string) *observerv1.Step {
	s := &observerv1.Select{Ref: ref}
	for _, text := range texts {
		s.Options = append(s.Options, &observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: text}})
	}
	return &observerv1.Step{Action: &observerv1.Step_Select{Select: s}}
}

func hoverStep(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: ref}}}
}

func focusStep(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Focus{Focus: &observerv1.Focus{Ref: ref}}}
}

func scrollStep(ref string, dy float64) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Scroll{Scroll: &observerv1.ScrollTo{Ref: ref, DeltaY: dy}}}
}

func dragStep(ref, to string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: ref, ToRef: to}}}
}

func waitStep(conditions ...*observerv1.WaitCondition) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Wait{Wait: &observerv1.Wait{AnyOf: conditions}}}
}

func waitText(text string) *observerv1.WaitCondition {
	return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Text{Text: text}}
}
