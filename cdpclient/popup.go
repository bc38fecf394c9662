package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/page"
)

// Opener returns the tab that opened this one, or nil.
func (t *Tab) Opener() *Tab {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.opener
}

// claim notes that NewTab made the tab.
func (t *Tab) claim() { t.claimed.Store(true) }

// openedBy notes the opener and tells it.
func (t *Tab) openedBy(opener *Tab) {
	if opener == nil {
		return
	}
	t.update(func() { t.opener = opener })
	opener.update(func() {
		opener.note(Event{Kind: EventPopup, Popup: t, URL: opener.nav.windowOpen, Gesture: opener.nav.gesture})
		opener.nav.windowOpen, opener.nav.gesture = "", false
	})
}

// windowOpened keeps the address of a window that the page opens, for the event of its tab.
func (t *Tab) windowOpened(e *page.WindowOpenReply) {
	t.update(func() { t.nav.windowOpen, t.nav.gesture = e.URL, e.UserGesture })
}

// Refused reports whether the tab is a popup that was closed before it ran.
func (t *Tab) Refused() bool { return t.unwanted.Load() }

// AwaitPopups waits until the tab has opened n others after an event of it, one of them out of a user's
// gesture: the first uses the gesture up.
func (t *Tab) AwaitPopups(ctx context.Context, after uint64, n int) error {
	return t.wait(ctx, func() (bool, error) {
		opened, asked := 0, false
		for _, e := range t.events.after(after) {
			if e.Kind == EventPopup {
				opened, asked = opened+1, asked || e.Gesture
			}
		}
		return asked && opened >= n, t.cause
	})
}
