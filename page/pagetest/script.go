// Package pagetest is a tab without a browser, for tests of what lies above the capture: the
// pipeline, the store and the streams are real, only what the page shows is set by the test.
package pagetest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/tree"
)

// Script is a page of buttons. It is a page.Source. Set its fields inside Change.
type Script struct {
	bell, done chan struct{}

	mu sync.Mutex
	// Names are what the buttons say; a button keeps its identity by its place.
	Names []string
	// Loader is the loader id of the document. Another one is another document.
	Loader string
	// OpenDialog is the dialog that waits for an answer.
	OpenDialog *cdpclient.Dialog
	// Status is what State returns.
	Status cdpclient.State
	// Fail is what Capture returns.
	Fail error
	// Hold makes Capture wait until it is closed.
	Hold chan struct{}
	// Takes is how long a Capture takes.
	Takes time.Duration

	events     []cdpclient.Event
	shown      *tree.Raw // the last capture
	shownNames []string
	captures   int
}

// New returns a page with buttons.
func New(names ...string) *Script {
	return &Script{
		bell: make(chan struct{}, 1), done: make(chan struct{}),
		Names: names, Loader: "L1", Status: cdpclient.Ready,
	}
}

// Change does something to the page and rings its bell.
func (s *Script) Change(f func()) {
	s.mu.Lock()
	f()
	s.mu.Unlock()
	s.Ring()
}

// Ring rings the bell.
func (s *Script) Ring() {
	select {
	case s.bell <- struct{}{}:
	default:
	}
}

// Log adds an event. It is called inside Change.
func (s *Script) Log(e cdpclient.Event) {
	e.Seq = uint64(len(s.events) + 1)
	s.events = append(s.events, e)
}

// Close ends the tab.
func (s *Script) Close() { close(s.done) }

// Captures returns how many captures have begun.
func (s *Script) Captures() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.captures
}

// Bell implements page.Source.
func (s *Script) Bell() <-chan struct{} { return s.bell }

// Done implements page.Source.
func (s *Script) Done() <-chan struct{} { return s.done }

// URL implements page.Source.
func (s *Script) URL() string { return "https://example.org/" }

// Generation implements page.Source.
func (s *Script) Generation() uint64 { return 0 }

// State implements page.Source.
func (s *Script) State() cdpclient.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Status
}

// Dialog implements page.Source.
func (s *Script) Dialog() (cdpclient.Dialog, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.OpenDialog == nil {
		return cdpclient.Dialog{}, false
	}
	return *s.OpenDialog, true
}

// Events implements page.Source.
func (s *Script) Events(after uint64) ([]cdpclient.Event, uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.events[after:]), uint64(len(s.events))
}

// Capture implements page.Source.
func (s *Script) Capture(ctx context.Context, _ cdpclient.Engine) ([]tree.Frame, error) {
	s.mu.Lock()
	s.captures++
	hold, takes := s.Hold, s.Takes
	s.mu.Unlock()
	if takes > 0 {
		timer := time.NewTimer(takes)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Fail != nil {
		return nil, s.Fail
	}
	return []tree.Frame{{ID: "main", LoaderID: s.Loader, URL: s.URL(), Root: s.document()}}, nil
}

// document returns the page. As with an engine, what did not change is the same pointer.
func (s *Script) document() *tree.Raw {
	if s.shown != nil && slices.Equal(s.shownNames, s.Names) {
		return s.shown
	}
	body := &tree.Raw{Key: 2, Tag: "body", Flags: tree.Block}
	for i, name := range s.Names {
		body.Kids = append(body.Kids, s.button(i, name))
	}
	s.shown = &tree.Raw{Key: 1, Tag: "html", Flags: tree.Block, Kids: []*tree.Raw{body}}
	s.shownNames = slices.Clone(s.Names)
	return s.shown
}

func (s *Script) button(i int, name string) *tree.Raw {
	if s.shown != nil && i < len(s.shownNames) && s.shownNames[i] == name {
		return s.shown.Kids[0].Kids[i]
	}
	return &tree.Raw{Key: tree.Key(10 + i), Tag: "button", Role: "button", Name: name}
}

// Says joins what the buttons of a tree say with spaces.
func Says(t *tree.Tree) string {
	var names []string
	for _, n := range t.Root.Children {
		names = append(names, n.Name)
	}
	return strings.Join(names, " ")
}
