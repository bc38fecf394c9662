package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mafredri/cdp/rpcc"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/observer-svc/observer-svc/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a browser that a test plays.
type fake struct {
	calls  chan sent   // what was sent to it
	say    chan string // what it says
	closed chan struct{}
	once   sync.Once
}

type sent struct {
	ID        uint64          `json:"id"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	SessionID string          `json:"sessionId"`
}

func newFake() *fake {
	return &fake{calls: make(chan sent, 1000), say: make(chan string, 1000), closed: make(chan struct{})}
}

func (f *fake) Read() ([]byte, error) {
	select {
	case s := <-f.say:
		return []byte(s), nil
	case <-f.closed:
		return nil, io.EOF
	}
}

func (f *fake) Write(b []byte) error {
	var s sent
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	f.calls <- s
	return nil
}

func (f *fake) Close() error { f.once.Do(func() { close(f.closed) }); return nil }

func (f *fake) answer(s sent, result string) {
	f.say <- fmt.Sprintf(`{"id":%d,"result":%s,"sessionId":%q}`, s.ID, result, s.SessionID)
}

func newMux(t *testing.T, f *fake, root Handler) *Mux {
	t.Helper()
	if root == nil {
		root = func(string, json.RawMessage) {}
	}
	m := New(f, root)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

func open(t *testing.T, m *Mux, id string) *rpcc.Conn {
	t.Helper()
	c, err := m.Open(id, func(string, json.RawMessage) {})
	require.NoError(t, err)
	return c
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func call(ctx context.Context, c *rpcc.Conn, method string) <-chan error {
	done := make(chan error, 1)
	go func() { done <- rpcc.Invoke(ctx, method, nil, nil, c) }()
	return done
}

func TestAnAnswerReachesTheSessionThatAsked(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	a, b := open(t, m, "A"), open(t, m, "B")
	var fromA, fromB struct{ Who string }
	done := make(chan error, 2)
	go func() { done <- rpcc.Invoke(soon(t), "X.y", nil, &fromA, a) }()
	go func() { done <- rpcc.Invoke(soon(t), "X.y", nil, &fromB, b) }()
	for range 2 {
		s := <-f.calls
		f.answer(s, fmt.Sprintf(`{"who":%q}`, s.SessionID))
	}
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.Equal(t, "A", fromA.Who)
	require.Equal(t, "B", fromB.Who)
}

func TestARefusalThatNamesNoSessionReachesTheCallItIsAbout(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	a := open(t, m, "A")
	root := call(soon(t), m.Root(), "Target.getTargets")
	first := <-f.calls
	gone := call(soon(t), a, "X.y")
	second := <-f.calls
	require.NotEqual(t, first.ID, second.ID)
	f.say <- fmt.Sprintf(`{"id":%d,"error":{"code":-32001,"message":"Session with given id not found."}}`, second.ID)
	var refused *rpcc.ResponseError
	require.ErrorAs(t, <-gone, &refused)
	require.Equal(t, int64(-32001), refused.Code)
	f.answer(first, `{}`)
	require.NoError(t, <-root)
}

func TestALostConnectionFailsEveryCallAtOnce(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	a := open(t, m, "A")
	calls := []<-chan error{call(soon(t), a, "X.y"), call(soon(t), a, "X.z"), call(soon(t), m.Root(), "X.y")}
	batch := make(chan error, 1)
	go func() { batch <- m.Batch(soon(t), "A", []Call{{Method: "Y.z"}}) }()
	for range 4 {
		<-f.calls
	}
	require.NoError(t, f.Close())
	for _, c := range append(calls, batch) {
		require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(<-c))
	}
	require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(<-call(soon(t), a, "X.y")))
	_, err := m.Open("B", func(string, json.RawMessage) {})
	require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(err))
	<-m.Done()
	require.Equal(t, fault.BrowserDisconnected, fault.ReasonOf(m.Err()))
}

func TestADroppedSessionFailsItsCallsAndNoOthers(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	a, b := open(t, m, "A"), open(t, m, "B")
	gone, stays := call(soon(t), a, "X.y"), call(soon(t), b, "X.y")
	one, two := <-f.calls, <-f.calls
	if one.SessionID == "B" {
		one, two = two, one
	}
	why := errors.New("gone away")
	m.Drop("A", why)
	require.ErrorIs(t, <-gone, why)
	f.answer(one, `{}`) // too late: nobody waits
	f.answer(two, `{}`)
	require.NoError(t, <-stays)
	require.ErrorIs(t, <-call(soon(t), a, "X.y"), why)
	open(t, m, "A") // the name is free again
}

func TestRefusingEndsPendingCallsAndLeavesTheSessionOpen(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	a := open(t, m, "A")
	pending := call(soon(t), a, "X.y")
	<-f.calls
	m.Refuse("A", -32000, "crashed")
	var refused *rpcc.ResponseError
	require.ErrorAs(t, <-pending, &refused)
	next := call(soon(t), a, "X.y")
	f.answer(<-f.calls, `{}`)
	require.NoError(t, <-next)
}

func TestEventsComeInTheOrderOfTheWireOverAllSessions(t *testing.T) {
	f := newFake()
	var m *Mux
	var got []string
	all := make(chan struct{})
	note := func(session string) Handler {
		return func(method string, _ json.RawMessage) {
			got = append(got, session+method)
			if method == "last" {
				close(all)
			}
		}
	}
	ready := make(chan struct{})
	m = newMux(t, f, func(method string, _ json.RawMessage) {
		<-ready // m is set
		got = append(got, method)
		if method == "new" { // a session opened here misses nothing
			_, err := m.Open("A", note("A."))
			require.NoError(t, err)
		}
	})
	close(ready)
	for _, s := range []string{
		`{"method":"early","params":{},"sessionId":"A"}`, // nobody knows the session yet: dropped
		`{"method":"new","params":{}}`,
		`{"method":"one","params":{},"sessionId":"A"}`,
		`{"method":"two","params":{}}`,
		`{"method":"three","params":{},"sessionId":"A"}`,
		`{"method":"last","params":{},"sessionId":"A"}`,
	} {
		f.say <- s
	}
	<-all
	require.Equal(t, []string{"new", "A.one", "two", "A.three", "A.last"}, got)
}

func TestABatchIsSentAtOnceAndInOrder(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	open(t, m, "A")
	var order []string
	then := func(json.RawMessage) { order = append(order, "then") }
	done := make(chan error, 1)
	go func() {
		done <- m.Batch(soon(t), "A", []Call{{Method: "a.a", Then: then}, {Method: "b.b", Optional: true}, {Method: "c.c"}})
	}()
	a, b, c := <-f.calls, <-f.calls, <-f.calls
	require.Equal(t, "a.a b.b c.c", strings.Join([]string{a.Method, b.Method, c.Method}, " "))
	f.answer(c, `{}`)
	f.say <- fmt.Sprintf(`{"id":%d,"error":{"code":1,"message":"no"}}`, b.ID)
	f.answer(a, `{}`)
	require.NoError(t, <-done)
	require.Equal(t, []string{"then"}, order)
}

func TestABatchFailsWithItsFirstFailure(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	done := make(chan error, 1)
	go func() { done <- m.Batch(soon(t), "", []Call{{Method: "a.a"}, {Method: "b.b"}}) }()
	a, b := <-f.calls, <-f.calls
	f.say <- fmt.Sprintf(`{"id":%d,"error":{"code":1,"message":"no"}}`, a.ID)
	f.answer(b, `{}`)
	require.ErrorContains(t, <-done, "a.a")
}

func TestACancelledCallLeavesNothingBehind(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- m.Batch(ctx, "", []Call{{Method: "a.a"}}) }()
	<-f.calls
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	m.mu.Lock()
	defer m.mu.Unlock()
	require.Empty(t, m.calls)
}

func TestASessionCannotBeOpenedTwice(t *testing.T) {
	m := newMux(t, newFake(), nil)
	open(t, m, "A")
	_, err := m.Open("A", func(string, json.RawMessage) {})
	require.Error(t, err)
}

func TestManyCallsOfManySessionsAtOnce(t *testing.T) {
	f := newFake()
	m := newMux(t, f, nil)
	go func() {
		for {
			select {
			case s := <-f.calls:
				f.answer(s, fmt.Sprintf(`{"got":%s}`, s.Params))
			case <-f.closed:
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for i := range 8 {
		c := open(t, m, fmt.Sprint("S", i))
		for j := range 4 {
			wg.Go(func() {
				for k := range 100 {
					var r struct{ Got int }
					want := i*1000 + j*100 + k
					if err := rpcc.Invoke(soon(t), "X.y", want, &r, c); err != nil || r.Got != want {
						t.Errorf("got %d for %d: %v", r.Got, want, err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
}
