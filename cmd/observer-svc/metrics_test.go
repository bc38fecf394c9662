package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/observer-svc/observer-svc/service"
)

// catalogue notes the instruments that a server makes.
type catalogue struct {
	noop.MeterProvider
	rows []instrument
}

type instrument struct{ name, kind, about string }

type cataloguer struct {
	noop.Meter
	to *catalogue
}

func (c *catalogue) Meter(string, ...metric.MeterOption) metric.Meter { return cataloguer{to: c} }

func (c *catalogue) note(name, kind, about string) {
	if strings.HasPrefix(name, "observer.") {
		c.rows = append(c.rows, instrument{name, kind, about})
	}
}

func (m cataloguer) Int64Counter(name string, o ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	m.to.note(name, "counter", metric.NewInt64CounterConfig(o...).Description())
	return m.Meter.Int64Counter(name, o...)
}

func (m cataloguer) Int64UpDownCounter(name string, o ...metric.Int64UpDownCounterOption) (metric.Int64UpDownCounter, error) {
	m.to.note(name, "gauge", metric.NewInt64UpDownCounterConfig(o...).Description())
	return m.Meter.Int64UpDownCounter(name, o...)
}

func (m cataloguer) Int64ObservableGauge(name string, o ...metric.Int64ObservableGaugeOption) (metric.Int64ObservableGauge, error) {
	m.to.note(name, "gauge", metric.NewInt64ObservableGaugeConfig(o...).Description())
	return m.Meter.Int64ObservableGauge(name, o...)
}

func (m cataloguer) Float64Histogram(name string, o ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	m.to.note(name, "histogram", metric.NewFloat64HistogramConfig(o...).Description())
	return m.Meter.Float64Histogram(name, o...)
}

func (m cataloguer) Int64Histogram(name string, o ...metric.Int64HistogramOption) (metric.Int64Histogram, error) {
	m.to.note(name, "histogram", metric.NewInt64HistogramConfig(o...).Description())
	return m.Meter.Int64Histogram(name, o...)
}

func metricTable(t *testing.T) string {
	t.Helper()
	c := &catalogue{}
	server, err := service.NewServer(service.Config{Meter: c})
	require.NoError(t, err)
	require.NoError(t, server.Close())
	require.NotEmpty(t, c.rows)
	slices.SortFunc(c.rows, func(a, b instrument) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	b.WriteString("| metric | kind | |\n|---|---|---|\n")
	for _, i := range c.rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", i.name, i.kind, cell(i.about))
	}
	return b.String()
}
