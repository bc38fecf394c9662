package service

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/act"
	"github.com/observer-svc/observer-svc/diff"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/page/pagetest"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
	"github.com/observer-svc/observer-svc/wire"
)

// rig is a server without a browser: one session with one tab that shows a script.
type rig struct {
	*Server
	t       testing.TB
	session *session
	tab     *tab
	script  *pagetest.Script
}

func newRig(t testing.TB, cfg Config, names ...string) *rig {
	t.Helper()
	s, err := NewServer(cfg)
	require.NoError(t, err)
	r := &rig{Server: s, t: t, script: pagetest.New(names...)}
	now := time.Now()
	r.session = &session{
		id: "s1", created: now, used: now, idle: s.cfg.Limits.Idle, epoch: "epoch", refs: refstore.NewRefs(),
		maxTabs: 10, names: map[string]string{}, memory: act.NewMemory(), settings: &observerv1.SessionOptions{},
		pipeline: pipeline{measures: s.measures},
	}
	require.NoError(t, s.sessions.reserve())
	require.True(t, s.sessions.add(r.session))
	require.NoError(t, r.session.reserve())
	store := refstore.New(r.session.refs, "epoch", "t1", s.cfg.History)
	cfg.Page.Staged = s.measures.stage
	r.tab = r.session.tabOf("t1", page.NewFrom(r.script, store, cfg.Page))
	require.True(t, r.session.add(r.tab, true))
	t.Cleanup(func() { _ = s.Close() })
	return r
}

// stream is a client of a stream that reads at once, unless it is told to stall.
type stream[T any] struct {
	grpc.ServerStream
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{} // closed when the handler has returned
	err    error         // what it returned

	mu    sync.Mutex
	got   []*T
	stall chan struct{}
}

func (s *stream[T]) Context() context.Context { return s.ctx }
func (s *stream[T]) Send(m *T) error          { return s.SendMsg(m) }

func (s *stream[T]) SendMsg(m any) error {
	s.mu.Lock()
	stall := s.stall
	s.mu.Unlock()
	if stall != nil {
		select {
		case <-stall:
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		}
	}
	data, err := newCodec().Marshal(m)
	if err != nil {
		return err
	}
	decoded := new(T)
	message, ok := any(decoded).(proto.Message)
	if !ok {
		return errFold
	}
	if err := proto.Unmarshal(data.Materialize(), message); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, decoded)
	return nil
}

// pause makes the client stop reading until the returned function is called.
func (s *stream[T]) pause() (resume func()) {
	stall := make(chan struct{})
	s.mu.Lock()
	s.stall = stall
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		s.stall = nil
		s.mu.Unlock()
		close(stall)
	}
}

func (s *stream[T]) received() []*T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*T(nil), s.got...)
}

// take returns what was received since the last time.
func (s *stream[T]) take() []*T {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := s.got
	s.got = nil
	return got
}

// end ends the client's side and waits for the handler.
func (s *stream[T]) end() error {
	s.cancel()
	<-s.done
	return s.err
}

func call[T any](t testing.TB, handle func(grpc.ServerStreamingServer[T]) error) *stream[T] {
	s := &stream[T]{done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(t.Context())
	go func() {
		s.err = handle(s)
		s.cancel() // as gRPC does once the handler has returned
		close(s.done)
	}()
	return s
}

func (r *rig) watch(req *observerv1.WatchDiffRequest) *stream[observerv1.WatchDiffResponse] {
	req.SessionId = "s1"
	o := &observerService{server: r.Server}
	return call(r.t, func(s grpc.ServerStreamingServer[observerv1.WatchDiffResponse]) error { return o.WatchDiff(req, s) })
}

func (r *rig) observe(req *observerv1.ObserveRequest) ([]*observerv1.ObserveResponse, error) {
	req.SessionId = "s1"
	o := &observerService{server: r.Server}
	s := call(r.t, func(s grpc.ServerStreamingServer[observerv1.ObserveResponse]) error { return o.Observe(req, s) })
	<-s.done
	return s.received(), s.err
}

// mirror folds a watch in FORMAT_NODES or FORMAT_BOTH as a client does, and checks continuity.
type mirror struct {
	tree     *tree.Tree
	revision uint64
	token    []byte
	loading  map[tree.ID]*tree.Node
	ops      []diff.Op
	resets   []observerv1.ResetReason
	deltas   int
	events   int
	trail    []uint64 // the revisions of deltas
}

var errFold = errors.New("the stream does not fold")

func (m *mirror) fold(msgs ...*observerv1.WatchDiffResponse) error {
	for _, msg := range msgs {
		if err := m.one(msg); err != nil {
			return err
		}
		if len(msg.GetResumeToken()) > 0 {
			m.token = msg.GetResumeToken()
		}
	}
	return nil
}

func (m *mirror) one(msg *observerv1.WatchDiffResponse) error {
	switch e := msg.GetEvent().(type) {
	case *observerv1.WatchDiffResponse_Reset_:
		m.resets, m.tree, m.loading = append(m.resets, e.Reset_.GetReason()), nil, nil
	case *observerv1.WatchDiffResponse_Snapshot:
		if m.loading == nil {
			m.loading = map[tree.ID]*tree.Node{0: {}}
		}
		return wire.Grow(m.loading, e.Snapshot.GetNodes())
	case *observerv1.WatchDiffResponse_Current:
		return m.current(msg.GetPosition().GetRevision(), e.Current)
	case *observerv1.WatchDiffResponse_Delta:
		return m.delta(e.Delta)
	case *observerv1.WatchDiffResponse_Progress:
		m.revision = msg.GetPosition().GetRevision()
		if m.tree != nil && m.tree.Root.Digest() != e.Progress.GetDigest() {
			return errFold
		}
	case *observerv1.WatchDiffResponse_PageEvent:
		m.events++
		m.revision = msg.GetPosition().GetRevision()
	}
	return nil
}

func (m *mirror) current(revision uint64, c *observerv1.WatchCurrent) error {
	m.revision = revision
	if m.loading == nil {
		return nil // the snapshot was left out
	}
	m.tree = &tree.Tree{Root: m.loading[0]}
	m.tree.Root.Seal()
	m.loading = nil
	if m.tree.Root.Digest() != c.GetDigest() {
		return errFold
	}
	return nil
}

func (m *mirror) delta(d *observerv1.Delta) error {
	ops, err := wire.FromOperations(d.GetOperations())
	if err != nil {
		return err
	}
	m.ops = append(m.ops, ops...)
	if d.GetMore() {
		return nil
	}
	if d.GetFromRevision() != m.revision || d.GetRevision() <= d.GetFromRevision() {
		return errFold
	}
	next, err := diff.Apply(m.tree, &diff.Delta{Ops: m.ops})
	if err != nil {
		return err
	}
	next.Root.Seal()
	m.tree, m.ops, m.revision = next, nil, d.GetRevision()
	m.deltas++
	m.trail = append(m.trail, d.GetRevision())
	if m.tree.Root.Digest() != d.GetDigest() {
		return errFold
	}
	return nil
}
