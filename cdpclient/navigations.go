package cdpclient

import (
	"slices"

	"github.com/observer-svc/observer-svc/fault"
)

// documentsKept is how many documents and document requests of the main frame are remembered.
const documentsKept = 32

// navigations is what is known about the navigations of a tab. It has no lock of its own.
type navigations struct {
	generation uint64    // documents of the main frame so far
	moves      uint64    // navigations in any frame, also within a document
	within     uint64    // moves of the main frame within its document
	starts     uint64    // navigations of the main frame to another document that have begun
	started    string    // loader of the last of these
	pending    bool      // it has neither committed nor ended
	leaving    int       // callers that make the page leave
	windowOpen string    // the address of the window that was opened last
	gesture    bool      // it was opened out of a user's gesture
	commits    []string  // loaders of the last documents of the main frame
	outcomes   []outcome // of the last document requests of all frames
	files      uint64    // downloads that the main frame started
	file       Download  // the last of these
}

// outcome is what became of the request for a document.
type outcome struct {
	loader  string
	status  int
	err     string
	refused *fault.Error // by the URL policy
}

func (n *navigations) has(loader string) bool { return slices.Contains(n.commits, loader) }

func (n *navigations) commit(loader string) {
	if len(n.commits) == documentsKept {
		n.commits = slices.Delete(n.commits, 0, 1)
	}
	n.commits = append(n.commits, loader)
	n.generation++
	n.pending = false
}

func (n *navigations) outcome(loader string) outcome {
	if i := n.find(loader); i >= 0 {
		return n.outcomes[i]
	}
	return outcome{}
}

func (n *navigations) find(loader string) int {
	return slices.IndexFunc(n.outcomes, func(o outcome) bool { return o.loader == loader })
}

// ended notes something about the request for a document.
func (n *navigations) ended(loader string, set func(*outcome)) {
	i := n.find(loader)
	if i < 0 {
		if len(n.outcomes) == documentsKept {
			n.outcomes = slices.Delete(n.outcomes, 0, 1)
		}
		n.outcomes = append(n.outcomes, outcome{loader: loader})
		i = len(n.outcomes) - 1
	}
	set(&n.outcomes[i])
}

// committed notes that the main frame shows a document; the lock is held.
func (t *Tab) committed(f *entry) {
	t.crashed = false
	t.nav.commit(f.loader)
	t.note(Event{Kind: EventNavigated, URL: f.url, Generation: t.nav.generation})
}

// startedNavigating is what matters of Page.frameStartedNavigating.
type startedNavigating struct {
	FrameID  string `json:"frameId"`
	LoaderID string `json:"loaderId"`
	Type     string `json:"navigationType"`
}

func (t *Tab) startedNavigating(e *startedNavigating) {
	if e.FrameID != t.target || e.Type == "sameDocument" || e.Type == "historySameDocument" {
		return
	}
	t.update(func() {
		t.nav.starts++
		t.nav.started, t.nav.pending = e.LoaderID, true
	})
}
