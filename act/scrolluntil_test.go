package act

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func untilStep(ref, text string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Scroll{Scroll: &observerv1.ScrollTo{Ref: ref, UntilText: text}}}
}

// virtual is a list that has only the rows that are seen, in an area of its own or as the page.
const virtual = `<div id=v tabindex=0 role=region aria-label=V style="height:200px;overflow:auto"><div style="height:60000px;position:relative" id=w></div></div><p>Row 1999 is not here
<script>const draw=()=>{w.innerHTML='';for(let i=Math.floor(v.scrollTop/30);i<v.scrollTop/30+7;i++){const d=document.createElement('div');d.style.cssText='position:absolute;height:30px;top:'+i*30+'px';d.textContent='Row '+i;w.append(d)}};v.onscroll=()=>requestAnimationFrame(draw);draw()</script>`

// growing is a page that loads more when its end is near.
const growing = `<div id=l></div><script>let n=0,busy=0;const more=()=>{for(let i=0;i<20&&n<100;i++){const p=document.createElement('p');p.style.height='60px';p.textContent='Item '+n++;l.append(p)}};more();
onscroll=async()=>{if(!busy&&scrollY+innerHeight>document.documentElement.scrollHeight-200){busy=1;await fetch('/more');more();busy=0}}</script>`

func TestAnAreaIsScrolledUntilATextIsInView(t *testing.T) {
	for name, c := range map[string]struct{ body, role, name, text, seen string }{
		"on the page":           {`<p>top<div style=height:5000px></div><p id=x>Terms`, "", "", "terms", `x.getBoundingClientRect().top<innerHeight`},
		"in an area":            {`<div id=a tabindex=0 role=region aria-label=A style="height:100px;overflow:auto"><p>one<div style=height:3000px></div><p id=x>Terms</div>`, "region", "A", "Terms", `a.scrollTop>2000`},
		"in a virtual list":     {virtual, "region", "V", "Row 203", `v.textContent.includes('Row 203')`},
		"in a page that grows":  {growing, "", "", "Item 93", `l.textContent.includes('Item 93')`},
		"in view already":       {`<p>Terms<div style=height:5000px></div>`, "", "", "Terms", `scrollY===0`},
		"in another frame":      {`<div style=height:3000px></div><iframe id=x title=T srcdoc="<p>Terms"></iframe>`, "", "", "Terms", `x.getBoundingClientRect().top<innerHeight`},
		"inside a long element": {`<div style=height:3000px></div><article id=x><p>a<p>b<div style=height:2000px></div><p>Terms</article>`, "", "", "Terms", `scrollY>4000`},
		"from a row of a list":  {virtual, "text", "Row 2", "Row 203", `v.textContent.includes('Row 203')`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, cdpclient.ContextOptions{}, c.body, map[string]http.HandlerFunc{"/more": func(http.ResponseWriter, *http.Request) {}})
			ref := ""
			if c.role == "region" {
				ref = r.ref(c.role, c.name)
			} else if c.role != "" {
				ref = r.ref("region", "V")
			}
			o := r.applied(untilStep(ref, c.text))
			require.Equal(t, "true", r.js(c.seen))
			require.NotNil(t, o.GetScrolled())
		})
	}
}

func TestATextThatDoesNotComeEndsTheScrollAndSaysHowFarItWent(t *testing.T) {
	r := show(t, `<div style=height:4000px>long</div>`)
	o := r.act(untilStep("", "Terms"))
	require.Equal(t, "PARTIAL NOT_VISIBLE", o.short())
	require.True(t, o.GetScrolled().GetEnded())
	require.InDelta(t, 4000-720, o.GetScrolled().GetY(), 60)
	require.Contains(t, o.GetMessage(), fmt.Sprintf("%.0f down in %d scrolls", o.GetScrolled().GetY(), o.GetScrolled().GetScrolls()))
	o = r.act(untilStep("", "Terms"))
	require.Equal(t, "NOT_APPLIED NOT_VISIBLE", o.short(), "it was at its end already")

	r = show(t, virtual)
	s := untilStep(r.ref("region", "V"), "Row 1900")
	s.GetScroll().MaxScrolls = 3
	o = r.act(s)
	require.Equal(t, "PARTIAL NOT_VISIBLE", o.short())
	require.Equal(t, uint32(3), o.GetScrolled().GetScrolls())
	require.False(t, o.GetScrolled().GetEnded())
	require.InDelta(t, 480, o.GetScrolled().GetY(), 1)

	s = untilStep(r.ref("region", "V"), "Row 1900")
	s.GetScroll().DeltaY = -100
	o = r.act(s)
	require.Equal(t, "PARTIAL NOT_VISIBLE", o.short())
	require.InDelta(t, -480, o.GetScrolled().GetY(), 1)

	s = untilStep(r.ref("region", "V"), "Nowhere")
	s.Timeout = durationpb.New(ms(700))
	o = r.act(s)
	require.Equal(t, "PARTIAL TIMEOUT", o.short())
	require.Positive(t, o.GetScrolled().GetY())
}

func TestAScrollSaysHowFarItWent(t *testing.T) {
	r := show(t, `<div style=height:4000px>long</div>`)
	o := r.applied(scrollStep("", 300))
	require.InDelta(t, 300, o.GetScrolled().GetY(), 1)
	require.False(t, o.GetScrolled().GetEnded())
	require.True(t, r.applied(scrollStep("", 9000)).GetScrolled().GetEnded())
}
