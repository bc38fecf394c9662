package service

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestMetricsTellOfStagesRevisionsWatchesAndRenderings(t *testing.T) {
	reader := metric.NewManualReader()
	r := newRig(t, Config{Meter: metric.NewMeterProvider(metric.WithReader(reader))}, "a")
	client := observerv1.NewObserverServiceClient(serve(t, r.Server))
	for range 2 {
		_, err := all(client.Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
		require.NoError(t, err)
	}
	watch, err := client.WatchDiff(t.Context(), &observerv1.WatchDiffRequest{SessionId: "s1"})
	require.NoError(t, err)
	for current := false; !current; {
		msg, err := watch.Recv()
		require.NoError(t, err)
		current = msg.GetCurrent() != nil
	}
	req := &observerv1.ActRequest{Steps: []*observerv1.Step{click("e1")}}
	require.Equal(t, "click", stepKind(req, &observerv1.StepResult{}))
	require.Equal(t, "unknown", stepKind(req, &observerv1.StepResult{Step: 1}))
	r.measures.step(t.Context(), "click", &observerv1.StepResult{Outcome: observerv1.Outcome_OUTCOME_APPLIED})
	var data metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &data))
	got := map[string]int64{}
	for _, scope := range data.ScopeMetrics {
		for _, metric := range scope.Metrics {
			switch d := metric.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					got[metric.Name] += p.Value
				}
			case metricdata.Gauge[int64]:
				got[metric.Name] = d.DataPoints[0].Value
			case metricdata.Histogram[float64]:
				got[metric.Name] = int64(d.DataPoints[0].Count)
			}
		}
	}
	require.Equal(t, int64(1), got["observer.sessions"])
	require.Equal(t, int64(1), got["observer.tabs"])
	require.Equal(t, int64(1), got["observer.act.step.duration"])
	require.Equal(t, int64(1), got["observer.watch.active"])
	require.GreaterOrEqual(t, got["observer.revisions"], int64(1))
	require.GreaterOrEqual(t, got["observer.renderings"], int64(3))
	require.GreaterOrEqual(t, got["observer.stage.duration"], int64(2))
	require.Positive(t, got["rpc.server.call.duration"]+got["rpc.server.duration"], "%v", got)
}
