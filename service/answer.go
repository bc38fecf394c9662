package service

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// answerKind is what the whole answers about one picture differ in. Callers whose answers are of the
// same kind get the same bytes, which are encoded once.
type answerKind struct {
	format   observerv1.Format
	engine   observerv1.Engine
	standIns uint32
	stale    observerv1.StaleReason
}

// kind returns the kind of a whole answer. It reports false where the answer is for this caller alone:
// a part, a delta, what was measured for it, a fence, or a dialog that waits at this moment.
func (v *viewing) kind() (answerKind, bool) {
	own := v.req.GetSinceSnapshotId() != "" || v.pick.any() || v.boxes != nil || v.covered != nil || v.nonce != "" ||
		v.dialog != nil
	if own {
		return answerKind{}, false
	}
	return answerKind{format: v.format, engine: v.engine(), standIns: v.standIns(), stale: staleReason(v.age)}, true
}

// answer returns the messages of a whole answer, encoded; compose makes them where nobody had them
// before.
func (l *lens) answer(rev *refstore.Revision, kind answerKind, compose func(send func(any) error) error) ([]encoded, error) {
	l.mu.Lock()
	p := l.pictureLocked(rev)
	messages := p.answers[kind]
	l.mu.Unlock()
	if messages != nil {
		l.measures.rendered("snapshot", true)
		return messages, nil
	}
	err := compose(func(m any) error {
		e, err := encode(m)
		messages = append(messages, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p.answers[kind] = messages
	return messages, nil
}

// encode returns a message in its wire format.
func encode(m any) (encoded, error) {
	switch m := m.(type) {
	case encoded:
		return m, nil
	case proto.Message:
		b, err := proto.Marshal(m)
		if err != nil {
			return nil, fmt.Errorf("encode an answer: %w", err)
		}
		return encoded{b}, nil
	default:
		return nil, fmt.Errorf("encode an answer: a %T is no message", m)
	}
}
