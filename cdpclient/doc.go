// Package cdpclient owns browsers and everything that speaks the DevTools protocol with them:
// launching and attaching, the sessions that share one connection, isolated contexts, tabs and
// their frames, dialogs and navigation, and, for the engines, input and elements.
//
// A Browser is one connection. Each DevTools target (a page, an out-of-process iframe) has a
// session of its own on that connection, attached recursively and before the target's first
// script. A Context is an isolated set of tabs that shares no storage with another. A Tab is one
// page with all its frames.
//
// Events are handled in the order in which the browser sent them, over all sessions, by the one
// goroutine that reads the connection. Handlers only change bounded state under a short lock and
// ring bells; they never wait and never call the browser. Work that has to call the browser runs
// in goroutines that Close waits for.
//
// Lock order: Browser, Context, Tab. No lock is held across a call to the browser.
//
// Failures a caller can decide on are *fault.Error; they carry no raw protocol text.
package cdpclient
