package service

import (
	"crypto/rand"
	"crypto/tls"
	"log/slog"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/ratelimit"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
)

// Config is all a Server needs to know. The zero value serves loopback listeners in plaintext and
// launches a headless Chromium on demand.
type Config struct {
	// TLS secures the listener; plaintext when nil.
	TLS *tls.Config
	// Auth tells who calls; everybody may call when nil. Sessions belong to the principal that
	// created them.
	Auth Authenticator
	// Replica names this server among others behind one proxy, as a DNS label; session ids then end with
	// it, and calls for another's session fail with WRONG_REPLICA. Empty for a server that stands alone.
	Replica string
	// RateLimit refuses calls beyond a rate; none are refused when nil.
	RateLimit ratelimit.Limiter
	// MaxRequestBytes is the size of the largest request; 4 MiB when 0.
	MaxRequestBytes int

	// Endpoint is the DevTools endpoint of a browser that somebody else runs. When empty the server
	// launches its own.
	Endpoint string
	// Attach says how to use Endpoint, Launch how to start a browser.
	Attach cdpclient.AttachOptions
	Launch cdpclient.LaunchOptions
	// URLs says which addresses pages may be loaded from.
	URLs URLPolicy

	// Act says what steps may do.
	Act ActConfig
	// Downloads bounds what sessions that allow downloads may keep. Without a folder, such sessions
	// are refused in a browser that somebody else runs: it may be on another machine.
	Downloads cdpclient.DownloadOptions
	// Limits bound what callers can hold.
	Limits Limits
	// Watch are the settings of WatchDiff.
	Watch WatchConfig
	// History bounds what each tab remembers; its budget is set by the server.
	History refstore.Options
	// HistoryBytes bounds what all tabs remember together beyond what they show, estimated; 128 MiB
	// when 0. What no tab forgets earlier, see refstore.Budget, goes before it.
	HistoryBytes int
	// Page are the settings of each tab's pipeline.
	Page page.Options

	// TokenKey authenticates resume tokens and cursors. Servers with the same key accept each
	// other's; random when empty.
	TokenKey []byte

	// Logger gets what happens; nothing is logged when nil. Logs hold no page text and no secrets.
	Logger *slog.Logger
	// Tracer and Meter get spans and metrics; none are made when nil.
	Tracer trace.TracerProvider
	Meter  metric.MeterProvider
}

// ActConfig says what steps may do.
type ActConfig struct {
	// Evaluate allows evaluate steps.
	Evaluate bool
	// UploadFolder is the folder below which files may be uploaded; none may when empty.
	UploadFolder string
}

// Limits bound what callers can hold. Zero fields mean the defaults.
type Limits struct {
	// Sessions is how many sessions the server holds; 100 when 0.
	Sessions int
	// Tabs is how many tabs a session holds; 50 when 0.
	Tabs int
	// Watchers is how many watches the server runs; 10,000 when 0.
	Watchers int
	// HeapBytes is how large the heap may be before no more sessions, tabs and watches are taken; 0
	// means no limit.
	HeapBytes uint64
	// Idle is how long a session may go unused unless it says otherwise, MaxIdle how long it may
	// ask for; 30 min and 24 h when 0.
	Idle, MaxIdle time.Duration
}

// WatchConfig are the settings of WatchDiff. Zero fields mean the defaults.
type WatchConfig struct {
	// Heartbeat is how often progress is sent unless the caller says otherwise; 15 s when 0. What a
	// caller asks for is clamped to MinHeartbeat and MaxHeartbeat, 1 s and 5 min when 0, and so that three
	// heartbeats and a reconnect fit into what is remembered at least, unless Heartbeat is longer.
	Heartbeat, MinHeartbeat, MaxHeartbeat time.Duration
	// Interval is the shortest time between two deltas unless the caller says otherwise, so that a
	// page that never rests does not flood a model; 125 ms when 0. The first change after a rest is
	// sent at once. What a caller asks for is clamped to MaxInterval; 1 min when 0.
	Interval, MaxInterval time.Duration
	// MaxAge is how long a stream lives; 1 h when 0.
	MaxAge time.Duration
	// SlowAfter is how long a watcher may leave a message unread; 30 s when 0.
	SlowAfter time.Duration
	// AuthEvery is how often the caller of a stream is authenticated again; 1 min when 0.
	AuthEvery time.Duration
}

func (c Config) withDefaults() Config {
	c.MaxRequestBytes = orDefault(c.MaxRequestBytes, 4<<20)
	c.Limits = c.Limits.withDefaults()
	c.Watch = c.Watch.withDefaults()
	c.History.MinHistory = orDefault(c.History.MinHistory, defaultHistory)
	c.HistoryBytes = orDefault(c.HistoryBytes, 128<<20)
	c.History.Budget = refstore.NewBudget(c.HistoryBytes)
	c.Watch.MaxHeartbeat = min(c.Watch.MaxHeartbeat, max(c.Watch.Heartbeat, LongestHeartbeat(c.History.MinHistory)))
	if len(c.TokenKey) == 0 {
		c.TokenKey = make([]byte, 32)
		_, _ = rand.Read(c.TokenKey) // never fails, see its documentation
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Tracer == nil {
		c.Tracer = tracenoop.NewTracerProvider()
	}
	if c.Meter == nil {
		c.Meter = metricnoop.NewMeterProvider()
	}
	return c
}

// defaultHistory is how long a tab remembers at least.
const defaultHistory = 90 * time.Second

// reconnect is how long a client may pause before it connects again, as package client does.
const reconnect = 15 * time.Second

// silence is after how many heartbeats without a message a client gives its stream up, as package client
// does.
const silence = 3

// LongestHeartbeat is how long a heartbeat may be so that a watcher that loses its connection, notices
// that after three heartbeats and connects again goes on from where it was.
func LongestHeartbeat(history time.Duration) time.Duration { return (history - reconnect) / silence }

func (l Limits) withDefaults() Limits {
	l.Sessions = orDefault(l.Sessions, 100)
	l.Tabs = orDefault(l.Tabs, 50)
	l.Watchers = orDefault(l.Watchers, 10_000)
	l.Idle = orDefault(l.Idle, 30*time.Minute)
	l.MaxIdle = orDefault(l.MaxIdle, 24*time.Hour)
	return l
}

func (w WatchConfig) withDefaults() WatchConfig {
	w.Heartbeat = orDefault(w.Heartbeat, 15*time.Second)
	w.MinHeartbeat = orDefault(w.MinHeartbeat, time.Second)
	w.MaxHeartbeat = orDefault(w.MaxHeartbeat, 5*time.Minute)
	w.Interval = orDefault(w.Interval, 125*time.Millisecond)
	w.MaxInterval = orDefault(w.MaxInterval, time.Minute)
	w.MaxAge = orDefault(w.MaxAge, time.Hour)
	w.SlowAfter = orDefault(w.SlowAfter, 30*time.Second)
	w.AuthEvery = orDefault(w.AuthEvery, time.Minute)
	return w
}

func orDefault[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}
