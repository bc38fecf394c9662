package act

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func emulateStep(e *observerv1.Emulate) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Emulate{Emulate: e}}
}

const responsive = `<meta name=viewport content="width=device-width"><style>.wide{display:none}.dark,.still{display:none}
@media(min-width:700px){.wide{display:block}.narrow{display:none}}@media(prefers-color-scheme:dark){.dark{display:block}}
@media(prefers-reduced-motion:reduce){.still{display:block}}</style>
<p class=wide>wide layout<p class=narrow>narrow layout<p class=dark>dark colours<p class=still>no motion`

func TestAPageSeesTheDeviceOfAnEmulateStepAndItsReadersFollow(t *testing.T) {
	r := show(t, responsive)
	o := r.applied(emulateStep(&observerv1.Emulate{Width: proto.Uint32(400), Height: proto.Uint32(600)}))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "narrow layout")
	require.Equal(t, `[400,600,1]`, r.js(`[innerWidth,innerHeight,devicePixelRatio]`))
	o = r.applied(emulateStep(&observerv1.Emulate{ColorScheme: observerv1.ColorScheme_COLOR_SCHEME_DARK, ReducedMotion: proto.Bool(true)}))
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "dark colours")
	require.Contains(t, o.GetEffect().GetDelta().GetText(), "no motion")
	require.Equal(t, `[400,600]`, r.js(`[innerWidth,innerHeight]`), "what is unset stays")
	r.applied(emulateStep(&observerv1.Emulate{
		DeviceScaleFactor: proto.Float64(2), Mobile: proto.Bool(true), Touch: proto.Bool(true), ColorScheme: observerv1.ColorScheme_COLOR_SCHEME_LIGHT,
	}))
	require.Equal(t, `[400,2,true,true,false]`, r.js(`[innerWidth,devicePixelRatio,navigator.maxTouchPoints>0,matchMedia('(pointer: coarse)').matches,matchMedia('(prefers-color-scheme: dark)').matches]`))
}

func TestAnEmulatedDeviceStaysForTheDocumentsThatCome(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, responsive+`<iframe src="$THERE/inner" title=Inner></iframe>`, nil)
	r.applied(emulateStep(&observerv1.Emulate{Width: proto.Uint32(500), ColorScheme: observerv1.ColorScheme_COLOR_SCHEME_DARK}))
	other := &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: r.server.URL + "/next"}}}
	r.applied(other)
	require.Equal(t, `[500,true]`, r.js(`[innerWidth,matchMedia('(prefers-color-scheme: dark)').matches]`))
}

func TestAClickHitsOnAnEmulatedDevice(t *testing.T) {
	r := show(t, `<meta name=viewport content="width=device-width"><div style=height:900px></div><button id=b>Go</button>`)
	for _, e := range []*observerv1.Emulate{
		{Width: proto.Uint32(390), Height: proto.Uint32(700), DeviceScaleFactor: proto.Float64(3), Mobile: proto.Bool(true), Touch: proto.Bool(true)},
		{Width: proto.Uint32(1600), Height: proto.Uint32(900), DeviceScaleFactor: proto.Float64(.5), Mobile: proto.Bool(false), Touch: proto.Bool(false)},
	} {
		r.applied(emulateStep(e))
		r.applied(clickStep(r.ref("button", "Go")))
	}
	require.Equal(t, "2", r.js(`events.filter(e=>e==='click b').length`))
}
