package cdpclient

import (
	"encoding/json"
	"sync"
)

// taps are those who listen to events of a tab that nobody else takes.
type taps struct {
	mu  sync.Mutex
	all map[*tapped]struct{}
}

type tapped struct {
	hear func(s *session, method string, params json.RawMessage)
}

// tap hears every event of the tab's sessions until end is called. It runs on the goroutine that
// reads the connection, so hear must not wait or call the browser.
func (t *Tab) tap(hear func(s *session, method string, params json.RawMessage)) (end func()) {
	one := &tapped{hear}
	t.taps.mu.Lock()
	defer t.taps.mu.Unlock()
	if t.taps.all == nil {
		t.taps.all = map[*tapped]struct{}{}
	}
	t.taps.all[one] = struct{}{}
	return func() {
		t.taps.mu.Lock()
		defer t.taps.mu.Unlock()
		delete(t.taps.all, one)
	}
}

func (t *taps) event(s *session, method string, params json.RawMessage) {
	t.mu.Lock()
	all := make([]*tapped, 0, len(t.all))
	for one := range t.all {
		all = append(all, one)
	}
	t.mu.Unlock()
	for _, one := range all {
		one.hear(s, method, params)
	}
}
