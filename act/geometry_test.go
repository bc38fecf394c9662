package act

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
)

func TestAClickArrivesWhateverTheGeometry(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		scale float64
	}{
		"device scale 2":              {`<div style=height:2000px></div><button id=b>Go</button>`, 2},
		"device scale 1.5":            {`<div style="margin:33.3px"><button id=b style="width:9px;height:9px;padding:0;overflow:hidden">Go</button></div>`, 1.5},
		"page zoom":                   {`<style>html{zoom:1.7}</style><div style=height:1500px></div><button id=b>Go</button>`, 1},
		"page zoomed out":             {`<style>html{zoom:.4}</style><button id=b>Go</button>`, 1},
		"turned":                      {`<button id=b style="transform:rotate(40deg);margin:200px;width:300px;height:12px">Go</button>`, 1},
		"in perspective":              {`<div style="perspective:300px;margin:80px"><button id=b style="transform:rotateY(50deg)">Go</button></div>`, 1},
		"mirrored and scaled":         {`<div style="transform:scale(-.5,2);margin:100px"><button id=b>Go</button></div>`, 1},
		"below a sticky header":       {`<div style="position:sticky;top:0;height:300px;background:#eee">head</div><div style=height:3000px></div><button id=b>Go</button><div style=height:3000px></div><script>scrollTo(0,3000)</script>`, 1},
		"between fixed bars":          {`<div style="position:fixed;top:0;left:0;right:0;height:45%">top</div><div style="position:fixed;bottom:0;left:0;right:0;height:45%">end</div><div style=height:3000px></div><button id=b>Go</button><div style=height:3000px></div>`, 1},
		"a link over two lines":       {`<p style="width:90px;font:20px monospace">some <button style="display:inline;all:unset;cursor:pointer" id=b aria-label=Go>words that wrap around</button> end`, 1},
		"no size, a child that shows": {`<button id=b aria-label=Go style="width:0;height:0;padding:0;border:0;position:relative"><span style="position:absolute;left:90px;top:40px;width:50px">text</span></button>`, 1},
		"a child without events":      {`<button id=b>Go<span style="pointer-events:none;position:absolute;inset:0">over</span></button>`, 1},
		"a cover without events":      {`<button id=b>Go</button><div style="position:fixed;inset:0;pointer-events:none"></div>`, 1},
		"a covered centre":            {`<button id=b style="width:300px;height:90px">Go</button><div style="position:absolute;left:40px;top:20px;width:200px;height:60px;background:red"></div>`, 1},
		"display contents":            {`<div role=button tabindex=0 id=b aria-label=Go style="display:contents"><span>text</span></div>`, 1},
		"scrolled inside and out":     {`<div style=height:2500px></div><div style="height:120px;width:200px;overflow:auto"><div style="height:2000px;width:900px"></div><button id=b style="margin-left:700px">Go</button></div>`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{Scale: c.scale}, c.body+`<script>b.addEventListener('click',()=>{globalThis.hit=1})</script>`, nil)
			r.applied(clickStep(r.ref("button", "*")))
			require.Equal(t, "1", r.js("globalThis.hit"), r.js("events"))
		})
	}
}

func TestAClickArrivesInTransformedFramesOfOtherSites(t *testing.T) {
	inner := serve(`<div style=height:900px></div><button onclick="top.postMessage('hit','*')">Go</button>`)
	for name, body := range map[string]string{
		"turned":       `<div style="transform:rotate(-25deg) scale(.7);margin:120px"><iframe src="$THERE/in" width=400 height=300 title=In></iframe></div>`,
		"below":        `<div style=height:4000px></div><iframe src="$THERE/in" width=300 height=200 title=In></iframe>`,
		"page zoom":    `<style>html{zoom:1.5}</style><iframe src="$THERE/in" width=300 height=200 title=In style="padding:9px;border:5px solid"></iframe>`,
		"sticky above": `<div style="position:sticky;top:0;height:200px;background:#eee">head</div><div style=height:3000px></div><iframe src="$THERE/in" width=300 height=300 title=In></iframe><div style=height:3000px></div>`,
	} {
		for _, scale := range []float64{1, 2} {
			t.Run(name, func(t *testing.T) {
				r := newRig(t, cdpclient.ContextOptions{Scale: scale}, `<script>onmessage=e=>{globalThis.hit=e.data}</script>`+body, map[string]http.HandlerFunc{"/in": inner})
				r.applied(clickStep(r.ref("button", "Go")))
				require.Equal(t, `"hit"`, r.js("globalThis.hit"))
			})
		}
	}
}

func TestWhatTakesNoPointerEventsIsRefused(t *testing.T) {
	r := show(t, `<button id=b style="pointer-events:none">Go</button>`)
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(clickStep(r.ref("button", "Go"))).short())
	require.False(t, r.has("click b"))
}

// ways are the sites a drag goes from and to: all frames of another site are in other processes.
var ways = map[string][2]string{
	"same site": {"$HERE", "$HERE"}, "into another site": {"$HERE", "$THERE"}, "out of another site": {"$THERE", "$HERE"},
	"within another site": {"$THERE", "$THERE"}, "between other sites": {"$THERE", "$THIRD"},
}

// dragged does a drag from the frame of one site to that of another and returns what the pages saw.
func dragged(t *testing.T, sites [2]string, source, target string) (outcome, func() string) {
	t.Helper()
	r := newRig(t, cdpclient.ContextOptions{}, `<script>globalThis.got=[];onmessage=e=>got.push(e.data)</script>
<iframe src="`+sites[0]+`/from" width=200 height=200 title=From></iframe>
<iframe src="`+sites[1]+`/to" width=300 height=300 title=To style="margin:90px;transform:rotate(20deg)"></iframe>`,
		map[string]http.HandlerFunc{"/from": serve(source), "/to": serve(target)})
	return r.act(dragStep(r.ref("button", "A"), r.ref("button", "B"))), func() string { return r.js("got") }
}

func TestADragGoesFromFrameToFrame(t *testing.T) {
	source := `<div id=a draggable=true tabindex=0 role=button aria-label=A style="width:60px;height:60px;background:red"></div>
<script>a.ondragstart=e=>e.dataTransfer.setData('text/plain','cargo');a.ondragend=()=>top.postMessage('end','*')</script>`
	target := `<div id=b tabindex=0 role=button aria-label=B style="width:120px;height:120px;background:blue"></div>`
	takes := `<script>b.ondragover=e=>e.preventDefault();b.ondrop=e=>{e.preventDefault();top.postMessage('drop '+e.dataTransfer.getData('text/plain'),'*')}</script>`
	for name, sites := range ways {
		t.Run(name, func(t *testing.T) {
			o, got := dragged(t, sites, source, target+takes)
			require.Equal(t, "APPLIED", o.short(), "%s, the page saw %s", o.GetMessage(), got())
			require.Eventually(t, func() bool { return strings.Contains(got(), "end") }, 20*time.Second, 10*time.Millisecond)
			require.ElementsMatch(t, []string{"drop cargo", "end"}, decoded(t, got()))
		})
		t.Run(name+", not taken", func(t *testing.T) {
			o, got := dragged(t, sites, source, target)
			require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", o.short())
			require.Eventually(t, func() bool { return strings.Contains(got(), "end") }, 20*time.Second, 10*time.Millisecond)
			require.Equal(t, []string{"end"}, decoded(t, got()))
		})
	}
}

func TestADragOfThePointerIsSeenByTheFrameThatWasPressed(t *testing.T) {
	source := `<div id=a tabindex=0 role=button aria-label=A style="width:60px;height:60px;background:red;touch-action:none"></div>
<script>let far;a.onpointerdown=e=>{a.setPointerCapture(e.pointerId);far=0};a.onpointermove=e=>{far=Math.max(far,e.clientX)}
a.onpointerup=e=>top.postMessage(far>200?'carried out':'stayed at '+far,'*')</script>`
	for name, sites := range ways {
		t.Run(name, func(t *testing.T) {
			o, got := dragged(t, sites, source, `<div tabindex=0 role=button aria-label=B style="width:120px;height:120px;background:blue"></div>`)
			if name == "into another site" { // the browser gives those events to the other process
				require.Equal(t, "UNKNOWN NOT_ACTIONABLE", o.short())
				return
			}
			require.Equal(t, "APPLIED", o.short(), o.GetMessage())
			require.Eventually(t, func() bool { return got() == `["carried out"]` }, 20*time.Second, 10*time.Millisecond, "the page saw %s", got())
		})
	}
}

func decoded(t *testing.T, list string) (all []string) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(list), &all))
	return all
}
