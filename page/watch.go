package page

import "time"

// watcher is somebody who wants to know of changes, and how often at most.
type watcher struct{ every time.Duration }

// Watch makes bells lead to captures until release is called, as often as the options allow.
// Release may be called once.
func (p *Page) Watch() (release func()) { return p.WatchEvery(0) }

// WatchEvery is Watch for somebody who takes no more than one change in an interval. While nobody
// wants more, a noisy page is captured no more often.
func (p *Page) WatchEvery(interval time.Duration) (release func()) {
	w := &watcher{every: interval}
	p.mu.Lock()
	p.watchers[w] = struct{}{}
	p.mu.Unlock()
	p.nudge()
	return func() {
		p.mu.Lock()
		delete(p.watchers, w)
		p.mu.Unlock()
	}
}

// pace returns the shortest time between two captures that bells cause, and false while nobody
// watches.
func (p *Page) pace() (interval time.Duration, watched bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.watchers {
		if !watched || w.every < interval {
			interval, watched = w.every, true
		}
	}
	return max(interval, p.opts.Interval), watched
}
