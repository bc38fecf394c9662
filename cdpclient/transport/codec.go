package transport

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/mafredri/cdp/rpcc"
)

// codec is the end of one session that its rpcc.Conn talks to.
type codec struct {
	mux     *Mux
	session string
	handle  Handler
	bell    chan struct{} // one slot: there are answers, or the end

	mu      sync.Mutex        // guards the following; never held together with that of the Mux
	pending map[uint64]waiter // by the id on the wire
	answers []message         // with the ids the Conn knows; at most as many as calls were pending
	err     error             // why the session has ended
}

// waiter is who waits for an answer: the Conn, which knows the call by an id of its own, or a Batch.
type waiter struct {
	conn  uint64
	batch func(message, error)
}

// request is a call as the browser reads it.
type request struct {
	ID        uint64 `json:"id"`
	Method    string `json:"method"`
	Params    any    `json:"params,omitempty"`
	SessionID string `json:"sessionId,omitempty"`
}

// WriteRequest sends a call. The Conn calls it in a goroutine per call, one at a time.
func (c *codec) WriteRequest(r *rpcc.Request) error {
	_, err := c.send(r.Method, r.Args, waiter{conn: r.ID})
	return err
}

// send sends a call and returns its id on the wire.
func (c *codec) send(method string, params any, w waiter) (uint64, error) {
	id, err := c.mux.register(c)
	if err != nil {
		return 0, err
	}
	b, err := json.Marshal(request{ID: id, Method: method, Params: params, SessionID: c.session})
	if err == nil {
		err = c.expect(id, w)
	}
	if err == nil {
		err = c.mux.write(b)
	}
	if err != nil {
		c.mux.forget(id)
		c.forget(id)
	}
	return id, err
}

// expect notes a pending call, unless the session has ended.
func (c *codec) expect(id uint64, w waiter) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.pending[id] = w
	}
	return c.err
}

func (c *codec) forget(id uint64) {
	c.mu.Lock()
	delete(c.pending, id)
	c.mu.Unlock()
}

// ReadResponse waits for the next answer. After the end of the session it returns why it ended.
func (c *codec) ReadResponse(r *rpcc.Response) error {
	for {
		m, ok, err := c.next()
		if err != nil {
			return err
		}
		if ok {
			r.ID, r.Result, r.Error = m.id, m.body, m.fail
			return nil
		}
		<-c.bell
	}
}

func (c *codec) next() (message, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.answers) == 0 {
		return message{}, false, c.err
	}
	m := c.answers[0]
	c.answers[0] = message{}
	c.answers = c.answers[1:]
	return m, true, nil
}

// answer passes an answer to who waits for it.
func (c *codec) answer(m message) {
	c.mu.Lock()
	w, ok := c.pending[m.id]
	delete(c.pending, m.id)
	if ok && w.batch == nil && c.err == nil {
		m.id = w.conn
		c.answers = append(c.answers, m)
	}
	c.mu.Unlock()
	if ok && w.batch != nil {
		w.batch(m, nil)
		return
	}
	c.ring()
}

// refuse answers all pending calls with an error of the browser's kind and returns their ids.
func (c *codec) refuse(fail *rpcc.ResponseError) []uint64 {
	c.mu.Lock()
	ids := make([]uint64, 0, len(c.pending))
	for id := range c.pending {
		ids = append(ids, id)
	}
	c.mu.Unlock()
	for _, id := range ids {
		c.answer(message{id: id, fail: fail})
	}
	return ids
}

// end makes ReadResponse fail once the answers that have arrived are read, and returns the ids of
// the calls that will get none.
func (c *codec) end(err error) []uint64 {
	c.mu.Lock()
	if c.err == nil {
		c.err = err
	}
	err = c.err
	left := c.pending
	c.pending = map[uint64]waiter{}
	c.mu.Unlock()
	ids := make([]uint64, 0, len(left))
	for id, w := range left {
		ids = append(ids, id)
		if w.batch != nil {
			w.batch(message{}, err)
		}
	}
	c.ring()
	return ids
}

func (c *codec) ring() {
	select {
	case c.bell <- struct{}{}:
	default:
	}
}

var errConnClosed = errors.New("the session was closed")

// hook is what a Conn believes to be its connection.
type hook struct{ c *codec }

func (h hook) Read([]byte) (int, error)  { return 0, errors.ErrUnsupported }
func (h hook) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Close is called when the Conn is closed, also because ReadResponse has failed.
func (h hook) Close() error {
	h.c.mux.drop(h.c, errConnClosed)
	return nil
}
