package cdpclient

import (
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
		opener.note(Event{Kind: EventPopup, Popup: t, URL: opener.nav.windowOpen})
		opener.nav.windowOpen = ""
	})
}

// windowOpened keeps the address of a window that the page opens, for the event of its tab.
func (t *Tab) windowOpened(e *page.WindowOpenReply) {
	t.update(func() { t.nav.windowOpen = e.URL })
}
