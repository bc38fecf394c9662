package cdpclient

import (
	"context"
	"sync"
	"time"
)

// alarm does something at a time, the earliest of those it was set to. What it does must not wait.
type alarm struct {
	action func()

	mu      sync.Mutex // guards the following
	timer   *time.Timer
	due     time.Time
	stopped bool

	running sync.WaitGroup // the action, from the time it was set
}

// in sets the alarm, unless it is set to an earlier time.
func (a *alarm) in(after time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return
	}
	now := time.Now()
	due := now.Add(after)
	if a.timer != nil && a.due.After(now) && a.due.Before(due) {
		return
	}
	a.unset()
	a.due = due
	a.running.Add(1)
	a.timer = time.AfterFunc(after, func() {
		defer a.running.Done()
		a.action()
	})
}

// unset takes back what was set and has not begun. a.mu is held.
func (a *alarm) unset() {
	if a.timer != nil && a.timer.Stop() {
		a.running.Done()
	}
}

// stop ends the alarm for good and waits for an action that has begun.
func (a *alarm) stop() {
	a.mu.Lock()
	a.stopped = true
	a.unset()
	a.mu.Unlock()
	a.running.Wait()
}

// gone ends what the engine does by itself. What it has begun ends with the life of the tab, and
// the browser waits for it.
func (e *engine) gone() {
	e.bell.stop()
	e.sweep.stop()
}

// rang rings the bell of the tab, now or as soon as the page has rested.
func (e *engine) rang() {
	e.mu.Lock()
	rest := time.Until(e.notYet)
	e.mu.Unlock()
	if rest > 0 {
		e.bell.in(rest)
		return
	}
	e.tab.ring()
}

// rest notes how long bells are to wait after a capture that a bell caused, so that the page keeps most
// of its main thread. What the agents look at in between is bounded by when they are asked to go on.
func (e *engine) rest(shots []*shot) {
	var rest time.Duration
	for _, s := range shots {
		rest = max(rest, s.answer.Rest, s.rest)
	}
	e.mu.Lock()
	e.notYet = time.Now().Add(rest)
	e.mu.Unlock()
}

// pace notes what the agents want next. Where one is in doubt we go on by ourselves, and ring only
// if that brings something; otherwise the bell rings after a while, for what leaves no trace. After
// an exact capture, which a page that nobody watches gets too, only what is in doubt is gone on with,
// and what has no agent to ring the bell.
func (e *engine) pace(shots []*shot, exact bool) {
	var sweep, idle time.Duration
	blind := false
	for _, s := range shots {
		if s.mirror == nil || s.err != nil {
			continue
		}
		blind = blind || s.blind
		if s.answer.InDoubt {
			sweep = sooner(sweep, s.answer.Again)
		} else {
			idle = sooner(idle, s.answer.Again)
		}
	}
	switch {
	case sweep > 0:
		e.sweep.in(sweep)
	case idle > 0 && (!exact || blind):
		e.bell.in(idle)
	}
}

// sooner returns the smaller of two times that are not 0.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// goOn lets the agents that are in doubt look further, and rings the bell when that told something.
func (e *engine) goOn() {
	ctx, cancel := e.tab.guard(e.tab.life)
	defer cancel()
	shots := e.doubtful()
	changed := false
	for _, s := range shots {
		changed = s.goOn(ctx) || changed
	}
	if ctx.Err() != nil {
		return
	}
	e.pace(shots, false)
	if changed {
		e.tab.ring()
	}
}

// doubtful returns the frames whose agents are in doubt, as far as they still show the documents
// that are mirrored.
func (e *engine) doubtful() []*shot {
	var shots []*shot
	for _, f := range e.tab.frames() {
		e.mu.Lock()
		m := e.mirrors[f.id]
		e.mu.Unlock()
		if m != nil && f.world != 0 {
			shots = append(shots, &shot{frame: f, mirror: m})
		}
	}
	return shots
}

// goOn is one step of a frame; it returns whether it told something.
func (s *shot) goOn(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, frameWithin)
	defer cancel()
	var told bool
	told, s.answer, s.err = s.mirror.goOn(ctx, s.frame)
	return told
}
