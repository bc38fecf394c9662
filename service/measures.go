package service

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
)

// scope names the spans and metrics of this package.
const scope = "github.com/observer-svc/observer-svc/service"

// measures are the metrics and the tracer of the service. Labels come from closed lists: no
// addresses, no page text.
type measures struct {
	meter     metric.Meter
	held      metric.Registration // of the gauges; nil before gauge
	tracer    trace.Tracer
	stages    metric.Float64Histogram
	failures  metric.Int64Counter
	revisions metric.Int64Counter
	watchers  metric.Int64UpDownCounter
	deltas    metric.Int64Counter
	resets    metric.Int64Counter
	tooSlow   metric.Int64Counter
	lag       metric.Float64Histogram
	renders   metric.Int64Counter
	steps     metric.Float64Histogram

	// The labels of what happens in every call, made once.
	ofStage     map[page.Stage]metric.MeasurementOption
	ofRendering map[rendered]metric.MeasurementOption
}

// rendered says what was asked for, and whether it was at hand.
type rendered struct {
	what   string
	cached bool
}

// newMeasures registers the metrics.
func newMeasures(cfg Config) (*measures, error) {
	r := registration{meter: cfg.Meter.Meter(scope)}
	m := &measures{
		meter:     r.meter,
		tracer:    cfg.Tracer.Tracer(scope),
		stages:    r.histogram("observer.stage.duration", "How long the stages of a capture take."),
		failures:  r.counter("observer.capture.failures", "{capture}", "How many captures failed, by reason."),
		revisions: r.counter("observer.revisions", "{revision}", "How many revisions were committed."),
		watchers:  r.upDown("observer.watch.active", "{watch}", "How many watches run."),
		deltas:    r.counter("observer.watch.deltas", "{delta}", "How many deltas were sent to watchers."),
		resets: r.counter("observer.watch.resets", "{reset}",
			"How often a watcher got a new snapshot because continuity was lost, by reason."),
		tooSlow: r.counter("observer.watch.too_slow", "{watch}", "How many watches were ended because the watcher did not read."),
		lag:     r.histogram("observer.watch.lag", "The time from a commit to the sending of its delta."),
		renders: r.counter("observer.renderings", "{rendering}",
			"How often a rendered snapshot or delta was asked for, and whether it was at hand."),
		steps: r.histogram("observer.act.step.duration", "How long the steps of Acts take, by kind and outcome."),

		ofStage: map[page.Stage]metric.MeasurementOption{}, ofRendering: map[rendered]metric.MeasurementOption{},
	}
	for _, stage := range []page.Stage{page.StageCapture, page.StageBuild, page.StageCommit} {
		m.ofStage[stage] = labels(attribute.String("stage", string(stage)))
	}
	for _, r := range []rendered{{"snapshot", false}, {"snapshot", true}, {"delta", false}, {"delta", true}} {
		m.ofRendering[r] = labels(attribute.String("kind", r.what), attribute.Bool("cached", r.cached))
	}
	return m, r.err
}

func labels(of ...attribute.KeyValue) metric.MeasurementOption {
	return metric.WithAttributeSet(attribute.NewSet(of...))
}

// registration makes instruments and keeps the first error.
type registration struct {
	meter metric.Meter
	err   error
}

func (r *registration) histogram(name, about string) metric.Float64Histogram {
	h, err := r.meter.Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(about),
		metric.WithExplicitBucketBoundaries(.0001, .0003, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60))
	r.err = errors.Join(r.err, err)
	return h
}

func (r *registration) counter(name, unit, about string) metric.Int64Counter {
	c, err := r.meter.Int64Counter(name, metric.WithUnit(unit), metric.WithDescription(about))
	r.err = errors.Join(r.err, err)
	return c
}

func (r *registration) upDown(name, unit, about string) metric.Int64UpDownCounter {
	c, err := r.meter.Int64UpDownCounter(name, metric.WithUnit(unit), metric.WithDescription(about))
	r.err = errors.Join(r.err, err)
	return c
}

// gauge shows how many sessions and tabs there are, and what the tabs remember, until close.
func (m *measures) gauge(held func() (sessions, tabs int), history interface{ Bytes() int64 }) error {
	sessions, err1 := m.meter.Int64ObservableGauge("observer.sessions", metric.WithUnit("{session}"),
		metric.WithDescription("How many sessions are open."))
	tabs, err2 := m.meter.Int64ObservableGauge("observer.tabs", metric.WithUnit("{tab}"),
		metric.WithDescription("How many tabs are open."))
	bytes, err3 := m.meter.Int64ObservableGauge("observer.history.size", metric.WithUnit("By"),
		metric.WithDescription("How many bytes all tabs remember beyond what they show, estimated."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	var err error
	m.held, err = m.meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		s, t := held()
		o.ObserveInt64(sessions, int64(s))
		o.ObserveInt64(tabs, int64(t))
		o.ObserveInt64(bytes, history.Bytes())
		return nil
	}, sessions, tabs, bytes)
	return err
}

func (m *measures) close() error {
	if m.held == nil {
		return nil
	}
	return m.held.Unregister()
}

// rendered records that something rendered was asked for.
func (m *measures) rendered(what string, cached bool) {
	m.renders.Add(context.Background(), 1, m.ofRendering[rendered{what, cached}])
}

// stage records a stage of a flight.
func (m *measures) stage(stage page.Stage, took time.Duration, err error) {
	ctx := context.Background()
	if stage == page.StageRevision {
		m.revisions.Add(ctx, 1)
		return
	}
	m.stages.Record(ctx, took.Seconds(), m.ofStage[stage])
	if err != nil {
		m.failures.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reasonLabel(err))))
	}
	_, span := m.tracer.Start(ctx, "observer."+string(stage), trace.WithTimestamp(time.Now().Add(-took)))
	span.End()
}

// step records a step of an Act and makes its span.
func (m *measures) step(ctx context.Context, kind string, r *observerv1.StepResult) {
	took := r.GetElapsed().AsDuration()
	labels := []attribute.KeyValue{attribute.String("kind", kind), attribute.String("outcome", r.GetOutcome().String())}
	m.steps.Record(ctx, took.Seconds(), metric.WithAttributes(labels...))
	_, span := m.tracer.Start(ctx, "observer.step", trace.WithTimestamp(time.Now().Add(-took)), trace.WithAttributes(labels...))
	span.End()
}

// reasonLabel is a label for an error: its reason, or INTERNAL.
func reasonLabel(err error) string {
	if f := faultOf(err); f != nil {
		return string(f.Reason)
	}
	return string(fault.Internal)
}
