package act

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func keepStep(ref string, m ...observerv1.Modifier) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: ref, KeepPressed: true, Modifiers: m}}}
}

func releaseStep(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Release{Release: &observerv1.Release{Ref: ref}}}
}

const twoBoxes = `<div id=a tabindex=0 role=button aria-label=A style="position:absolute;left:50px;top:50px;width:50px;height:50px"></div>
<div id=b tabindex=0 role=button aria-label=B style="position:absolute;left:400px;top:300px;width:100px;height:100px"></div>
<script>globalThis.got=[];for(const k of ['mousedown','mouseup','keydown','keyup','click'])addEventListener(k,e=>got.push(k+' '+(e.key??e.target.id)+(e.shiftKey?'+s':'')),true);
addEventListener('mousemove',e=>{if(e.buttons)got.push('move '+e.buttons)},true);const once=()=>[...new Set(got)]</script>`

func TestAButtonIsKeptPressedUntilItIsReleased(t *testing.T) {
	r := show(t, twoBoxes)
	a, b := r.ref("button", "A"), r.ref("button", "B")
	o := r.applied(keepStep(a, observerv1.Modifier_MODIFIER_SHIFT), waitStep(waitText("A")), hoverStep(b), releaseStep(b))
	require.Len(t, o.all, 4)
	require.JSONEq(t, `["keydown Shift+s","mousedown a+s","move 1","mouseup b+s","click +s","keyup Shift"]`, r.js("once()"))
}

func TestAButtonIsReleasedInPlaceAsAClick(t *testing.T) {
	r := show(t, twoBoxes)
	r.applied(keepStep(r.ref("button", "A")), releaseStep(""))
	require.JSONEq(t, `["mousedown a","mouseup a","click a"]`, r.js("once()"))
}

func TestWhatIsKeptPressedIsReleasedWhenTheActEnds(t *testing.T) {
	late := waitStep(waitText("never"))
	late.Timeout = durationpb.New(1)
	for name, c := range map[string]struct {
		after []*observerv1.Step
		want  string
	}{
		"by itself":    {nil, "APPLIED"},
		"by a failure": {[]*observerv1.Step{clearStep("e9999")}, "NOT_APPLIED REF_NOT_FOUND"},
		"by a timeout": {[]*observerv1.Step{late}, "NOT_APPLIED TIMEOUT"},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, twoBoxes)
			o := r.act(append([]*observerv1.Step{keepStep(r.ref("button", "A"), observerv1.Modifier_MODIFIER_CONTROL)}, c.after...)...)
			require.Equal(t, c.want, o.short(), o.GetMessage())
			require.JSONEq(t, `["keydown Control","mousedown a","mouseup a","click a","keyup Control"]`, r.js("once()"))
		})
	}
}

func TestWhatIsKeptPressedIsReleasedWhenTheCallerGivesUp(t *testing.T) {
	r := show(t, twoBoxes)
	ctx, cancel := context.WithCancel(r.ctx())
	req := &observerv1.ActRequest{Steps: []*observerv1.Step{keepStep(r.ref("button", "A"), observerv1.Modifier_MODIFIER_ALT), waitStep(waitText("never"))}}
	err := Run(ctx, r.env, req, func(m *observerv1.ActResponse) error {
		if m.GetWaiting() != nil {
			cancel()
		}
		return nil
	})
	require.Error(t, err)
	require.Contains(t, r.js("once()"), `"mouseup a","click a","keyup Alt"`)
}

func TestAPageThatMovesWhatIsPressedDragsIt(t *testing.T) {
	r := show(t, `<div id=a draggable=true tabindex=0 role=button aria-label=A style="position:absolute;left:50px;top:50px;width:50px;height:50px"></div>
<div id=b tabindex=0 role=button aria-label=B style="position:absolute;left:400px;top:300px;width:100px;height:100px"></div>
<script>globalThis.got=[];a.ondragstart=e=>{e.dataTransfer.setData('text/plain','cargo');got.push('start')};b.ondragover=e=>e.preventDefault();b.ondrop=e=>{e.preventDefault();got.push('drop '+e.dataTransfer.getData('text/plain'))};a.ondragend=()=>got.push('end')</script>`)
	a, b := r.ref("button", "A"), r.ref("button", "B")
	r.applied(keepStep(a), hoverStep(b), releaseStep(b))
	require.Equal(t, `["start","drop cargo","end"]`, r.js("got"))
	r.js("b.ondragover=null")
	require.Equal(t, "NOT_APPLIED NOT_ACTIONABLE", r.act(keepStep(a), releaseStep(b)).short())
}

func TestWhatIsInTheWayOfAPressGetsNeitherPressNorRelease(t *testing.T) {
	r := show(t, twoBoxes+`<div id=c style="position:fixed;inset:0">cover</div>`)
	o := r.act(keepStep(r.ref("button", "A")))
	require.Equal(t, "NOT_APPLIED COVERED", o.short())
	require.JSONEq(t, `[]`, r.js("once()"))
}

func TestAMousePressThatCannotBeMeantIsRefusedBeforeTheFirstStep(t *testing.T) {
	r := show(t, twoBoxes)
	a, b := r.ref("button", "A"), r.ref("button", "B")
	double := keepStep(a)
	double.GetClick().Count = 2
	for name, steps := range map[string][]*observerv1.Step{
		"nothing to release":    {clickStep(a), releaseStep("")},
		"released twice":        {keepStep(a), releaseStep(""), releaseStep("")},
		"a click meanwhile":     {keepStep(a), clickStep(b)},
		"a drag meanwhile":      {keepStep(a), dragStep(a, b)},
		"a checkbox meanwhile":  {keepStep(a), checkStep(b, true)},
		"a double click":        {double},
		"the ref of no element": {keepStep(a), releaseStep("x")},
	} {
		t.Run(name, func(t *testing.T) {
			o := r.act(steps...)
			require.ErrorContains(t, o.err, "INVALID_REQUEST")
			require.Empty(t, o.all)
			require.JSONEq(t, `[]`, r.js("once()"))
		})
	}
}
