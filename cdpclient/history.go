package cdpclient

import (
	"context"
	"errors"
	"time"

	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/fault"
)

// Move is a step in the history of a tab.
type Move uint8

// The moves.
const (
	Back Move = iota + 1
	Forward
	Reload
)

// stillWithin is how long a navigation that has ended without a new document may take to show one
// after all.
const stillWithin = 500 * time.Millisecond

// History moves in the history or loads the current entry anew. It fails as Navigate does, and
// with fault.NavigationFailed when there is no such entry.
func (t *Tab) History(ctx context.Context, move Move, until Until) (Load, error) {
	return t.travel(ctx, func(ctx context.Context) (Load, error) {
		if move == Reload {
			return t.reload(ctx, until)
		}
		return t.step(ctx, move, until)
	})
}

func (t *Tab) reload(ctx context.Context, until Until) (Load, error) {
	before := t.travelled()
	if err := page.NewClient(t.pageConn()).Reload(ctx, page.NewReloadArgs()); err != nil {
		return Load{}, err
	}
	switch _, err := t.arrived(ctx, before, func() bool { return false }); {
	case errors.Is(err, errIsFile):
		return t.fetched(ctx, before), nil
	case err != nil:
		return Load{}, err
	}
	return t.loaded(ctx, until)
}

func (t *Tab) step(ctx context.Context, move Move, until Until) (Load, error) {
	entry, index, from, err := t.entry(ctx, move)
	if err != nil {
		return Load{}, err
	}
	if err := t.allowed(entry.URL); err != nil {
		return Load{}, err
	}
	before := t.travelled()
	err = page.NewClient(t.pageConn()).NavigateToHistoryEntry(ctx, page.NewNavigateToHistoryEntryArgs(entry.ID))
	if err != nil {
		return Load{}, err
	}
	began := before
	for {
		// A move within the document, or of a frame in it, shows only in the history itself.
		anew, err := t.arrived(ctx, before, func() bool { return t.nav.moves > before.moves })
		switch {
		case errors.Is(err, errIsFile):
			return t.fetched(ctx, before), nil
		case err != nil:
			return Load{}, err
		case anew:
			return t.loaded(ctx, until)
		}
		before.moves = t.travelled().moves
		h, err := page.NewClient(t.pageConn()).GetNavigationHistory(ctx)
		if err != nil {
			return Load{}, err
		}
		if h.CurrentIndex == index {
			return t.within(ctx, func() bool { return t.registry.main().url == h.Entries[index].URL })
		}
		if h.CurrentIndex == from && before.within < t.travelled().within && t.rests(ctx, began) {
			return Load{}, fault.New(fault.NavigationFailed,
				"The page went back to where it was by itself. It does not let the history be left this way.").With("error", "page returned")
		}
	}
}

// rests reports whether the tab, which has moved within its document, makes no other move for a
// moment and does not load another document.
func (t *Tab) rests(ctx context.Context, since mark) bool {
	was := t.travelled()
	soon, cancel := context.WithTimeout(ctx, stillWithin)
	defer cancel()
	err := t.wait(soon, func() (bool, error) { return t.nav.moves > was.moves || t.nav.starts > since.starts, t.cause })
	return err != nil && ctx.Err() == nil && soon.Err() != nil
}

// entry returns the entry of the history that a move leads to, its index, and that of the current one.
func (t *Tab) entry(ctx context.Context, move Move) (to page.NavigationEntry, index, from int, err error) {
	h, err := page.NewClient(t.pageConn()).GetNavigationHistory(ctx)
	if err != nil {
		return to, 0, 0, err
	}
	where := "an earlier"
	index = h.CurrentIndex - 1
	if move == Forward {
		index, where = h.CurrentIndex+1, "a later"
	}
	if index < 0 || index >= len(h.Entries) {
		return to, 0, 0, fault.New(fault.NavigationFailed,
			"The history has no entry to go to: there is not %s one.", where).With("error", "no entry")
	}
	return h.Entries[index], index, h.CurrentIndex, nil
}

// errIsFile says that a navigation ended without a document because the address is a download.
var errIsFile = errors.New("the address is a file")

// mark is how many navigations a tab has seen.
type mark struct{ generation, starts, moves, within, files uint64 }

func (t *Tab) travelled() mark {
	t.mu.Lock()
	defer t.mu.Unlock()
	return mark{t.nav.generation, t.nav.starts, t.nav.moves, t.nav.within, t.nav.files}
}

// arrived waits for a new document in the main frame, which it reports, or for what else says. It
// fails when a navigation has begun since the mark and ended without a document.
func (t *Tab) arrived(ctx context.Context, since mark, other func() bool) (anew bool, err error) {
	var given bool
	settle := func(stopped bool) func() (bool, error) {
		return func() (bool, error) {
			anew = t.nav.generation > since.generation
			given = !anew && stopped && t.nav.starts > since.starts && !t.nav.pending
			if !anew && t.nav.files > since.files && t.nav.starts > since.starts && !t.nav.pending {
				return false, errIsFile
			}
			return anew || given || other(), t.cause
		}
	}
	if err := t.wait(ctx, settle(true)); err != nil || !given {
		return anew, err
	}
	soon, cancel := context.WithTimeout(ctx, stillWithin)
	defer cancel()
	if err := t.wait(soon, settle(false)); err == nil || errors.Is(err, errIsFile) {
		return anew, err
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if o := t.nav.outcome(t.nav.started); o.refused != nil {
		return false, o.refused
	}
	return false, navigationFailed("net::ERR_ABORTED")
}
