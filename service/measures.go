package service

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/page"
)

// scope names the spans and metrics of this package.
const scope = "github.com/observer-svc/observer-svc/service"

// measures are the metrics and the tracer of the service. Labels come from closed lists: no
// addresses, no page text.
type measures struct {
	tracer    trace.Tracer
	stages    metric.Float64Histogram
	watchers  metric.Int64UpDownCounter
	deltas    metric.Int64Counter
	resets    metric.Int64Counter
	lag       metric.Float64Histogram
	renders   metric.Int64Counter
	tooSlow   metric.Int64Counter
	outcomes  metric.Int64Counter
	hitLabel  metric.MeasurementOption
	missLabel metric.MeasurementOption
}

// buckets are the borders of the histograms in seconds: from a tenth of a millisecond to a minute.
var buckets = []float64{.0001, .0003, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60}

func newMeasures(cfg Config) (*measures, error) {
	meter := cfg.Meter.Meter(scope)
	m := &measures{
		tracer:    cfg.Tracer.Tracer(scope),
		hitLabel:  metric.WithAttributes(attribute.Bool("cached", true)),
		missLabel: metric.WithAttributes(attribute.Bool("cached", false)),
	}
	errs := make([]error, 8)
	m.stages, errs[0] = meter.Float64Histogram("observer.stage.duration", metric.WithUnit("s"),
		metric.WithDescription("How long the stages of a capture take."), metric.WithExplicitBucketBoundaries(buckets...))
	m.watchers, errs[1] = meter.Int64UpDownCounter("observer.watch.active", metric.WithUnit("{watch}"),
		metric.WithDescription("How many watches run."))
	m.deltas, errs[2] = meter.Int64Counter("observer.watch.deltas", metric.WithUnit("{delta}"),
		metric.WithDescription("How many deltas were sent to watchers."))
	m.resets, errs[3] = meter.Int64Counter("observer.watch.resets", metric.WithUnit("{reset}"),
		metric.WithDescription("How often a watcher got a new snapshot because continuity was lost."))
	m.lag, errs[4] = meter.Float64Histogram("observer.watch.lag", metric.WithUnit("s"),
		metric.WithDescription("The time from a commit to the sending of its delta."), metric.WithExplicitBucketBoundaries(buckets...))
	m.renders, errs[5] = meter.Int64Counter("observer.render.requests", metric.WithUnit("{request}"),
		metric.WithDescription("How often rendered snapshots and deltas were asked for, and whether they were cached."))
	m.tooSlow, errs[6] = meter.Int64Counter("observer.watch.too_slow", metric.WithUnit("{watch}"),
		metric.WithDescription("How many watches were ended because the watcher did not read."))
	m.outcomes, errs[7] = meter.Int64Counter("observer.capture.failures", metric.WithUnit("{capture}"),
		metric.WithDescription("How many captures failed, by reason."))
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

// stage records a stage of a flight.
func (m *measures) stage(stage page.Stage, took time.Duration, err error) {
	ctx := context.Background()
	m.stages.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("stage", string(stage))))
	if err != nil {
		m.outcomes.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reasonLabel(err))))
	}
	_, span := m.tracer.Start(ctx, "observer."+string(stage), trace.WithTimestamp(time.Now().Add(-took)))
	span.End()
}

// reasonLabel is a label for an error: its reason, or INTERNAL.
func reasonLabel(err error) string {
	if f := faultOf(err); f != nil {
		return string(f.Reason)
	}
	return string(fault.Internal)
}
