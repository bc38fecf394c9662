package service

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func buttons(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("button number ", i)
	}
	return names
}

// BenchmarkObserveUnchanged is an Observe of a page that did not change, without the browser's part.
func BenchmarkObserveUnchanged(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		b.Run(fmt.Sprint(size, " nodes"), func(b *testing.B) {
			r := newRig(b, Config{}, buttons(size)...)
			client := observerv1.NewObserverServiceClient(serve(b, r.Server))
			req := &observerv1.ObserveRequest{SessionId: "s1"}
			first, err := gather(all(client.Observe(b.Context(), req)))
			require.NoError(b, err)
			req.SinceSnapshotId = first.header.GetSnapshotId()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := all(client.Observe(b.Context(), req)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkHealth is the floor of a call over the same connection.
func BenchmarkHealth(b *testing.B) {
	client := healthpb.NewHealthClient(serve(b, newRig(b, Config{}, "a").Server))
	for b.Loop() {
		if _, err := client.Check(b.Context(), &healthpb.HealthCheckRequest{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFanOut tells what a watcher costs and how late 1,000 of them get a change. The clients
// run in the same process, so half of the memory and of the time is theirs.
func BenchmarkFanOut(b *testing.B) {
	const watchers = 1000
	r := newRig(b, Config{}, buttons(300)...)
	target := serve(b, r.Server).Target()
	before := memory()
	f := &fanOut{lags: map[uint64][]time.Duration{}, sent: map[uint64]time.Time{}}
	ctx, cancel := context.WithCancel(b.Context())
	var ready, ended sync.WaitGroup
	for range 10 {
		conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
		require.NoError(b, err)
		defer func() { _ = conn.Close() }()
		for range watchers / 10 {
			s, err := observerv1.NewObserverServiceClient(conn).WatchDiff(ctx, &observerv1.WatchDiffRequest{SessionId: "s1"})
			require.NoError(b, err)
			ready.Add(1)
			ended.Go(func() { f.follow(s, ready.Done) })
		}
	}
	ready.Wait()
	each := float64(memory()-before) / watchers / 1024
	revision := r.tab.page.Store().Current().Number
	for i := 0; b.Loop(); i++ {
		f.mark(revision + 1 + uint64(i))
		r.script.Change(func() {
			r.script.Names = slices.Clone(r.script.Names)
			r.script.Names[i%300] = fmt.Sprint("changed ", i)
		})
		f.await(revision+1+uint64(i), watchers)
	}
	b.ReportMetric(each, "KiB/watcher+client")
	b.ReportMetric(f.percentile(.5), "p50-ms")
	b.ReportMetric(f.percentile(.99), "p99-ms")
	cancel()
	ended.Wait()
}

func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// fanOut collects when each watcher got each revision.
type fanOut struct {
	mu   sync.Mutex
	lags map[uint64][]time.Duration
	sent map[uint64]time.Time
	grew sync.Cond
}

func (f *fanOut) follow(s grpc.ServerStreamingClient[observerv1.WatchDiffResponse], ready func()) {
	for {
		m, err := s.Recv()
		if err != nil {
			return
		}
		if m.GetCurrent() != nil {
			ready()
		}
		if d := m.GetDelta(); d != nil {
			f.got(d.GetRevision())
		}
	}
}

func (f *fanOut) mark(revision uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.grew.L = &f.mu
	f.sent[revision] = time.Now()
}

func (f *fanOut) got(revision uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lags[revision] = append(f.lags[revision], time.Since(f.sent[revision]))
	f.grew.Broadcast()
}

func (f *fanOut) await(revision uint64, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.lags[revision]) < n {
		f.grew.Wait()
	}
}

func (f *fanOut) percentile(p float64) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []time.Duration
	for _, lags := range f.lags {
		all = append(all, lags...)
	}
	slices.Sort(all)
	return float64(all[int(float64(len(all)-1)*p)].Microseconds()) / 1000
}
