package cdpclient

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

const frameBody = `<!doctype html><body style="margin:0;height:2000px"><div style="height:180px"></div>` +
	`<button id="b" style="margin-left:100px">in</button><script>b.onclick=e=>{top.postMessage('hit '+e.isTrusted,'*')}</script>`

const frameTop = `<!doctype html><body style="margin:0"><script>globalThis.got=[];addEventListener('message',e=>got.push(e.data))</script>`

func TestAClickReachesAnElementInAFrame(t *testing.T) {
	for name, body := range map[string]string{
		"same process":              `<iframe src="$HERE/frame" style="margin:50px;border:7px solid"></iframe>`,
		"out of process":            `<iframe src="$THERE/frame" style="margin:50px;padding:11px;border:7px solid"></iframe>`,
		"half size":                 `<div style="transform:scale(.5);transform-origin:0 0;width:600px;height:500px"><iframe src="$HERE/frame" style="width:100%;height:100%;border:20px solid"></iframe></div>`,
		"half size, out of process": `<div style="transform:scale(.5);transform-origin:0 0;width:600px;height:500px"><iframe src="$THERE/frame" style="width:100%;height:100%;border:20px solid"></iframe></div>`,
		"turned, out of process":    `<div style="transform:rotate(30deg);margin:200px"><iframe src="$THERE/frame" width=400 height=300></iframe></div>`,
		"nested over two processes": `<iframe src="$THERE/middle" width=700 height=600 style="margin:20px"></iframe>`,
		"below the fold":            `<div style=height:3000px></div><iframe src="$THERE/frame"></iframe><div style=height:3000px></div>`,
		"zoomed":                    `<div style="zoom:1.5"><iframe src="$THERE/frame" style="margin:20px" width=300 height=260></iframe></div>`,
		"zoomed out, same process":  `<div style="zoom:.6"><iframe src="$HERE/frame" style="margin:20px;padding:5px" width=300 height=260></iframe></div>`,
		"below the fold of a frame": `<iframe src="$HERE/tall" width=500 height=300></iframe>`,
	} {
		t.Run(name, func(t *testing.T) {
			server := pages(t, map[string]string{
				"/":       frameTop + body,
				"/frame":  frameBody,
				"/middle": `<body style="margin:13px"><div style="transform:scale(.8)"><iframe src="$HERE/frame" width=400 height=400></iframe></div>`,
				"/tall":   `<div style=height:2000px></div><iframe src="$THERE/frame"></iframe>`,
			})
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, server.URL+"/")
			el := find(t, tab, "/frame", "#b")
			ctx := patience(t)
			r, err := el.Ready(ctx, clickWant)
			require.NoError(t, err)
			require.Equal(t, StateOK, r.State, "%+v", r.Obstacle)
			require.NoError(t, click(ctx, tab, r.At))
			armed, err := el.Disarm(ctx)
			require.NoError(t, err)
			require.Contains(t, armed.Seen, "click")
			require.Equal(t, `["hit true"]`, evaluate(t, tab, `new Promise(d=>{const f=()=>got.length?d(got):setTimeout(f,5);f()})`))
		})
	}
}

func TestWhatLiesOverAFrameIsNamed(t *testing.T) {
	server := pages(t, map[string]string{
		"/":      frameTop + `<iframe src="$THERE/frame" width=600 height=500></iframe><div style="position:fixed;inset:0">curtain</div>`,
		"/frame": frameBody,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, server.URL+"/")
	r, err := find(t, tab, "/frame", "#b").Ready(patience(t), clickWant)
	require.NoError(t, err)
	require.Equal(t, StateCovered, r.State)
	require.Equal(t, "curtain", r.Obstacle.Text)
	require.Equal(t, tab.MainFrame(), r.Obstacle.Frame)
}

func TestAClickReachesAnElementInAShadowRoot(t *testing.T) {
	for _, mode := range []string{"open", "closed"} {
		t.Run(mode, func(t *testing.T) {
			tab := show(t, `<div id=h></div><script>globalThis.log=[];const r=h.attachShadow({mode:'`+mode+`'});r.innerHTML='<p>x</p><button>in</button>';`+
				`r.querySelector('button').onclick=e=>log.push(e.isTrusted);globalThis.root=r</script>`)
			el := findNode(t, tab, "/", "document.body")
			if mode == "open" {
				el = findNode(t, tab, "/", "document.querySelector('#h').shadowRoot.querySelector('button')")
			} else {
				el = el.With(closedButton(t, tab))
			}
			ctx := patience(t)
			r, err := el.Ready(ctx, clickWant)
			require.NoError(t, err)
			require.Equal(t, StateOK, r.State, "%+v", r.Obstacle)
			require.NoError(t, click(ctx, tab, r.At))
			armed, err := el.Disarm(ctx)
			require.NoError(t, err)
			require.Nil(t, armed.Blocked)
			require.Equal(t, `[true]`, evaluate(t, tab, `log`))
		})
	}
}

func TestTheKeysOfAChordReachThePageInOrderAndLetGo(t *testing.T) {
	tab := show(t, `<input id=i value="hello world"><script>globalThis.log=[];for(const k of ['keydown','keypress','keyup'])addEventListener(k,e=>log.push(k.slice(3)+' '+e.key+(e.ctrlKey?'+c':'')+(e.shiftKey?'+s':'')));i.focus()</script>`)
	ctx := patience(t)
	for _, k := range []string{"Control+a", "x", "Shift+Y", "Control+Shift+ArrowLeft"} {
		c, err := ParseChord(k, false)
		require.NoError(t, err)
		require.NoError(t, tab.Press(ctx, c))
	}
	require.Equal(t, `"xY"`, evaluate(t, tab, `i.value`))
	require.Equal(t, `"0-2"`, evaluate(t, tab, `i.selectionStart+'-'+i.selectionEnd`))
	require.Equal(t, `"down Control+c,down a+c,up a+c,up Control,down x,press x,up x,down Shift+s,down Y+s,press Y+s,up Y+s,up Shift,`+
		`down Control+c,down Shift+c+s,down ArrowLeft+c+s,up ArrowLeft+c+s,up Shift+c,up Control"`, evaluate(t, tab, `log.join()`))
}

func TestEditingKeysDoWhatTheyDoOnAKeyboard(t *testing.T) {
	tab := show(t, `<textarea id=i></textarea><script>i.focus()</script>`)
	ctx := patience(t)
	require.NoError(t, tab.Type(ctx, "one two\nthrée 漢\t", nil))
	require.JSONEq(t, `"one two\nthrée 漢"`, evaluate(t, tab, `i.value`))
	evaluate(t, tab, `i.focus()`)
	for _, step := range []struct{ key, want string }{
		{"Backspace", `"one two\nthrée "`},
		{"Control+z", `"one two\nthrée 漢"`},
		{"Home", `"one two\nthrée 漢"`},
		{"Shift+ArrowRight", `"one two\nthrée 漢"`},
		{"Delete", `"one two\nhrée 漢"`},
		{"Control+Home", `"one two\nhrée 漢"`},
		{"Control+Delete", `" two\nhrée 漢"`},
		{"Control+a", `" two\nhrée 漢"`},
		{"Control+x", `""`},
		{"Control+v", `" two\nhrée 漢"`},
		{"Shift+Enter", `" two\nhrée 漢\n"`},
	} {
		c, err := ParseChord(step.key, false)
		require.NoError(t, err)
		require.NoError(t, tab.Press(ctx, c))
		require.JSONEq(t, step.want, evaluate(t, tab, `i.value`), step.key)
	}
}

func TestEnterSubmitsAForm(t *testing.T) {
	tab := show(t, `<form onsubmit="globalThis.sent=1;return false"><input id=i></form><script>i.focus()</script>`)
	c, err := ParseChord("Enter", false)
	require.NoError(t, err)
	require.NoError(t, tab.Press(patience(t), c))
	require.Equal(t, "1", evaluate(t, tab, `globalThis.sent`))
}

func TestTextGoesToTheFocusedFrame(t *testing.T) {
	server := pages(t, map[string]string{
		"/":      frameTop + `<iframe src="$THERE/frame" width=600 height=500></iframe>`,
		"/frame": `<input id=i oninput="top.postMessage(i.value,'*')">`,
	})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, server.URL+"/")
	ctx := patience(t)
	el := find(t, tab, "/frame", "#i")
	require.NoError(t, el.Call(ctx, nil, "function() { this.focus(); }"))
	require.NoError(t, tab.InsertText(ctx, "in"))
	require.NoError(t, tab.Type(ctx, "to", nil))
	var value string
	require.NoError(t, el.Call(ctx, &value, "function() { return this.value; }"))
	require.Equal(t, "into", value)
}

func TestInputDoesNotHangOnADialogAndTheButtonIsReleased(t *testing.T) {
	server := pages(t, map[string]string{"/": `<button id=b onmousedown="alert('now')" onclick="globalThis.clicked=1">a</button>` +
		`<script>globalThis.ups=0;addEventListener('mouseup',()=>ups++,true)</script>`})
	tab := newTestTab(t, ContextOptions{Dialogs: AskDialogs})
	mustNavigate(t, tab, server.URL+"/")
	ctx := patience(t)
	el := find(t, tab, "/", "#b")
	r, err := el.Ready(ctx, clickWant)
	require.NoError(t, err)
	require.NoError(t, tab.MoveMouse(ctx, r.At, 0))
	require.Error(t, tab.PressMouse(ctx, r.At, LeftButton, 1, 0))
	require.Error(t, tab.ReleaseMouse(ctx, nil, r.At, LeftButton, 1, 0))
	require.NoError(t, tab.AnswerDialog(ctx, true, ""))
	require.Equal(t, "1", evaluate(t, tab, `new Promise(d=>{const f=()=>ups?d(ups):setTimeout(f,5);f()})`))
}

func TestAFileChooserIsCaughtAndAnswered(t *testing.T) {
	tab := show(t, `<button id=b onclick="const i=document.createElement('input');i.type='file';i.onchange=()=>globalThis.got=i.files[0].name;i.click()">a</button>`)
	ctx := patience(t)
	el := find(t, tab, "/", "#b")
	c, err := tab.Choosing(ctx, func(ctx context.Context) error {
		r, err := el.Ready(ctx, clickWant)
		require.NoError(t, err)
		return click(ctx, tab, r.At)
	})
	require.NoError(t, err)
	require.False(t, c.Multiple())
	require.NoError(t, c.Give(ctx, []string{"input_test.go"}))
	require.Equal(t, `"input_test.go"`, evaluate(t, tab, `globalThis.got`))
}
