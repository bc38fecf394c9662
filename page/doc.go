// Package page is the pipeline of one tab: bell, capture, build, commit, wake the watchers.
//
// A Page owns one goroutine, which reads the tab's bell and its events, and at most one flight at
// a time: a capture on its way to becoming a revision. A flight is asked for by Observe, or by a
// bell while somebody watches. While nobody watches, bells cost a flag.
//
// Observe is a barrier: its flight starts after the call began, so the revision it returns shows
// the page no earlier than the call. Calls that come while another flight is under way share the
// next one, and after a flight that many shared the next one waits a moment for more of them. A
// flight that fails leaves no trace: refs, revisions and the builder's memory are as they were.
//
// Revisions and page events share one order. An event carries the number of the revision that was
// current when the event became known; no event of a revision is added once a later revision is
// committed.
//
// The Page is the one that commits to its store, and releases it when it ends.
//
// Lock order: Page.mu, then history.mu. Neither is held across a call to the browser.
package page
