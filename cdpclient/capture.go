package cdpclient

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Engine says how a tab is captured. Both engines give the same frames.
type Engine uint8

// The engines.
const (
	// PageEngine is the script in an isolated world of each frame. It is incremental. For a document
	// in which the script cannot run, or the browser lacks the utilities it asks for roles and
	// names, the AX engine stands in; the frame then says so, see tree.Frame.ByAX.
	PageEngine Engine = iota
	// AXEngine reads the accessibility tree of the DevTools protocol.
	AXEngine
)

const (
	captureTries = 3
	// maxFrameDepth is how many frames inside each other are entered, the main frame not counted.
	maxFrameDepth = 5
	// frameWithin is how long a child frame may take to answer before it is left out of a capture.
	frameWithin = 10 * time.Second
	// sweepBudget is how long an agent may look at once for what it suspects: a frame of the page's own
	// must not be lost, and a change that comes meanwhile waits no longer.
	sweepBudget = 8 * time.Millisecond
	// blindLook is when to look again at a document that has no agent, and so no bell.
	blindLook = 500 * time.Millisecond
	// axRest is how many times as long as the AX engine took, where it stands in for an agent, the page is
	// left alone.
	axRest = 4
)

// Problems of frames that could not be read.
const (
	problemDeep    = "too deep"
	problemGone    = "not available"
	problemCrashed = "crashed"
)

// Capture reads all frames of the tab as they are now: it checks the documents, reads, and checks
// again, at most three times. A frame that cannot be read, or is too deep inside others, says so in
// its Problem. It fails with fault.PageChangedDuringCapture, fault.DialogOpen, fault.PageCrashed,
// fault.TabClosed, fault.Timeout or fault.Cancelled, and a failed capture leaves no trace.
func (t *Tab) Capture(ctx context.Context, kind Engine) ([]tree.Frame, error) {
	return t.capture(ctx, kind, look{exact: true, counts: true})
}

// Glance is Capture for who was woken by the bell: it answers from what the agents know to have
// changed, within a frame. Where they suspect more, they look at it part by part afterwards and the
// bell rings again if that told something, so that the state becomes that of Capture once the page is
// quiet, and a noisy page keeps most of its main thread. With the AX engine it is Capture.
func (t *Tab) Glance(ctx context.Context, kind Engine) ([]tree.Frame, error) {
	return t.capture(ctx, kind, look{counts: true})
}

func (t *Tab) capture(ctx context.Context, kind Engine, l look) ([]tree.Frame, error) {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	var last error
	for range captureTries {
		shots, err := t.shoot(ctx, kind, l)
		if err == nil && t.stands(shots) {
			frames := t.compose(ctx, shots, l)
			t.context.cleanFrames(frames)
			t.sawTitle(frames)
			return frames, nil
		}
		if ctx.Err() != nil {
			return nil, t.explain(ctx, context.Cause(ctx), "capturing the page")
		}
		if why := t.why(); why != nil {
			return nil, why
		}
		last = err
	}
	if last == nil {
		return nil, fault.New(fault.PageChangedDuringCapture, "The page went to another document each time it was read. Try again.")
	}
	var f *fault.Error
	if errors.As(last, &f) {
		return nil, f
	}
	return nil, fault.New(fault.PageChangedDuringCapture, "The page could not be read. Try again.").Because(last)
}

// shot is one frame in a capture.
type shot struct {
	frame  frame
	depth  int
	mirror *mirror
	tree   tree.Frame
	answer agent.Answer
	rest   time.Duration // how long to leave the page alone where no agent says so
	blind  bool          // no agent rings for it
	err    error
}

// shoot reads all frames at the same time. Its error is that of the main frame.
func (t *Tab) shoot(ctx context.Context, kind Engine, l look) ([]*shot, error) {
	main, err := t.world(ctx, t.MainFrame())
	if err != nil {
		return nil, err
	}
	shots := t.plan(main)
	var wg sync.WaitGroup
	for _, s := range shots[1:] {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, frameWithin)
			defer cancel()
			s.read(ctx, t, kind, l)
		})
	}
	shots[0].read(ctx, t, kind, l)
	wg.Wait()
	return shots, shots[0].err
}

// plan lists the frames to read, parents before children.
func (t *Tab) plan(main frame) []*shot {
	byID := map[tree.FrameID]*shot{}
	var shots []*shot
	for _, f := range t.frames() {
		s := &shot{frame: f}
		if f.id == main.id {
			s.frame = main
		} else if up := byID[f.parent]; up != nil {
			s.depth = up.depth + 1
		}
		byID[f.id] = s
		shots = append(shots, s)
	}
	return shots
}

// read reads one frame; what goes wrong is kept.
func (s *shot) read(ctx context.Context, t *Tab, kind Engine, l look) {
	s.tree = tree.Frame{ID: s.frame.id, LoaderID: s.frame.loader, Parent: s.frame.parent, URL: s.frame.url}
	switch {
	case s.depth > maxFrameDepth:
		s.tree.Problem = problemDeep
		return
	case s.frame.crashed:
		s.tree.Problem = problemCrashed
		return
	}
	f, err := s.frame, error(nil)
	if f.world == 0 {
		f, err = t.world(ctx, f.id)
	}
	if err != nil {
		s.err, s.tree.Problem = err, problemGone
		return
	}
	s.frame, s.tree.LoaderID = f, f.loader
	s.mirror = t.agent.(*engine).mirror(f.id)
	if kind == PageEngine {
		s.tree, s.answer, s.err = s.mirror.read(ctx, f, l)
	}
	if kind == AXEngine || s.answer.Unaided || errors.Is(s.err, errNoAgent) {
		s.readAX(ctx, kind)
	}
	if s.err != nil {
		s.tree = tree.Frame{ID: f.id, LoaderID: f.loader, Parent: f.parent, URL: f.url, Problem: problemGone}
	}
}

// readAX reads one frame from the accessibility tree, also in the place of its agent.
func (s *shot) readAX(ctx context.Context, kind Engine) {
	began := time.Now()
	var answer agent.Answer
	s.tree, answer, s.err = s.mirror.readAX(ctx, s.frame)
	s.rest = axRest * time.Since(began)
	if s.err != nil || kind == AXEngine {
		return
	}
	if s.answer, s.blind = answer, answer.Cursor == 0; s.blind {
		s.answer.Again = max(blindLook, s.rest)
	}
}

// stands reports whether the frames still show the documents that were read.
func (t *Tab) stands(shots []*shot) bool {
	for _, s := range shots {
		now, ok := t.frame(s.frame.id)
		if s.depth == 0 && (!ok || now.loader != s.frame.loader) {
			return false
		}
		if s.err == nil && s.tree.Problem == "" && ok && now.loader != s.frame.loader {
			return false
		}
	}
	return true
}

// compose puts the frames together under the elements that own them.
func (t *Tab) compose(ctx context.Context, shots []*shot, l look) []tree.Frame {
	byID := map[tree.FrameID]*shot{}
	frames := make([]tree.Frame, 0, len(shots))
	for _, s := range shots {
		byID[s.frame.id] = s
		if up := byID[s.frame.parent]; up != nil && up.mirror != nil {
			s.tree.Owner = up.mirror.owner(ctx, s.frame.id)
		}
		frames = append(frames, s.tree)
	}
	if !l.exact {
		t.agent.(*engine).rest(shots)
	}
	t.agent.(*engine).pace(shots, l.exact)
	return frames
}
