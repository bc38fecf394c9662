package page

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// fly captures, builds and commits, and hands the flight back to the loop.
func (p *Page) fly(ctx context.Context, f *flight) {
	f.rev, f.err = p.revise(ctx, f)
	f.cancel(nil)
	close(f.done)
	p.landed <- f
}

func (p *Page) revise(ctx context.Context, f *flight) (*refstore.Revision, error) {
	if f.engine == blank {
		if rev := p.store.Current(); rev != nil {
			return rev, nil
		}
		return p.commit(f, p.store.Fork(), p.blankTree()), nil
	}
	frames, generation, err := p.sight(ctx, f)
	if err != nil {
		return nil, err
	}
	f.engines = enginesOf(frames)
	fork := p.store.Fork()
	fork.Generation(generation)
	began := time.Now()
	built := p.builder.Build(frames, fork.Doc)
	p.opts.Staged(StageBuild, time.Since(began), nil)
	return p.commit(f, fork, built), nil
}

// sight captures, and tells the generation of what it saw: the same before and after.
func (p *Page) sight(ctx context.Context, f *flight) (frames []tree.Frame, generation uint64, err error) {
	for range sightTries {
		generation = p.src.Generation()
		frames, err = p.capture(ctx, f)
		if err != nil || generation == p.src.Generation() {
			return frames, generation, err
		}
	}
	return nil, 0, fault.New(fault.PageChangedDuringCapture, "the page went to another document each time it was read; try again")
}

// sightTries is how often a capture is begun again because a new document came right after it.
const sightTries = 3

func (p *Page) capture(ctx context.Context, f *flight) ([]tree.Frame, error) {
	if _, open := p.src.Dialog(); open {
		return nil, fault.New(fault.DialogOpen, "a dialog is open")
	}
	ctx, cancel := context.WithTimeout(ctx, p.opts.CaptureTimeout)
	defer cancel()
	began := time.Now()
	frames, err := p.read(ctx, f)
	p.opts.Staged(StageCapture, time.Since(began), err)
	if err == nil {
		return frames, nil
	}
	if _, open := p.src.Dialog(); open {
		return nil, fault.New(fault.DialogOpen, "a dialog was opened during the capture").Because(err)
	}
	if fault.ReasonOf(err) == "" && ctx.Err() != nil {
		return nil, interrupted(ctx, "capturing the page")
	}
	return nil, err
}

func (p *Page) commit(f *flight, fork *refstore.Fork, t *tree.Tree) *refstore.Revision {
	began := time.Now()
	var rev *refstore.Revision
	p.history.advance(p.src, func() (uint64, bool) {
		rev, f.isNew = fork.Commit(t)
		return rev.Number, f.isNew
	})
	p.opts.Staged(StageCommit, time.Since(began), nil)
	if f.isNew {
		p.opts.Staged(StageRevision, 0, nil)
	}
	return rev
}

// glancer is a Source that can also answer from what is known to have changed, see cdpclient.Tab.
type glancer interface {
	Glance(ctx context.Context, engine cdpclient.Engine) ([]tree.Frame, error)
}

func (p *Page) read(ctx context.Context, f *flight) ([]tree.Frame, error) {
	if g, ok := p.src.(glancer); ok && f.quick {
		return g.Glance(ctx, f.engine)
	}
	return p.src.Capture(ctx, f.engine)
}
