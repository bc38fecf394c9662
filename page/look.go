package page

import (
	"context"
	"errors"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// Age says whether a revision shows the page as it was at the call or later, and if not, why.
type Age uint8

// The ages.
const (
	// Fresh revisions show the page as it is.
	Fresh Age = iota
	// Blocked pages show a dialog, or one after another, and cannot be read meanwhile.
	Blocked
	// Unresponsive pages are kept busy by their own scripts.
	Unresponsive
)

// Sight is what somebody who looked was given.
type Sight struct {
	Revision *refstore.Revision
	Age      Age
	// Engines say what read the page for this look; zero where nothing was read for it.
	Engines Engines
}

// Engines say which engines read a page.
type Engines struct {
	// Documents is how many documents were read, ByAX how many of them by the AX engine: all where it
	// was asked for, and otherwise those for which it stood in.
	Documents, ByAX int
	// MainByAX is whether the main document is one of these.
	MainByAX bool
}

// enginesOf returns what read frames.
func enginesOf(frames []tree.Frame) (e Engines) {
	for _, f := range frames {
		if f.Problem != "" {
			continue
		}
		e.Documents++
		if f.ByAX {
			e.ByAX++
			e.MainByAX = e.MainByAX || f.Parent == ""
		}
	}
	return e
}

// Look is Observe for callers who rather have what the page showed last than wait for longer than
// their patience. The age says which of the two they got. Where nothing is known of the page yet, it
// waits as Observe does; it fails as Observe does.
func (p *Page) Look(ctx context.Context, engine cdpclient.Engine, patience time.Duration) (Sight, error) {
	before := p.history.last()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	seen, err := p.observe(ctx, engine, timer.C)
	if ctx.Err() != nil || !errors.Is(err, errImpatient) && !fault.Is(err, fault.Timeout) {
		return seen, err
	}
	age := p.hindrance(before)
	switch known := p.store.Current(); {
	case known != nil:
		return Sight{Revision: known, Age: age}, nil
	case age == Blocked:
		rev, err := p.blocked(ctx)
		return Sight{Revision: rev, Age: age}, err
	}
	return p.observe(ctx, engine, nil)
}

// errImpatient says that the patience of a caller has ended.
var errImpatient = errors.New("the page could not be read for as long as the caller waits")

// hindrance says what kept a page from being read since an event.
func (p *Page) hindrance(since uint64) Age {
	events, _ := p.Events(since)
	for _, e := range events {
		if e.Kind == cdpclient.EventDialogOpened {
			return Blocked
		}
	}
	return Unresponsive
}
