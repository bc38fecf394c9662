// Package e2e holds the case suite: 54 pages on which services of this kind were seen to fail, each
// with what a correct answer looks like, run through the public API in a real Chromium.
//
// cases/expect.yaml is written for any service, not for this one; its first lines explain it. The
// suite starts one server and one browser, gives every page a session of its own, and runs every
// page with both capture engines. known.yaml lists the pages that do not pass yet and why; a listed
// page that passes fails the suite, so the list cannot grow stale.
//
// pages/ are pages of our own for kinds of oddity the cases do not have. The text of each is a golden
// file beside it; go test ./e2e -run Pages -update writes them anew, to be read before they are
// committed.
//
// Run one page with
//
//	go test ./e2e -run 'TestCases/page/027' -v
package e2e
