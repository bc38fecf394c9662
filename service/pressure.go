package service

import (
	"runtime/metrics"
	"time"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// retryMemory is how long callers are told to wait for memory to become free.
const retryMemory = 5 * time.Second

// heapMetric is what lives in the heap, garbage that is not collected yet included.
const heapMetric = "/memory/classes/heap/objects:bytes"

// room refuses calls that would hold more memory while the heap is larger than it may be. Calls on
// what is open already go on.
func (s *Server) room(method string) error {
	limit := s.cfg.Limits.HeapBytes
	if limit == 0 {
		return nil
	}
	switch method {
	case observerv1.SessionService_CreateSession_FullMethodName, observerv1.TabService_OpenTab_FullMethodName,
		observerv1.ObserverService_WatchDiff_FullMethodName:
	default:
		return nil
	}
	sample := []metrics.Sample{{Name: heapMetric}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 || sample[0].Value.Uint64() <= limit {
		return nil
	}
	return fault.New(fault.MemoryPressure, "the server is short of memory; try again, or close what is not needed").
		After(retryMemory)
}
