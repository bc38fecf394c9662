package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/fault"
)

// Handler takes the events of one session. It runs in the goroutine that reads the connection:
// it must not wait, and must not call the browser. It may open and drop sessions. params is its own.
type Handler func(method string, params json.RawMessage)

// Mux gives each session of a connection a Conn of its own. It is safe for concurrent use.
type Mux struct {
	transport Transport
	done      chan struct{} // closed when run has ended
	root      *rpcc.Conn

	writing sync.Mutex // serialises Transport.Write, guards nothing else

	mu       sync.Mutex // guards the following
	last     uint64     // id of the last call; the browser takes 32 bit integers
	calls    map[uint64]*codec
	sessions map[string]*codec
	err      error // why the connection is gone
	closing  bool
}

// New starts a Mux that owns the transport. root takes the events of the browser itself.
func New(t Transport, root Handler) *Mux {
	m := &Mux{
		transport: t,
		done:      make(chan struct{}),
		calls:     map[uint64]*codec{},
		sessions:  map[string]*codec{},
	}
	m.root, _ = m.Open("", root) // it cannot fail: nothing is open yet, and dialing is ours
	go m.run()
	return m
}

// Root returns the Conn of the browser itself.
func (m *Mux) Root() *rpcc.Conn { return m.root }

// Open returns the Conn of a session and gives its events to h from now on. Closing the Conn is
// the same as Drop. It fails when the connection is gone or the session is open already.
func (m *Mux) Open(session string, h Handler) (*rpcc.Conn, error) {
	c := &codec{mux: m, session: session, handle: h, pending: map[uint64]waiter{}, bell: make(chan struct{}, 1)}
	m.mu.Lock()
	err := m.err
	if err == nil && m.sessions[session] != nil {
		err = fmt.Errorf("session %q is open already", session)
	}
	if err == nil {
		m.sessions[session] = c
	}
	m.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return rpcc.DialContext(context.Background(), "",
		rpcc.WithDialer(func(context.Context, string) (io.ReadWriteCloser, error) { return hook{c}, nil }),
		rpcc.WithCodec(func(io.ReadWriter) rpcc.Codec { return c }))
}

// Drop ends a session on this side: its pending and later calls fail with err, its events are
// dropped. Dropping what is not open does nothing.
func (m *Mux) Drop(session string, err error) {
	m.mu.Lock()
	c := m.sessions[session]
	m.mu.Unlock()
	if c != nil {
		m.drop(c, err)
	}
}

// Refuse answers all pending calls of a session with an error, because the browser will not, and
// leaves the session open.
func (m *Mux) Refuse(session string, code int64, message string) {
	m.mu.Lock()
	c := m.sessions[session]
	m.mu.Unlock()
	if c == nil {
		return
	}
	for _, id := range c.refuse(&rpcc.ResponseError{Code: code, Message: message}) {
		m.forget(id)
	}
}

// Done is closed when the connection is gone and all pending calls have failed.
func (m *Mux) Done() <-chan struct{} { return m.done }

// Err returns why the connection is gone, or nil.
func (m *Mux) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// Close closes the connection and waits for the goroutine that reads it.
func (m *Mux) Close() error {
	m.mu.Lock()
	m.closing = true
	m.mu.Unlock()
	err := m.transport.Close()
	<-m.done
	return err
}

func (m *Mux) run() {
	defer close(m.done)
	for {
		b, err := m.transport.Read()
		if err != nil {
			m.lose(err)
			return
		}
		if msg, ok := parse(b); ok {
			m.deliver(msg)
		}
	}
}

func (m *Mux) deliver(msg message) {
	m.mu.Lock()
	c := m.sessions[msg.session]
	if msg.method == "" {
		c = m.calls[msg.id]
		delete(m.calls, msg.id)
	}
	m.mu.Unlock()
	switch {
	case c == nil: // a session that is gone, or an answer nobody waits for
	case msg.method != "":
		c.handle(msg.method, msg.body)
	default:
		c.answer(msg)
	}
}

// lost says that the connection is gone; mu is held.
func (m *Mux) lost() *fault.Error {
	if m.closing {
		return fault.New(fault.BrowserDisconnected, "The browser was closed.")
	}
	return fault.New(fault.BrowserDisconnected, "The connection to the browser was lost. Create a new session.")
}

// lose fails everything, because the connection is gone.
func (m *Mux) lose(cause error) {
	m.mu.Lock()
	m.err = m.lost().Because(cause)
	sessions := m.sessions
	m.sessions, m.calls = nil, nil
	m.mu.Unlock()
	for _, c := range sessions {
		c.end(m.err)
	}
	_ = m.transport.Close() // the cause is known already
}

func (m *Mux) drop(c *codec, err error) {
	m.mu.Lock()
	if m.sessions[c.session] == c {
		delete(m.sessions, c.session)
	}
	m.mu.Unlock()
	for _, id := range c.end(err) {
		m.forget(id)
	}
}

// register gives a call an id that is unique over the connection.
func (m *Mux) register(c *codec) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return 0, m.err
	}
	for {
		m.last = m.last%math.MaxInt32 + 1
		if m.calls[m.last] == nil { // still pending from the time before the ids wrapped
			m.calls[m.last] = c
			return m.last, nil
		}
	}
}

func (m *Mux) forget(id uint64) {
	m.mu.Lock()
	delete(m.calls, id)
	m.mu.Unlock()
}

// write sends a message. A connection that does not take one is lost, also when the reader has not
// seen that yet.
func (m *Mux) write(b []byte) error {
	m.writing.Lock()
	err := m.transport.Write(b)
	m.writing.Unlock()
	if err == nil {
		return nil
	}
	_ = m.transport.Close() // so that the reader sees it, too
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lost().Because(err)
}
