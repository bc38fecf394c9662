// Package service is the public API: it answers the calls of observer.v1 over gRPC.
//
// A Server holds sessions, each a context of the one browser they share, and their tabs, each with a
// page.Page. Handlers read requests, ask the page, and send answers; they hold no page logic.
//
// What is sent of a revision is worked out once. A lens shows the revisions of a tab in one shape
// (view), shared by all callers with that shape: it keeps the pictures (trees of that view), their
// encoded chunks by format, and the encoded changes between revisions. An Observe of an unchanged
// page costs a barrier in the page and the sending; a revision costs one delta and one encoding for
// any number of watchers.
//
// A watch is one loop that holds nothing but its place in the history. It pulls what is due from the
// store and puts messages, one at a time, into its outlet, whose goroutine is the stream's one
// sender. Nothing queues: a watcher that is slow falls behind and gets what it missed as one delta.
//
// Errors are faults until the interceptor that makes statuses of them; nothing else makes a status.
//
// Lock order: sessions, session, tab's renders, lens. The page's and the store's locks are inner to
// all of them. No lock is held across a call to the browser or a send.
package service
