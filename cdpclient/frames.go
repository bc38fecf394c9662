package cdpclient

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// worldTries is how often a world is asked for anew because its frame changed meanwhile.
const worldTries = 5

// moveWithin is how long the news of a frame may be behind the frame.
const moveWithin = 200 * time.Millisecond

// frames returns the frames of the tab, parents before children, siblings in the order they came.
func (t *Tab) frames() []frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.registry.all()
}

// frame returns one frame.
func (t *Tab) frame(id tree.FrameID) (frame, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.registry.get(id)
}

// hadFrame reports whether a frame is in the tab, or was until a while ago.
func (t *Tab) hadFrame(id tree.FrameID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.registry.frames[id] != nil || slices.Contains(t.registry.parted, id)
}

// world returns the frame with its isolated world, which is made when it does not exist yet. It
// fails with fault.StaleRef when there is no such frame, and with fault.PageCrashed when its
// renderer is gone.
func (t *Tab) world(ctx context.Context, id tree.FrameID) (frame, error) {
	for range worldTries {
		f, err := t.settledFrame(ctx, id)
		if err != nil || f.world != 0 {
			return f, err
		}
		err = t.browser.mux.Batch(ctx, f.session.id, []transport.Call{{
			Method: "Page.createIsolatedWorld",
			Params: page.NewCreateIsolatedWorldArgs(page.FrameID(id)).SetWorldName(worldName),
			// A new world has been told by an event before. One that came back with its document
			// from a cache is told here only.
			Then: func(result json.RawMessage) { t.tookWorld(id, f.session, result) },
		}})
		if err != nil && ctx.Err() != nil {
			return frame{}, t.explain(ctx, err, "entering a frame")
		}
		if err != nil {
			t.awaitMove(ctx, f)
		}
	}
	return frame{}, frameGone()
}

// awaitMove waits a moment for the news that a frame is not what it was, because it could not be
// entered.
func (t *Tab) awaitMove(ctx context.Context, was frame) {
	ctx, cancel := context.WithTimeout(ctx, moveWithin)
	defer cancel()
	_ = t.wait(ctx, func() (bool, error) { // the next try shows what came of it
		now, ok := t.registry.get(was.id)
		return !ok || now.session != was.session || now.loader != was.loader || now.world != 0, t.cause
	})
}

func (t *Tab) tookWorld(id tree.FrameID, s *session, result json.RawMessage) {
	decode(result, func(r *page.CreateIsolatedWorldReply) {
		t.update(func() { t.registry.inhabit(id, s, r.ExecutionContextID) })
	})
}

// settledFrame returns a frame once it is in some session: it is in none for the moment of a move
// between processes.
func (t *Tab) settledFrame(ctx context.Context, id tree.FrameID) (frame, error) {
	var f frame
	err := t.wait(ctx, func() (bool, error) {
		var ok bool
		f, ok = t.registry.get(id)
		switch {
		case t.cause != nil:
			return false, t.cause
		case !ok:
			return false, frameGone()
		case f.crashed:
			return false, pageCrashed()
		}
		return f.session != nil, nil
	})
	if err != nil {
		return frame{}, t.explain(ctx, err, "entering a frame")
	}
	return f, nil
}

func frameGone() *fault.Error {
	return fault.New(fault.StaleRef, "The frame is gone. Observe the page again.")
}

func pageCrashed() *fault.Error {
	return fault.New(fault.PageCrashed, "The page crashed. Navigate the tab to revive it.")
}
