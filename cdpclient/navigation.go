package cdpclient

import "context"

// Until says when a navigation counts as done.
type Until uint8

// The ends of a navigation. UntilLoad is capped by ContextOptions.LoadCap, since pages exist
// that never fire their load event.
const (
	UntilLoad Until = iota
	UntilDOMContentLoaded
	UntilCommit
)

// Move is a step in the history of a tab.
type Move uint8

// The moves.
const (
	Back Move = iota + 1
	Forward
	Reload
)

// Load says how a navigation ended.
type Load struct {
	URL          string // where the main frame is now
	LoaderID     string // of the main frame's document
	SameDocument bool   // only the address changed within the document
	Download     bool   // the answer was a file, the document stayed
	TimedOut     bool   // the wait ended by its cap
}

// Navigate loads an address. It fails with fault.URLNotAllowed, fault.NavigationFailed (with
// "error" in Meta, such as "name not resolved"), fault.DialogOpen, fault.PageCrashed,
// fault.TabClosed, fault.Timeout or fault.Cancelled. A beforeunload dialog is accepted.
func (t *Tab) Navigate(ctx context.Context, url string, until Until) (Load, error) {
	return Load{}, errNotImplemented
}

// History moves in the history or loads the current entry anew. It fails as Navigate does, and
// with fault.NavigationFailed when there is no such entry.
func (t *Tab) History(ctx context.Context, move Move, until Until) (Load, error) {
	return Load{}, errNotImplemented
}

// WaitLoad waits until the document of the main frame has come as far as until says. It reports
// whether the wait ended by its cap.
func (t *Tab) WaitLoad(ctx context.Context, until Until) (capped bool, err error) {
	return false, errNotImplemented
}
