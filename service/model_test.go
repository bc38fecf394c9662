package service

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// The guarantees of a watch, as the model test asserts them after every message:
//
//   - Ordered: positions never go back within an epoch, and neither do page events.
//   - Unique: no revision is delivered twice, no page event either, reconnects included.
//   - Reliable: a delta begins where the client is; nothing between two deltas is missing, so that
//     the folded tree has the digest the server names, and that of the revision itself.
//   - Atomic: whenever a message carries a token, the folded tree is exactly one committed revision.
//   - Resumable: the stream goes on from any such message on another connection.
//   - Bookmarkable: progress brings new tokens while nothing changes.
func TestWatchesAreOrderedUniqueReliableAtomicResumableAndBookmarkable(t *testing.T) {
	programs := 12
	if testing.Short() {
		programs = 5
	}
	crashes := 0
	for seed := range programs {
		t.Run(fmt.Sprint("program ", seed), func(t *testing.T) {
			cfg := Config{
				History: refstore.Options{MinHistory: 4 * time.Second, MaxHistory: 8 * time.Second},
				Watch:   WatchConfig{MaxAge: 40 * time.Second, SlowAfter: 20 * time.Second},
			}
			inRig(t, cfg, func(t *testing.T, r *rig) {
				m := newModel(t, r, uint64(seed))
				m.run()
				crashes += m.crashes
			}, "a", "b", "c")
		})
	}
	require.Positive(t, crashes, "the programs have everything in them")
}

// model drives a page and its clients with one random program.
type model struct {
	t       *testing.T
	rig     *rig
	rand    *rand.Rand
	clients []*modelClient
	logged  int // events of the script that watchers are told
	loaders int
	crashes int
}

// modelClient is one client with its folded tree over all its connections.
type modelClient struct {
	*model
	mirror
	rig        *rig // the server it is connected to
	request    *observerv1.WatchDiffRequest
	stream     *stream[observerv1.WatchDiffResponse]
	unstall    func()
	bookmarks  int
	resumed    int
	position   uint64
	generation uint64
}

func newModel(t *testing.T, r *rig, seed uint64) *model {
	m := &model{t: t, rig: r, rand: rand.New(rand.NewPCG(seed, 7))}
	for _, req := range []*observerv1.WatchDiffRequest{
		{},
		{View: &observerv1.View{InteractiveOnly: true}},
		{View: &observerv1.View{MaxDepth: 1}, MinInterval: durationpb.New(3 * time.Second)},
		{Heartbeat: durationpb.New(time.Second)},
	} {
		req.Format = observerv1.Format_FORMAT_BOTH
		c := &modelClient{model: m, rig: r, request: req}
		c.connect()
		m.clients = append(m.clients, c)
	}
	settle()
	return m
}

func (m *model) run() {
	for range 300 {
		m.step()
		time.Sleep(time.Duration(m.rand.IntN(400)) * time.Millisecond)
		synctest.Wait()
		for _, c := range m.clients {
			c.read()
		}
	}
	m.converge()
}

func (m *model) step() {
	s := m.rig.script
	switch n := m.rand.IntN(20); {
	case s.State() == cdpclient.Crashed && n > 3, n == 12:
		s.Change(m.navigate)
	case n < 12:
		s.Change(m.mutate)
	case n == 13:
		s.Change(func() {
			s.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, SameDocument: true})
			m.logged++
		})
	case n == 14 && m.rand.IntN(3) == 0:
		s.Change(func() {
			s.Log(cdpclient.Event{Kind: cdpclient.EventCrashed})
			s.Status, s.Fail = cdpclient.Crashed, fault.New(fault.PageCrashed, "the renderer crashed")
			m.logged++
			m.crashes++
		})
	case n == 14:
		s.Change(func() { s.Log(cdpclient.Event{Kind: cdpclient.EventConsoleError, Text: "not for watchers"}) })
	default:
		m.clients[m.rand.IntN(len(m.clients))].disturb()
	}
}

// navigate shows another document, which revives a page that crashed: it is called inside Change.
func (m *model) navigate() {
	s := m.rig.script
	m.loaders++
	s.Loader, s.Names, s.Status, s.Fail = fmt.Sprint("other ", m.loaders), []string{"new", "document"}, cdpclient.Ready, nil
	s.Log(cdpclient.Event{Kind: cdpclient.EventNavigated, URL: s.Loader})
	m.logged++
}

// mutate changes the buttons: it is called inside Change.
func (m *model) mutate() {
	s := m.rig.script
	at := m.rand.IntN(len(s.Names) + 1)
	switch n := m.rand.IntN(4); {
	case n == 0 || at == len(s.Names):
		s.Names = append(s.Names, fmt.Sprint("button ", m.rand.IntN(1000)))
	case n == 1 && len(s.Names) > 1:
		s.Names = append(s.Names[:at:at], s.Names[at+1:]...)
	case n == 2:
		s.Names = append([]string(nil), s.Names...)
		m.rand.Shuffle(len(s.Names), func(i, j int) { s.Names[i], s.Names[j] = s.Names[j], s.Names[i] })
	default:
		s.Names[at] = fmt.Sprint("renamed ", m.rand.IntN(1000))
	}
}

// disturb stalls or wakes a client, or cuts its connection.
func (c *modelClient) disturb() {
	switch {
	case c.unstall != nil:
		c.unstall()
		c.unstall = nil
	case c.rand.IntN(2) == 0:
		c.unstall = c.stream.pause()
	default:
		_ = c.stream.end()
		c.read()
		c.connect()
	}
}

func (c *modelClient) connect() {
	req := &observerv1.WatchDiffRequest{
		View: c.request.View, Format: c.request.Format, Heartbeat: c.request.Heartbeat,
		MinInterval: c.request.MinInterval, ResumeToken: c.token,
	}
	c.loading, c.ops = nil, nil // what had not arrived in full is forgotten
	c.stream = c.rig.watch(req)
}

// read folds what has arrived and checks the guarantees.
func (c *modelClient) read() {
	for _, msg := range c.stream.take() {
		require.NoError(c.t, c.fold(msg), "Reliable")
		c.check(msg)
	}
	select {
	case <-c.stream.done: // its age, or it was too slow
		c.unstall = nil
		for _, msg := range c.stream.take() {
			require.NoError(c.t, c.fold(msg), "Reliable")
			c.check(msg)
		}
		c.connect()
	default:
	}
}

func (c *modelClient) check(msg *observerv1.WatchDiffResponse) {
	at := msg.GetPosition().GetRevision()
	require.GreaterOrEqual(c.t, at, c.position, "Ordered")
	c.position = at
	generation := msg.GetPosition().GetGeneration()
	require.False(c.t, msg.GetDelta() != nil && generation != c.generation, "a delta never leads to another document")
	c.generation = generation
	switch {
	case msg.GetOpened().GetResumed():
		c.resumed++
		require.NotEmpty(c.t, msg.GetResumeToken(), "Resumable")
	case msg.GetProgress() != nil:
		c.bookmarks++
		require.NotEmpty(c.t, msg.GetResumeToken(), "Bookmarkable")
	}
	for i := 1; i < len(c.trail); i++ {
		require.Greater(c.t, c.trail[i], c.trail[i-1], "Unique")
	}
	if len(msg.GetResumeToken()) == 0 || c.tree == nil {
		return
	}
	rev, err := c.rig.tab.page.Store().At(at)
	if err != nil {
		return // the client is so late that the store has forgotten; the digest was checked
	}
	require.Equal(c.t, c.independentView(rev.Tree).Root.Digest(), c.tree.Root.Digest(), "Atomic")
}

// independentView works a view out without anything the service remembers.
func (c *modelClient) independentView(t *tree.Tree) *tree.Tree {
	s, err := shapeOf(c.request.View)
	require.NoError(c.t, err)
	seen := tree.NewViewer(s.view(0), nil).Apply(t)
	seen.Root.Seal()
	return seen
}

// converge lets everything come to rest and compares all clients with the store.
func (m *model) converge() {
	if m.rig.script.State() == cdpclient.Crashed {
		m.rig.script.Change(m.navigate)
	}
	for _, c := range m.clients {
		if c.unstall != nil {
			c.unstall()
			c.unstall = nil
		}
	}
	time.Sleep(10 * time.Second)
	synctest.Wait()
	for _, c := range m.clients {
		c.read()
	}
	settle()
	resumed := 0
	for _, c := range m.clients {
		c.read()
		require.NotNil(m.t, c.tree)
		require.Equal(m.t, c.independentView(m.rig.tab.page.Store().Current().Tree).Root.Digest(), c.tree.Root.Digest())
		require.Equal(m.t, m.logged, c.events, "every event once")
		require.Positive(m.t, c.deltas)
		resumed += c.resumed
	}
	require.Positive(m.t, resumed)
	require.Positive(m.t, m.clients[3].bookmarks)
	m.drain()
}

// drain shuts the server down. Each client is told with a token, and goes on with it at another server
// with the same key, whose history is another.
func (m *model) drain() {
	require.NoError(m.t, m.rig.Drain(m.t.Context()))
	next := newRig(m.t, m.rig.cfg, "elsewhere")
	for _, c := range m.clients {
		<-c.stream.done
		require.True(m.t, fault.Is(c.stream.err, fault.ServerDraining), "%v", c.stream.err)
		rest := c.stream.take()
		require.NoError(m.t, c.fold(rest...))
		require.NotNil(m.t, rest[len(rest)-1].GetGoingAway())
		require.NotEmpty(m.t, rest[len(rest)-1].GetResumeToken(), "Resumable")
		resets := len(c.resets)
		c.rig = next
		c.connect()
		settle()
		require.NoError(m.t, c.fold(c.stream.take()...))
		require.Len(m.t, c.resets, resets+1, "another history is never taken for the old one")
		require.Equal(m.t, c.independentView(next.tab.page.Store().Current().Tree).Root.Digest(), c.tree.Root.Digest())
		_ = c.stream.end()
	}
}
