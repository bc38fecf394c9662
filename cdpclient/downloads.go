package cdpclient

import (
	"context"
	"strings"

	"github.com/mafredri/cdp/protocol/browser"

	"github.com/observer-svc/observer-svc/tree"
)

// downloadName is how many bytes of a suggested file name are kept.
const downloadName = 500

// denyDownloads refuses every download of a context, and has the browser tell of them.
func (c *Context) denyDownloads(ctx context.Context) error {
	err := browser.NewClient(c.browser.mux.Root()).SetDownloadBehavior(ctx,
		browser.NewSetDownloadBehaviorArgs("deny").SetBrowserContextID(c.id).SetEventsEnabled(true))
	return explain(ctx, err, "making a browser context")
}

// downloadBegan tells the tab whose frame started a download.
func (b *Browser) downloadBegan(e *browser.DownloadWillBeginReply) {
	name := abridge(strings.ToValidUTF8(e.SuggestedFilename, "\uFFFD"), downloadName)
	t := b.tabWithFrame(tree.FrameID(e.FrameID))
	if t == nil {
		return
	}
	d := Download{ID: e.GUID, SuggestedFilename: name, State: DownloadInProgress}
	t.update(func() {
		t.download = d
		t.note(Event{Kind: EventDownload, Download: d})
	})
	t.ring()
}

// downloadProgressed tells the end of a download. What is between is told by no event: it would
// say nothing that an agent can act on.
func (b *Browser) downloadProgressed(e *browser.DownloadProgressReply) {
	if e.State == "inProgress" {
		return
	}
	for _, t := range b.tabs() {
		t.downloadEnded(e)
	}
}

func (t *Tab) downloadEnded(e *browser.DownloadProgressReply) {
	t.update(func() {
		d := t.download
		if d.ID != e.GUID {
			return
		}
		d.Received, d.Total = count(e.ReceivedBytes), count(e.TotalBytes)
		d.State = DownloadCancelled
		if e.State == "completed" {
			d.State = DownloadCompleted
		}
		t.download = Download{}
		t.note(Event{Kind: EventDownload, Download: d})
	})
	t.ring()
}

func count(bytes float64) uint64 { return uint64(max(bytes, 0)) }

// tabs returns all tabs of our contexts.
func (b *Browser) tabs() []*Tab {
	b.mu.Lock()
	contexts := make([]*Context, 0, len(b.contexts))
	for _, c := range b.contexts {
		contexts = append(contexts, c)
	}
	b.mu.Unlock()
	var all []*Tab
	for _, c := range contexts {
		all = append(all, c.Tabs()...)
	}
	return all
}

func (b *Browser) tabWithFrame(id tree.FrameID) *Tab {
	for _, t := range b.tabs() {
		if _, ok := t.frame(id); ok {
			return t
		}
	}
	return nil
}
