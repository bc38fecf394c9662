package act

import (
	"container/list"
	"context"
	"crypto/sha256"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// The bounds of a Memory: answers beyond either are forgotten, the longest unused first.
const (
	memoryAnswers = 256
	memoryBytes   = 8 << 20
)

// Memory holds the answers to the named requests of a session, so that a request that is sent
// again is answered again and not run again. It is safe for concurrent use.
type Memory struct {
	mu    sync.Mutex
	byID  map[string]*kept
	order *list.List // of their names, the longest unused at the back
	bytes int
}

// NewMemory returns an empty Memory.
func NewMemory() *Memory {
	return &Memory{byID: map[string]*kept{}, order: list.New()}
}

// kept is an answer with its place in the order of use.
type kept struct {
	answer *answer
	place  *list.Element
}

// answer is what a request was answered, or is being answered.
type answer struct {
	id      string
	content [sha256.Size]byte

	mu      sync.Mutex
	sent    []*observerv1.ActResponse
	bytes   int
	ended   bool
	err     error
	changed chan struct{} // closed and replaced when anything above changes
}

// do runs a request that has not been seen, and otherwise sends its answer again, joining one that
// is still under way. It fails with fault.RequestIDReused when the name was used for another
// request.
func (m *Memory) do(ctx context.Context, req *observerv1.ActRequest, emit func(*observerv1.ActResponse) error,
	run func(func(*observerv1.ActResponse) error) error) (err error) {
	a, first, err := m.answer(req)
	if err != nil {
		return err
	}
	if !first {
		return a.replay(ctx, emit)
	}
	err = fault.New(fault.Internal, "the request ended in a way the server did not expect")
	defer func() {
		a.end(lasting(err))
		m.settle(a)
	}()
	err = run(func(r *observerv1.ActResponse) error {
		a.add(r)
		return emit(r)
	})
	return err
}

// lasting returns the error to remember: what went wrong with the first caller's stream is nothing
// to tell the next one.
func lasting(err error) error {
	if err == nil || fault.ReasonOf(err) != "" {
		return err
	}
	return fault.New(fault.Cancelled, "the first caller of the request went away; its last result says how far it came").Because(err)
}

// answer returns the answer of a request's name and whether the request is the first of that name.
func (m *Memory) answer(req *observerv1.ActRequest) (a *answer, first bool, err error) {
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	if err != nil {
		return nil, false, fault.New(fault.InvalidRequest, "the request cannot be encoded").Because(err)
	}
	sum := sha256.Sum256(content)
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.byID[req.GetRequestId()]; ok {
		a = k.answer
		if a.content != sum {
			return nil, false, fault.New(fault.RequestIDReused,
				"the request_id %q was used for another Act; use a new one", req.GetRequestId()).
				With("request_id", req.GetRequestId())
		}
		m.order.MoveToFront(k.place)
		return a, false, nil
	}
	a = &answer{id: req.GetRequestId(), content: sum, changed: make(chan struct{})}
	m.byID[a.id] = &kept{a, m.order.PushFront(a.id)}
	return a, true, nil
}

// settle counts an answer that has ended and forgets what is too much. An answer under way is never
// forgotten.
func (m *Memory) settle(a *answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bytes += a.bytes
	for el := m.order.Back(); el != nil && (len(m.byID) > memoryAnswers || m.bytes > memoryBytes); {
		before := el.Prev()
		if id, _ := el.Value.(string); m.byID[id].answer.over() {
			m.order.Remove(el)
			m.bytes -= m.byID[id].answer.bytes
			delete(m.byID, id)
		}
		el = before
	}
}

func (a *answer) over() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ended
}

func (a *answer) add(r *observerv1.ActResponse) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent = append(a.sent, r)
	a.bytes += proto.Size(r)
	a.ringLocked()
}

func (a *answer) end(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended, a.err = true, err
	a.ringLocked()
}

func (a *answer) ringLocked() {
	close(a.changed)
	a.changed = make(chan struct{})
}

// replay sends what was answered and follows an answer under way to its end.
func (a *answer) replay(ctx context.Context, emit func(*observerv1.ActResponse) error) error {
	for next := 0; ; {
		a.mu.Lock()
		sent, ended, err, changed := a.sent[next:], a.ended, a.err, a.changed
		a.mu.Unlock()
		for _, r := range sent {
			if err := emit(r); err != nil {
				return err
			}
		}
		next += len(sent)
		if ended {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return interruption(ctx, "following the same request")
		}
	}
}
