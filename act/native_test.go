package act

import (
	"testing"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestARangeIsSetByAKeyWhereOneKeyLeadsToTheValue(t *testing.T) {
	const trusted, script = observerv1.InputMeans_INPUT_MEANS_TRUSTED, observerv1.InputMeans_INPUT_MEANS_SCRIPT
	for name, c := range map[string]struct {
		attributes, text string
		want             observerv1.InputMeans
	}{
		"to its start":       {`min=3 max=90 value=10`, "3", trusted},
		"to its end":         {`min=3 max=90 value=10`, "90", trusted},
		"one step up":        {`step=5 value=10`, "15", trusted},
		"one step down":      {`step=.5 max=5 value=2`, "1.5", trusted},
		"end between steps":  {`min=0 max=10 step=3 value=3`, "9", trusted},
		"anywhere":           {`value=10`, "73", script},
		"without steps":      {`step=any value=10 max=20`, "11", script},
		"from right to left": {`dir=rtl value=10`, "11", script},
		"upright":            {`style="writing-mode:vertical-lr" value=10`, "11", script},
		"a page's own keys":  {`value=10 onkeydown="return false"`, "11", script},
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, `<input type=range id=i aria-label=F `+c.attributes+`>`)
			o := r.applied(fillStep(r.ref("slider", "F"), c.text))
			require.Equal(t, c.want, o.GetMeans())
			require.Equal(t, quote(c.text), r.js("i.value"))
			suffix := map[observerv1.InputMeans]string{script: " untrusted"}[c.want]
			require.JSONEq(t, `["input i`+suffix+`","change i`+suffix+`"]`, r.js(`events.filter(e=>/^(input|change)/.test(e))`))
		})
	}
}

func TestDatesTimesAndColoursShowThePageOneValueOnly(t *testing.T) {
	for kind, text := range map[string]string{"date": "2027-12-25", "time": "12:25", "month": "2027-12", "week": "2027-W12",
		"datetime-local": "2027-12-25T12:25", "color": "#123456"} {
		t.Run(kind, func(t *testing.T) {
			r := show(t, `<input type=`+kind+` id=i aria-label=F><script>globalThis.got=[];for(const k of ['input','change'])i.addEventListener(k,()=>got.push(k+' '+i.value))</script>`)
			o := r.applied(fillStep(r.named("F"), text))
			require.Equal(t, observerv1.InputMeans_INPUT_MEANS_SCRIPT, o.GetMeans())
			require.JSONEq(t, `["input `+text+`","change `+text+`"]`, r.js("got"))
		})
	}
}
