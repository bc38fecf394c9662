// Package transport carries the DevTools protocol: whole messages over a pipe or a WebSocket, and
// a Mux that gives each flat session on one connection a *rpcc.Conn of its own, so that the typed
// clients of mafredri/cdp work on it unchanged.
//
// A Mux reads its connection in one goroutine. Replies go to the Conn of the call that asked,
// found by an id that is unique over the connection, because the browser answers a call to a
// session that is gone without saying which session that was. Events go to the Handler of their
// session at once, in that goroutine, in the order of the wire over all sessions; they do not go
// to rpcc event streams, whose buffers have no bound. A session opened inside a Handler misses no
// event. Events of sessions that were not opened are dropped.
//
// Nothing here queues without a bound: a Conn holds at most the replies to its own pending calls.
//
// When the connection is lost, every pending and later call fails at once with a *fault.Error of
// reason fault.BrowserDisconnected; when a session is dropped, with the error given for it.
package transport
