package main

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// tape holds the answers of the service.
type tape struct {
	conn *grpc.ClientConn
	span time.Duration

	mu      sync.Mutex
	answers map[string]*answer // by method and request
}

// answer is what the service answered to one request.
type answer struct {
	once     sync.Once
	err      error
	messages [][]byte
	goesOn   bool
	pace     time.Duration // between two messages of a stream that goes on
}

// handle answers any call.
func (t *tape) handle(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	var request []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	a := t.answer(method, request)
	a.once.Do(func() { a.record(t.conn, method, request, t.span) })
	if a.err != nil {
		return a.err
	}
	for _, m := range a.messages {
		if err := stream.SendMsg(m); err != nil {
			return err
		}
	}
	if a.goesOn {
		return a.repeat(stream)
	}
	return nil
}

func (t *tape) answer(method string, request []byte) *answer {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := method + "\x00" + string(request)
	a := t.answers[key]
	if a == nil {
		a = &answer{}
		t.answers[key] = a
	}
	return a
}

// record asks the service and keeps what it answers within a span.
func (a *answer) record(conn *grpc.ClientConn, method string, request []byte, span time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), span)
	defer cancel()
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, method)
	if err == nil {
		err = stream.SendMsg(request)
	}
	if err == nil {
		err = stream.CloseSend()
	}
	var times []time.Time
	for err == nil {
		var m []byte
		if err = stream.RecvMsg(&m); err == nil {
			a.messages, times = append(a.messages, m), append(times, time.Now())
		}
	}
	a.pace = pace(times)
	a.goesOn = status.Code(err) == codes.DeadlineExceeded && len(a.messages) > 0
	if !a.goesOn && !errors.Is(err, io.EOF) {
		a.err = err
	}
}

// pace is the mean time between two messages, of the second half alone: a watch begins with a burst.
func pace(times []time.Time) time.Duration {
	late := times[len(times)/2:]
	if len(late) < 2 {
		return time.Second
	}
	return max(late[len(late)-1].Sub(late[0])/time.Duration(len(late)-1), time.Millisecond)
}

// repeat sends the last message at its pace until the stream ends.
func (a *answer) repeat(stream grpc.ServerStream) error {
	tick := time.NewTicker(a.pace)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := stream.SendMsg(a.messages[len(a.messages)-1]); err != nil {
				return err
			}
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
	}
}
