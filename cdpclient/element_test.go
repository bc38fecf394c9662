package cdpclient

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// find returns the element of a selector in the frame whose address contains a text.
func find(t *testing.T, tab *Tab, frameURL, selector string) *Element {
	t.Helper()
	return findNode(t, tab, frameURL, "document.querySelector("+quoted(selector)+")")
}

// findNode returns the element that an expression gives in the isolated world of a frame.
func findNode(t *testing.T, tab *Tab, frameURL, node string) *Element {
	t.Helper()
	ctx := patience(t)
	var f frame
	until(t, tab, "frame "+frameURL, func() bool {
		for _, one := range tab.registry.all() {
			if strings.Contains(one.url, frameURL) && one.session != nil {
				f = one
				return true
			}
		}
		return false
	})
	f, err := tab.world(ctx, f.id)
	require.NoError(t, err)
	reply, err := runtime.NewClient(f.session.conn).Evaluate(ctx, runtime.NewEvaluateArgs(
		"globalThis.observerAgent.key("+node+")").SetContextID(f.world).SetReturnByValue(true))
	require.NoError(t, err)
	require.Nil(t, reply.ExceptionDetails)
	var key uint64
	require.NoError(t, json.Unmarshal(reply.Result.Value, &key))
	require.NotZero(t, key, "there is no %s", node)
	e, err := tab.Element(ctx, f.id, f.loader, tree.Key(key))
	require.NoError(t, err)
	return e
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// evaluate runs a script of the test in the page.
func evaluate(t *testing.T, tab *Tab, script string) string {
	t.Helper()
	v, err := tab.Evaluate(patience(t), script)
	require.NoError(t, err)
	return string(v)
}

func show(t *testing.T, body string) *Tab {
	t.Helper()
	server := pages(t, map[string]string{"/": "<!doctype html><meta charset=utf-8><title>t</title><body style='margin:0'>" + body})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, server.URL+"/")
	return tab
}

var clickWant = Want{Enabled: true, Stable: true, Scroll: true, Point: true, Arm: true}

func click(ctx context.Context, tab *Tab, at Point) error {
	if err := tab.MoveMouse(ctx, at, 0); err != nil {
		return err
	}
	if err := tab.PressMouse(ctx, at, LeftButton, 1, 0); err != nil {
		return err
	}
	return tab.ReleaseMouse(ctx, nil, at, LeftButton, 1, 0)
}

func TestAClickAtTheReadyPointReachesTheElement(t *testing.T) {
	for name, body := range map[string]string{
		"plain":            `<button id=x>a</button>`,
		"below the fold":   `<div style=height:3000px></div><button id=x>a</button><div style=height:3000px></div>`,
		"sticky header":    `<div style="position:sticky;top:0;height:300px;background:red">h</div><button id=x style="position:absolute;top:10px">a</button><div style=height:5000px></div>`,
		"covered centre":   `<button id=x style="position:absolute;top:50px;left:50px;width:200px;height:100px">a</button><div style="position:absolute;top:90px;left:120px;width:60px;height:20px;background:red">c</div>`,
		"wrapped link":     `<div style=width:120px>some words before <a id=x href=#>long link text here</a></div>`,
		"display contents": `<div id=x style=display:contents><button>inside</button></div>`,
		"zero size":        `<div id=x style="width:0;height:0;overflow:visible;position:absolute;top:50px"><span style="position:absolute;width:90px;height:20px">visible</span></div>`,
		"turned":           `<button id=x style="transform:rotate(45deg);margin:100px;width:200px;height:10px;padding:0;border:0">a</button>`,
		"zoomed":           `<div style="zoom:1.7"><div style=height:60px></div><button id=x style="width:30px;height:12px;padding:0;margin-left:200px">a</button></div>`,
		"area":             `<img usemap=#m width=100 height=100 style=background:silver><map name=m><area id=x shape=rect coords=20,20,60,60 href=#></map>`,
	} {
		t.Run(name, func(t *testing.T) {
			tab := show(t, body+`<script>globalThis.log=[];addEventListener('click',e=>{log.push(e.composedPath().map(n=>n.id||'').filter(Boolean).join('<')+(e.isTrusted?'!':''))})</script>`)
			el := find(t, tab, "/", "#x")
			ctx := patience(t)
			r, err := el.Ready(ctx, Want{Enabled: true, Stable: true, Scroll: true, Point: true, Arm: true, Nested: name == "display contents"})
			require.NoError(t, err)
			require.Equal(t, StateOK, r.State, "%+v", r.Obstacle)
			require.NoError(t, click(ctx, tab, r.At))
			require.Equal(t, `["x!"]`, evaluate(t, tab, `log`))
			armed, err := el.Disarm(ctx)
			require.NoError(t, err)
			require.Nil(t, armed.Blocked)
			require.Contains(t, armed.Seen, "click")
		})
	}
}

func TestWhatCannotTakeInputIsToldApart(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want ReadyState
	}{
		"display none":    {`<button id=x style=display:none>a</button>`, StateHidden},
		"invisible":       {`<button id=x style=visibility:hidden>a</button>`, StateHidden},
		"zero":            {`<div id=x></div>`, StateEmpty},
		"disabled":        {`<button id=x disabled>a</button>`, StateDisabled},
		"disabled around": {`<fieldset disabled><button id=x>a</button></fieldset>`, StateDisabled},
		"legend":          {`<fieldset disabled><legend><button id=x>a</button></legend></fieldset>`, StateOK},
		"aria-disabled":   {`<div aria-disabled=true><button id=x>a</button></div>`, StateDisabled},
		"inert":           {`<div inert><button id=x>a</button></div>`, StateInert},
		"no pointer":      {`<div id=x style="pointer-events:none;height:20px">a</div>`, StateUntouchable},
		"far left":        {`<button id=x style="position:absolute;left:-9999px">a</button>`, StateOutside},
		"clipped":         {`<div style="height:0;overflow:hidden;margin-top:20px"><button id=x>a</button></div>`, StateClipped},
		"clipped above":   {`<div style="height:0;overflow:hidden"><a href=# id=x>a</a></div><div onclick=1 style="height:90px">over</div>`, StateClipped},
		"not clipped":     {`<div style="height:0;overflow:hidden"><a href=# id=x style="position:absolute;top:20px">a</a></div>`, StateOK},
		"covered":         {`<button id=x>a</button><div style="position:fixed;inset:0">over</div>`, StateCovered},
		"modal":           {`<button id=x>a</button><dialog id=d>question<button>yes</button></dialog><script>d.showModal()</script>`, StateCovered},
		"pulsing":         {`<button id=x style="width:100px;height:40px;margin:50px;animation:m .5s infinite alternate">a</button><style>@keyframes m{to{transform:scale(1.3)}}</style>`, StateOK},
		"moving":          {`<button id=x style="position:absolute;left:0;animation:m 1s infinite">a</button><style>@keyframes m{to{left:500px}}</style>`, StateMoving},
		"moved by a rule": {`<button id=x style=position:absolute>a</button><style id=s>#x{left:0}</style><script>let n=0;(function f(){s.sheet.cssRules[0].style.left=(n+=3)%500+'px';requestAnimationFrame(f)})()</script>`, StateMoving},
		"transparent":     {`<div style="position:relative;width:90px"><input id=x readonly role=combobox style="opacity:0;width:90px"><span style="position:absolute;inset:0">Apple</span></div>`, StateOK},
		"not transparent": {`<div style="position:relative;width:90px"><input id=x readonly role=combobox style="width:90px"><span style="position:absolute;inset:-9px">Apple</span></div>`, StateCovered},
		"nested":          {`<div id=x><a href=# style=display:block;height:50px>all of it</a></div>`, StateCovered},
	} {
		t.Run(name, func(t *testing.T) {
			tab := show(t, c.body)
			r, err := find(t, tab, "/", "#x").Ready(patience(t), clickWant)
			require.NoError(t, err)
			require.Equal(t, c.want, r.State, "%+v", r.Obstacle)
			if c.want == StateCovered {
				require.NotEmpty(t, r.Obstacle.Keys)
				require.NotEmpty(t, r.Obstacle.Text)
			}
		})
	}
}

func TestAClickNeverHitsWhatMovedInBetween(t *testing.T) {
	tab := show(t, `<button id=x>a</button><script>globalThis.log=[];for(const k of ['pointerdown','mousedown','mouseup','click'])document.addEventListener(k,e=>log.push(k),true)</script>`)
	el := find(t, tab, "/", "#x")
	ctx := patience(t)
	r, err := el.Ready(ctx, clickWant)
	require.NoError(t, err)
	evaluate(t, tab, `const d=document.createElement('div');d.style='position:fixed;inset:0';d.textContent='sudden';document.body.append(d)`)
	require.NoError(t, click(ctx, tab, r.At))
	armed, err := el.Disarm(ctx)
	require.NoError(t, err)
	require.NotNil(t, armed.Blocked)
	require.Equal(t, "sudden", armed.Blocked.Text)
	require.Equal(t, `[]`, evaluate(t, tab, `log`))
}

func TestAnElementThatLeftOrWhoseDocumentWasReplacedIsStale(t *testing.T) {
	tab := show(t, `<button id=x>a</button>`)
	el := find(t, tab, "/", "#x")
	evaluate(t, tab, `x.remove()`)
	err := el.Call(patience(t), nil, "function() {}")
	require.True(t, fault.Is(err, fault.StaleRef), "%v", err)

	tab = show(t, `<button id=x>a</button>`)
	el = find(t, tab, "/", "#x")
	mustNavigate(t, tab, tab.URL()+"?again")
	err = el.Call(patience(t), nil, "function() {}")
	require.True(t, fault.Is(err, fault.StaleRef), "%v", err)
}

// closedButton returns the key of the first button of the page inside a closed shadow root.
func closedButton(t *testing.T, tab *Tab) tree.Key {
	t.Helper()
	ctx := patience(t)
	s, err := tab.pageSession()
	require.NoError(t, err)
	reply, err := dom.NewClient(s.conn).GetDocument(ctx, dom.NewGetDocumentArgs().SetDepth(-1).SetPierce(true))
	require.NoError(t, err)
	var find func(n dom.Node) dom.BackendNodeID
	find = func(n dom.Node) dom.BackendNodeID {
		if n.LocalName == "button" {
			return n.BackendNodeID
		}
		for _, k := range append(n.ShadowRoots, n.Children...) {
			if id := find(k); id != 0 {
				return id
			}
		}
		return 0
	}
	id := find(reply.Root)
	require.NotZero(t, id)
	return tree.BackendKey(int(id))
}
