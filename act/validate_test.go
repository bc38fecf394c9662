package act

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAnAbsurdTimeIsRefusedBeforeTheFirstStep(t *testing.T) {
	r := show(t, `<button id=b>Go</button>`)
	click := func() *observerv1.Step { return clickStep(r.ref("button", "Go")) }
	for name, d := range map[string]*durationpb.Duration{
		"negative":       durationpb.New(-time.Second),
		"a nanosecond":   durationpb.New(-1),
		"a year":         durationpb.New(365 * 24 * time.Hour),
		"mixed signs":    {Seconds: 1, Nanos: -5},
		"many nanos":     {Nanos: 2e9},
		"out of range":   {Seconds: 1 << 62},
		"long ago":       {Seconds: -1 << 62},
		"over the limit": durationpb.New(longest + 1),
	} {
		t.Run(name, func(t *testing.T) {
			late := click()
			late.Timeout = d
			waits := []*observerv1.WaitCondition{
				{Condition: &observerv1.WaitCondition_Time{Time: d}},
				{Condition: &observerv1.WaitCondition_Quiet{Quiet: d}},
				{Condition: &observerv1.WaitCondition_NetworkQuiet{NetworkQuiet: d}},
			}
			for _, req := range []*observerv1.ActRequest{
				{Steps: []*observerv1.Step{click()}, Timeout: d},
				{Steps: []*observerv1.Step{click()}, SettleTimeout: d},
				{Steps: []*observerv1.Step{click(), late}},
				{Steps: []*observerv1.Step{click(), waitStep(waits[0])}},
				{Steps: []*observerv1.Step{click(), waitStep(waits[1])}},
				{Steps: []*observerv1.Step{click(), waitStep(waits[2])}},
			} {
				o := r.request(r.ctx(), req)
				require.ErrorContains(t, o.err, "INVALID_REQUEST")
				require.Empty(t, o.all)
			}
		})
	}
	require.False(t, r.has("click b"))
	s := click()
	s.Timeout = durationpb.New(0)
	r.applied(s) // which stands for the default
}
