package service

import (
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/fault"
)

// watches counts the watches of a server and owns the senders of all its streams.
type watches struct {
	limit   int
	senders sync.WaitGroup

	mu    sync.Mutex
	count int
}

// enter admits one more watch. leave must follow when it succeeds.
func (w *watches) enter() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.count >= w.limit {
		return fault.New(fault.TooManyWatchers, "the server runs %d watches, its limit", w.limit).After(time.Second)
	}
	w.count++
	return nil
}

func (w *watches) leave() {
	w.mu.Lock()
	w.count--
	w.mu.Unlock()
}

// wait waits for all senders. The streams must have ended.
func (w *watches) wait() { w.senders.Wait() }
