package client

import (
	"errors"
	"fmt"

	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// The errors of a Fold. After one of them the watch must begin anew, without a resume token.
var (
	// ErrGap says that a message is missing, doubled or out of order.
	ErrGap = errors.New("the stream is not continuous")
	// ErrDiverged says that the local tree is not the one of the server.
	ErrDiverged = errors.New("the local tree differs from the server's")
)

// Fold turns the messages of a watch, over any number of streams, into a local tree.
//
// Everything in it moves from one consistent state to the next: a snapshot counts when it is
// complete, a delta when its last part is there. Until then, and when a stream breaks off in
// between, the Fold is as it was.
type Fold struct {
	nodes bool
	state state
	base  *diff.Patcher // what deltas are applied to; nil without nodes
	draft *draft        // the snapshot under way
	delta *observerv1.Delta
}

// state is what a Fold shows.
type state struct {
	position *observerv1.Position
	snapshot string
	tree     *tree.Tree
}

// NewFold returns an empty Fold for a watch with a request. It follows the tree when the request
// asks for nodes and for a snapshot, and only the positions otherwise.
func NewFold(req *observerv1.WatchDiffRequest) *Fold {
	nodes := req.GetFormat() == observerv1.Format_FORMAT_NODES || req.GetFormat() == observerv1.Format_FORMAT_BOTH
	return &Fold{nodes: nodes && !req.GetSkipSnapshot()}
}

// Tree returns the tree as of Position; nil before the first snapshot and for watches without nodes.
// It is immutable, sealed, and shares what did not change with the trees before.
func (f *Fold) Tree() *tree.Tree { return f.state.tree }

// Position returns the last consistent position; nil before the first snapshot.
func (f *Fold) Position() *observerv1.Position { return f.state.position }

// SnapshotID returns the name of the state at Position, for Act and Observe.
func (f *Fold) SnapshotID() string { return f.state.snapshot }

// Add takes the next message of the stream and returns the event that it completes, nil when it
// completes none.
func (f *Fold) Add(m *observerv1.WatchDiffResponse) (Event, error) {
	switch e := m.GetEvent().(type) {
	case *observerv1.WatchDiffResponse_Opened:
		return f.opened(m, e.Opened)
	case *observerv1.WatchDiffResponse_Reset_:
		f.draft, f.delta = newDraft(), nil
		return Reset{Reason: e.Reset_.GetReason()}, nil
	case *observerv1.WatchDiffResponse_Snapshot:
		return nil, f.chunk(e.Snapshot)
	case *observerv1.WatchDiffResponse_Current:
		return f.current(m, e.Current)
	case *observerv1.WatchDiffResponse_Delta:
		return f.part(m, e.Delta)
	case *observerv1.WatchDiffResponse_Progress:
		return f.progress(m, e.Progress)
	case *observerv1.WatchDiffResponse_PageEvent:
		return f.page(m, e.PageEvent)
	case *observerv1.WatchDiffResponse_GoingAway:
		return nil, nil
	default:
		return nil, nil // a message that a newer server added
	}
}

func (f *Fold) opened(m *observerv1.WatchDiffResponse, e *observerv1.WatchOpened) (Event, error) {
	f.draft, f.delta = nil, nil
	switch {
	case !e.GetResumed():
		f.draft = newDraft()
	case f.state.position == nil && f.nodes:
		return nil, fmt.Errorf("resumed, but there is no tree to go on from: %w", ErrGap)
	case f.state.position == nil:
		f.state.position = m.GetPosition()
	case m.GetPosition().GetRevision() != f.state.position.GetRevision():
		return nil, fmt.Errorf("resumed at revision %d instead of %d: %w",
			m.GetPosition().GetRevision(), f.state.position.GetRevision(), ErrGap)
	}
	return Opened{Opened: e}, nil
}

func (f *Fold) chunk(c *observerv1.SnapshotChunk) error {
	if f.draft == nil {
		return fmt.Errorf("a snapshot that nothing announced: %w", ErrGap)
	}
	return f.draft.add(c)
}

func (f *Fold) current(m *observerv1.WatchDiffResponse, c *observerv1.WatchCurrent) (Event, error) {
	d := f.draft
	if d == nil {
		return nil, fmt.Errorf("the end of a snapshot that nothing announced: %w", ErrGap)
	}
	next := state{position: m.GetPosition(), snapshot: c.GetSnapshotId()}
	if f.nodes {
		t, err := d.tree(c.GetNodeCount(), c.GetDigest())
		if err != nil {
			return nil, err
		}
		if f.base, err = diff.NewPatcher(t); err != nil {
			return nil, err
		}
		t.URL, t.Title = c.GetUrl(), c.GetTitle()
		next.tree = t
	}
	f.state, f.draft = next, nil
	return Snapshot{Position: next.position, Current: c, Tree: next.tree, Text: d.text.String()}, nil
}

// part takes a part of a delta and applies the delta when it is complete.
func (f *Fold) part(m *observerv1.WatchDiffResponse, d *observerv1.Delta) (Event, error) {
	if f.state.position == nil || f.draft != nil {
		return nil, fmt.Errorf("a delta before the snapshot: %w", ErrGap)
	}
	if at := f.state.position.GetRevision(); d.GetFromRevision() != at || d.GetRevision() <= at {
		return nil, fmt.Errorf("a delta from revision %d to %d after revision %d: %w",
			d.GetFromRevision(), d.GetRevision(), at, ErrGap)
	}
	if f.delta == nil {
		f.delta = d
	} else if err := f.join(d); err != nil {
		return nil, err
	}
	if d.GetMore() {
		return nil, nil
	}
	whole := f.delta
	f.delta, whole.More = nil, false
	next := state{position: m.GetPosition(), snapshot: whole.GetSnapshotId()}
	if f.nodes {
		t, err := f.patched(whole)
		if err != nil {
			return nil, err
		}
		next.tree = t
	}
	f.state = next
	return Changed{Position: next.position, Delta: whole, Tree: next.tree}, nil
}

// join adds a further part to the delta under way.
func (f *Fold) join(d *observerv1.Delta) error {
	if d.GetRevision() != f.delta.GetRevision() {
		return fmt.Errorf("a part of the delta to revision %d within the one to %d: %w",
			d.GetRevision(), f.delta.GetRevision(), ErrGap)
	}
	f.delta.Operations = append(f.delta.Operations, d.GetOperations()...)
	f.delta.Rebound = append(f.delta.Rebound, d.GetRebound()...)
	f.delta.Text += d.GetText()
	return nil
}

// patched applies a whole delta to the base.
func (f *Fold) patched(d *observerv1.Delta) (*tree.Tree, error) {
	ops, err := wire.FromOperations(d.GetOperations())
	if err != nil {
		return nil, err
	}
	if err := f.base.Apply(ops); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDiverged, err)
	}
	next := *f.state.tree
	next.Root = f.base.Root()
	if next.Root.Digest() != d.GetDigest() {
		return nil, fmt.Errorf("digest %x instead of %x at revision %d: %w",
			next.Root.Digest(), d.GetDigest(), d.GetRevision(), ErrDiverged)
	}
	return &next, nil
}

func (f *Fold) progress(m *observerv1.WatchDiffResponse, p *observerv1.WatchProgress) (Event, error) {
	if err := f.advance(m.GetPosition()); err != nil {
		return nil, err
	}
	if f.nodes && f.state.tree.Root.Digest() != p.GetDigest() {
		return nil, fmt.Errorf("digest %x instead of %x at revision %d: %w",
			f.state.tree.Root.Digest(), p.GetDigest(), m.GetPosition().GetRevision(), ErrDiverged)
	}
	return Progress{Position: m.GetPosition()}, nil
}

func (f *Fold) page(m *observerv1.WatchDiffResponse, e *observerv1.PageEvent) (Event, error) {
	if f.draft == nil {
		if err := f.advance(m.GetPosition()); err != nil {
			return nil, err
		}
	}
	if to := e.GetNavigated(); to.GetSameDocument() && f.state.tree != nil {
		next := *f.state.tree
		next.URL = to.GetUrl()
		f.state.tree = &next
	}
	return Page{Position: m.GetPosition(), Event: e}, nil
}

// advance moves to a position up to which nothing in the view changed.
func (f *Fold) advance(p *observerv1.Position) error {
	switch {
	case f.state.position == nil || f.draft != nil:
		return fmt.Errorf("progress before the snapshot: %w", ErrGap)
	case f.delta != nil:
		return fmt.Errorf("progress within a delta: %w", ErrGap)
	case p.GetEpoch() != f.state.position.GetEpoch() || p.GetRevision() < f.state.position.GetRevision():
		return fmt.Errorf("back from revision %d to %d: %w", f.state.position.GetRevision(), p.GetRevision(), ErrGap)
	}
	f.state.position = p
	return nil
}
