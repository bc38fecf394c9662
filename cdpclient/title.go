package cdpclient

import (
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

// fetchTitle asks the browser for the title: it tells of no change of it.
func (t *Tab) fetchTitle() {
	reply, err := target.NewClient(t.browser.mux.Root()).GetTargetInfo(t.life,
		target.NewGetTargetInfoArgs().SetTargetID(target.ID(t.target)))
	if err == nil {
		t.described(reply.TargetInfo)
	}
}

// sawTitle takes the title from a capture: the browser tells of no change by a script.
func (t *Tab) sawTitle(frames []tree.Frame) {
	if len(frames) > 0 && frames[0].Root != nil {
		t.update(func() { t.title = frames[0].Title })
	}
}
