package page

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
)

// flight is one capture on its way to becoming a revision.
type flight struct {
	engine  cdpclient.Engine
	quick   bool   // caused by a bell: what is known to have changed is enough
	asked   uint64 // its place among the flights somebody waits for
	callers int    // how many wait for it; nobody joins once it has begun
	cancel  context.CancelCauseFunc

	began   time.Time
	rev     *refstore.Revision
	isNew   bool // rev came of this flight
	err     error
	engines Engines       // that read the page for it
	done    chan struct{} // closed once the results are set
}

// loop is the state of the Page's goroutine.
type loop struct {
	*Page
	dirty    bool      // a bell rang since the last flight began
	aloft    *flight   // under way
	together time.Time // until then flights wait for more callers
	notYet   time.Time // when the page has rested long enough for the next bell to cause a flight
	failed   int       // flights that bells caused and that failed, in a row

	lastBegan time.Time     // when the last flight began that a bell caused and that found a change
	vain      int           // flights that bells caused and that found none, in close succession
	vainAt    time.Time     // when the last of them began
	interval  time.Duration // the shortest between two flights that bells cause, as of the last

	timer   *time.Timer
	stopped bool
}

// run is the Page's goroutine.
func (p *Page) run() {
	l := &loop{Page: p, timer: time.NewTimer(time.Hour), dirty: true}
	defer close(p.done)
	defer p.store.Release()
	defer l.finish()
	for !l.stopped {
		l.launch()
		l.wait()
	}
}

// wait waits for the next thing that happens and takes note of it.
func (l *loop) wait() {
	select {
	case <-l.ctx.Done():
		l.stopped = true
	case <-l.src.Done():
		l.stopped = true
	case <-l.src.Bell():
		l.dirty = true
		l.history.pull(l.src)
		l.abandonIfBlocked()
	case f := <-l.landed:
		l.land(f)
	case <-l.wake:
	case <-l.timer.C:
	}
}

// launch starts the flight that is due, if any. What somebody waits for goes before bells.
func (l *loop) launch() {
	if l.aloft != nil || l.gathers() {
		return
	}
	if f := l.nextWaiting(); f != nil {
		l.start(f)
		return
	}
	interval, watched := l.pace()
	if !l.dirty || !watched {
		return
	}
	if rest := time.Until(later(l.notYet, l.lastBegan.Add(interval))); rest > 0 {
		l.timer.Reset(rest)
		return
	}
	if _, open := l.src.Dialog(); open || l.src.State() == cdpclient.Crashed {
		return
	}
	l.interval = interval
	l.start(&flight{engine: cdpclient.PageEngine, quick: true, done: make(chan struct{})})
}

// nextWaiting takes the flight that somebody has waited for the longest, whatever its engine.
func (l *loop) nextWaiting() *flight {
	l.mu.Lock()
	defer l.mu.Unlock()
	var first *flight
	for _, f := range l.waiting {
		if first == nil || f.asked < first.asked {
			first = f
		}
	}
	if first != nil {
		delete(l.waiting, first.engine)
		l.callers -= first.callers
	}
	return first
}

func (l *loop) start(f *flight) {
	ctx, cancel := context.WithCancelCause(l.ctx)
	f.cancel, f.began = cancel, time.Now()
	if f.engine != blank {
		l.dirty = false
	}
	l.aloft = f
	go l.fly(ctx, f)
}

// land takes note of the end of a flight.
func (l *loop) land(f *flight) {
	l.aloft = nil
	if f.err != nil && f.engine != blank {
		l.dirty = true
	}
	l.gather(f)
	if !f.quick {
		return
	}
	switch {
	case f.err != nil:
		l.failed++
		l.notYet = f.began.Add(max(time.Since(f.began), l.opts.Interval) << min(l.failed, 6))
	case f.isNew:
		l.failed, l.vain = 0, 0
		l.lastBegan = f.began
	default:
		l.failed = 0
		l.inVain(f)
	}
}

// inVain takes note of a flight that found nothing new. A bell now and then, which is only a look for
// what leaves no trace, must not hold up the change that comes next; many are noise like any other.
func (l *loop) inVain(f *flight) {
	if f.began.Sub(l.vainAt) > l.interval {
		l.vain = 0
	}
	l.vainAt = f.began
	l.notYet = f.began.Add(l.interval * time.Duration(l.vain) / vainSteps)
	l.vain = min(l.vain+1, vainSteps)
}

// vainSteps is after how many flights in vain bells are answered no more often than the interval allows.
const vainSteps = 4

// abandonIfBlocked ends a flight that a dialog holds up.
func (l *loop) abandonIfBlocked() {
	if l.aloft == nil || l.aloft.engine == blank {
		return
	}
	if _, open := l.src.Dialog(); open {
		l.aloft.cancel(fault.New(fault.DialogOpen, "a dialog was opened during the capture"))
	}
}

// finish records why the page ended and fails everybody who waits.
func (l *loop) finish() {
	l.timer.Stop()
	err := l.endCause()
	if l.aloft != nil {
		l.aloft.cancel(err)
		<-l.landed
	}
	l.history.pull(l.src)
	l.mu.Lock()
	l.err = err
	l.mu.Unlock()
	l.cancel(err)
	l.history.ring()
}

func (l *loop) endCause() error {
	if err := l.opts.Lost(); err != nil {
		return err
	}
	if err := context.Cause(l.ctx); err != nil {
		return err
	}
	return fault.New(fault.TabClosed, "the tab was closed")
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
