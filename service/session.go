package service

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/act"
	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// closeTimeout bounds how long the end of a session or tab waits for the browser.
const closeTimeout = 10 * time.Second

// session is one browser context and its tabs. Lock order: sessions, session.
type session struct {
	id, owner, label string
	created          time.Time
	idle             time.Duration
	settings         *observerv1.SessionOptions // not changed any more
	browser          *cdpclient.Browser
	context          *cdpclient.Context
	refs             *refstore.Refs
	epoch            string
	maxTabs          int
	pipeline         pipeline
	memory           *act.Memory

	wg sync.WaitGroup // one goroutine for each tab

	mu      sync.Mutex
	tabs    []*tab // in the order they were opened
	names   map[string]string
	active  *tab
	coming  int // tabs being opened
	using   int
	used    time.Time
	endedBy error
}

// enter and leave surround every call that uses the session.
func (s *session) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.using++
}

func (s *session) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.using--
	s.used = time.Now()
}

// idleFor returns how long the session may still go unused; false when it is in use.
func (s *session) idleFor(now time.Time) (left time.Duration, idle bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used.Add(s.idle).Sub(now), s.using == 0
}

// ended returns why the session ended, nil while it has not.
func (s *session) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.endedBy
}

// end closes all tabs and the context. Only the first call has an effect.
func (s *session) end(why error) {
	s.mu.Lock()
	if s.endedBy != nil {
		s.mu.Unlock()
		return
	}
	s.endedBy = why
	tabs := s.tabs
	s.tabs, s.active = nil, nil
	s.mu.Unlock()
	if s.context != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		_ = s.context.Close(ctx) // fails only when the browser is gone, and the context with it
	}
	for _, t := range tabs {
		t.page.Close()
	}
	s.wg.Wait()
}

// name returns the id of a tab of the browser, giving it one at first sight. Ids are never reused.
func (s *session) name(target string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, ok := s.names[target]
	if !ok {
		id = "t" + strconv.Itoa(len(s.names)+1)
		s.names[target] = id
	}
	return id
}

// reserve makes room for one tab. Either adopt or release must follow.
func (s *session) reserve() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.endedBy != nil {
		return s.endedBy
	}
	if len(s.tabs)+s.coming >= s.maxTabs {
		return fault.New(fault.TooManyTabs, "the session has %d tabs, its limit; close one", s.maxTabs)
	}
	s.coming++
	return nil
}

func (s *session) release() {
	s.mu.Lock()
	s.coming--
	s.mu.Unlock()
}

// add registers a tab that was reserved, until its pipeline ends. It reports false when the session
// ended meanwhile.
func (s *session) add(t *tab, activate bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.coming--
	if s.endedBy != nil {
		return false
	}
	s.tabs = append(s.tabs, t)
	s.wg.Go(func() {
		<-t.page.Done()
		s.remove(t)
	})
	if activate || s.active == nil {
		s.active = t
	}
	return true
}

// remove forgets a tab. When it was active, the tab that opened it becomes active, or else the one
// opened last.
func (s *session) remove(t *tab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var opener *tab
	kept := make([]*tab, 0, len(s.tabs))
	for _, other := range s.tabs {
		if other != t {
			kept = append(kept, other)
		}
		if other.id == t.opener {
			opener = other
		}
	}
	s.tabs = kept
	if s.active != t {
		return
	}
	s.active = opener
	if s.active == nil && len(kept) > 0 {
		s.active = kept[len(kept)-1]
	}
}

// tab returns a tab by its id, the active one when the id is empty.
func (s *session) tab(id string) (*tab, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.endedBy != nil {
		return nil, s.endedBy
	}
	if id == "" {
		if s.active == nil {
			return nil, fault.New(fault.TabNotFound, "the session has no tab; open one").With("session_id", s.id)
		}
		return s.active, nil
	}
	for _, t := range s.tabs {
		if t.id == id {
			return t, nil
		}
	}
	return nil, fault.New(fault.TabNotFound, "the session has no tab %q; list its tabs", id).
		With("session_id", s.id).With("tab_id", id)
}

func (s *session) activate(t *tab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active = t
}

// snapshot returns the tabs in the order they were opened, and the active one.
func (s *session) snapshot() (tabs []*tab, active *tab) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*tab(nil), s.tabs...), s.active
}
