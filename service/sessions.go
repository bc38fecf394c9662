package service

import (
	"slices"
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
)

// sessions is the registry of all sessions. Its goroutine ends those that are not used.
type sessions struct {
	limits  Limits
	replica string
	wake    chan struct{} // one slot: the next session to expire may be another
	stop    chan struct{}
	wg      sync.WaitGroup

	mu     sync.Mutex
	byID   map[string]*session
	coming int // being created
	closed bool
}

func newSessions(limits Limits, replica string) *sessions {
	s := &sessions{
		limits: limits, replica: replica, byID: map[string]*session{},
		wake: make(chan struct{}, 1), stop: make(chan struct{}),
	}
	s.wg.Go(s.expire)
	return s
}

// reserve makes room for one session. Either add or release must follow.
func (s *sessions) reserve() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errDraining()
	}
	if s.aliveLocked()+s.coming >= s.limits.Sessions {
		return fault.New(fault.TooManySessions, "the server holds %d sessions, its limit; delete one", s.limits.Sessions).
			After(time.Second)
	}
	s.coming++
	return nil
}

func (s *sessions) aliveLocked() int {
	n := 0
	for _, sess := range s.byID {
		if sess.ended() == nil {
			n++
		}
	}
	return n
}

func (s *sessions) release() {
	s.mu.Lock()
	s.coming--
	s.mu.Unlock()
}

// add registers a session that was reserved. It reports false when the registry was closed meanwhile.
func (s *sessions) add(sess *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.coming--
	if s.closed {
		return false
	}
	s.byID[sess.id] = sess
	s.nudge()
	return true
}

// use returns a session of a caller and keeps it from expiring until done is called.
func (s *sessions) use(owner, id string) (sess *session, done func(), err error) {
	s.mu.Lock()
	sess = s.byID[id]
	s.mu.Unlock()
	if sess == nil || sess.owner != owner {
		return nil, nil, s.unknown(id)
	}
	if err := sess.ended(); err != nil {
		return nil, nil, err
	}
	sess.enter()
	return sess, sess.leave, nil
}

// list returns the sessions of a caller that have not ended, oldest first.
func (s *sessions) list(owner string) []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	var mine []*session
	for _, sess := range s.byID {
		if sess.owner == owner && sess.ended() == nil {
			mine = append(mine, sess)
		}
	}
	slices.SortFunc(mine, func(a, b *session) int { return a.created.Compare(b.created) })
	return mine
}

// remove forgets a session of a caller and returns it.
func (s *sessions) remove(owner, id string) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sess := s.byID[id]
	if sess == nil || sess.owner != owner {
		return nil, s.unknown(id)
	}
	delete(s.byID, id)
	return sess, nil
}

// lose ends the sessions of a browser that is gone. They stay registered, so that their callers
// learn why, until they are deleted or expire.
func (s *sessions) lose(b *cdpclient.Browser, err error) {
	s.mu.Lock()
	var theirs []*session
	for _, sess := range s.byID {
		if sess.browser == b {
			theirs = append(theirs, sess)
		}
	}
	s.mu.Unlock()
	for _, sess := range theirs {
		sess.end(err)
	}
}

// close ends all sessions and waits for them.
func (s *sessions) close() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	all := s.byID
	s.byID = map[string]*session{}
	s.mu.Unlock()
	close(s.stop)
	s.wg.Wait()
	var wg sync.WaitGroup
	for _, sess := range all {
		wg.Go(func() { sess.end(errDraining()) })
	}
	wg.Wait()
}

func (s *sessions) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// expire is the registry's goroutine.
func (s *sessions) expire() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		next := time.Hour
		for _, sess := range s.all() {
			left, idle := sess.idleFor(time.Now())
			switch {
			case !idle: // whoever uses it leaves later, so it lasts at least that long
				next = min(next, sess.idle)
			case left <= 0:
				s.drop(sess)
			default:
				next = min(next, left)
			}
		}
		timer.Reset(next)
		select {
		case <-timer.C:
		case <-s.wake:
		case <-s.stop:
			return
		}
	}
}

func (s *sessions) all() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*session, 0, len(s.byID))
	for _, sess := range s.byID {
		list = append(list, sess)
	}
	return list
}

// drop ends a session that was not used for as long as it may be.
func (s *sessions) drop(sess *session) {
	s.mu.Lock()
	if s.byID[sess.id] == sess {
		delete(s.byID, sess.id)
	}
	s.mu.Unlock()
	sess.end(fault.New(fault.SessionNotFound, "the session %q was not used and has expired; create one", sess.id).
		With("session_id", sess.id))
}
