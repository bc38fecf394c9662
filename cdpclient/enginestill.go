package cdpclient

import (
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

const (
	// stillLong is how long nothing must have been styled or laid out anew in a renderer for its documents to be
	// at rest. What moves without a mutation, because a script writes into a rule, does so with each frame, and
	// some are drawn in this time also where the main thread is busy.
	stillLong = 250 * time.Millisecond
	// stillFresh is how long that is believed after it was seen.
	stillFresh = 100 * time.Millisecond
)

// stillness says from when until when the counters of a renderer were seen to stand still.
type stillness struct {
	loader     string // of the document that was read
	from, till time.Time
}

// noteStillness compares the counters that were read just now with those before, which m.counted still is. Where a
// session shows a child frame, styles do not count, and nothing can be said.
func (m *mirror) noteStillness(now counters, showsChild bool) {
	before, at := m.still.Load(), time.Now()
	switch {
	case showsChild:
		m.still.Store(nil)
	case before == nil || before.loader != m.loader || now.layouts != m.counted.layouts || now.styles != m.counted.styles:
		m.still.Store(&stillness{m.loader, at, at})
	default:
		m.still.Store(&stillness{m.loader, before.from, at})
	}
}

// atRest reports whether a document was seen to be at rest a moment ago: neither the page nor anything
// else has led to a new style or layout for a while. False means that it is not known.
func (e *engine) atRest(frame tree.FrameID, loader string) bool {
	e.mu.Lock()
	m := e.mirrors[frame]
	e.mu.Unlock()
	if m == nil {
		return false
	}
	s := m.still.Load()
	return s != nil && s.loader == loader && s.till.Sub(s.from) >= stillLong && time.Since(s.till) <= stillFresh
}
