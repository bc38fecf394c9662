package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"

	"github.com/observer-svc/observer-svc/service"
)

// telemetryFlags say where metrics go. Traces and metrics also go to an OTLP collector when the
// standard variables name one: OTEL_EXPORTER_OTLP_ENDPOINT, or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
// and OTEL_EXPORTER_OTLP_METRICS_ENDPOINT; the other OTEL_ variables of the exporters, the
// sampler and the resource hold too.
type telemetryFlags struct {
	MetricsListen string `group:"telemetry" help:"Serve metrics for Prometheus at /metrics on this HOST:PORT. OTLP exporters are set up by the standard OTEL_ variables." placeholder:"HOST:PORT"`
}

// apply sets up the exporters that are asked for and has them flushed at the end.
func (f telemetryFlags) apply(env *environment, cfg *service.Config, s *serving) error {
	about, err := resource.New(env.ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "observer-svc"), attribute.String("service.version", version())),
		resource.WithFromEnv())
	if err != nil {
		return fmt.Errorf("telemetry: %w", err)
	}
	if err := traces(env.ctx, about, cfg, &s.closers); err != nil {
		return err
	}
	return f.metrics(env.ctx, about, cfg, s)
}

// wanted reports whether the standard variables name a collector for a signal, TRACES or METRICS.
func wanted(signal string) bool {
	if os.Getenv("OTEL_SDK_DISABLED") == "true" || os.Getenv("OTEL_"+signal+"_EXPORTER") == "none" {
		return false
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
}

func traces(ctx context.Context, about *resource.Resource, cfg *service.Config, closers *closers) error {
	if !wanted("TRACES") {
		return nil
	}
	exporter, err := otlptracegrpc.New(ctx)
	if err != nil {
		return fmt.Errorf("telemetry: traces: %w", err)
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about))
	closers.add(provider.Shutdown)
	cfg.Tracer = provider
	return nil
}

func (f telemetryFlags) metrics(ctx context.Context, about *resource.Resource, cfg *service.Config, s *serving) error {
	options := []metric.Option{metric.WithResource(about)}
	if wanted("METRICS") {
		exporter, err := otlpmetricgrpc.New(ctx)
		if err != nil {
			return fmt.Errorf("telemetry: metrics: %w", err)
		}
		options = append(options, metric.WithReader(metric.NewPeriodicReader(exporter)))
	}
	if f.MetricsListen != "" {
		reader, err := f.endpoint(ctx, s)
		if err != nil {
			return err
		}
		options = append(options, metric.WithReader(reader))
	}
	if len(options) == 1 {
		return nil
	}
	provider := metric.NewMeterProvider(options...)
	s.closers.add(provider.Shutdown)
	cfg.Meter = provider
	return nil
}

// endpoint opens the listener for Prometheus and returns what fills its registry.
func (f telemetryFlags) endpoint(ctx context.Context, s *serving) (metric.Reader, error) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	reader, err := otelprometheus.New(otelprometheus.WithRegisterer(registry))
	if err != nil {
		return nil, fmt.Errorf("telemetry: prometheus: %w", err)
	}
	if s.metricsOn, err = listen(ctx, f.MetricsListen); err != nil {
		return nil, err
	}
	listener := s.metricsOn
	s.closers.add(func(context.Context) error { return ignoreClosed(listener.Close()) })
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry}))
	s.metrics = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	return reader, nil
}
