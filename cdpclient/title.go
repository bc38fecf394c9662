package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/target"

	"github.com/observer-svc/observer-svc/tree"
)

// Title returns the title of the document as of its loading or the last capture; page text.
func (t *Tab) Title() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.context.clean(t.title)
}

// described takes what the browser says about the page.
func (t *Tab) described(info target.Info) {
	t.update(func() { t.title = info.Title })
}

// fetchTitle asks the browser for the title: it tells of no change of it. Of several that ask at once the one
// that asked last is believed, whichever goes on first.
func (t *Tab) fetchTitle(ctx context.Context) {
	var mine uint64
	t.update(func() {
		t.titleAsked++
		mine = t.titleAsked
	})
	reply, err := target.NewClient(t.browser.mux.Root()).GetTargetInfo(ctx,
		target.NewGetTargetInfoArgs().SetTargetID(target.ID(t.target)))
	if err != nil {
		return
	}
	t.update(func() {
		if mine > t.titleTold {
			t.title, t.titleTold = reply.TargetInfo.Title, mine
		}
	})
}

// sawTitle takes the title from a capture: the browser tells of no change by a script.
func (t *Tab) sawTitle(frames []tree.Frame) {
	if len(frames) > 0 && frames[0].Root != nil {
		t.update(func() { t.title = frames[0].Title })
	}
}
