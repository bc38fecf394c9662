package cdpclient

import (
	"context"

	"github.com/mafredri/cdp/protocol/browser"

	"github.com/observer-svc/observer-svc/tree"
)

// setDownloads tells the browser what to do with the downloads of the context, and to tell of them.
// Files get the names that the browser chose for the downloads, never names that pages chose.
func (c *Context) setDownloads(ctx context.Context) error {
	args := browser.NewSetDownloadBehaviorArgs("deny")
	if folder := c.downloads.folder; folder != nil {
		args = browser.NewSetDownloadBehaviorArgs("allowAndName").SetDownloadPath(folder.Path())
	}
	err := browser.NewClient(c.browser.mux.Root()).SetDownloadBehavior(ctx, args.SetBrowserContextID(c.id).SetEventsEnabled(true))
	return explain(ctx, err, "making a browser context")
}

// downloadBegan takes a new download. The browser does not say in which context it is, but its
// frame does.
func (b *Browser) downloadBegan(e *browser.DownloadWillBeginReply) {
	t := b.tabWithFrame(tree.FrameID(e.FrameID))
	if t == nil {
		b.run(func() { b.disown(e.GUID) })
		return
	}
	d := t.context.downloads.begin(Download{
		ID: e.GUID, URL: t.context.cleanAddress(e.URL), Tab: t,
		SuggestedFilename: t.context.clean(plainFilename(e.SuggestedFilename)),
	}, t.toldOfFiles())
	t.context.tell(shelved{Download: d, tabs: t.toldOfFiles()})
	if tree.FrameID(e.FrameID) == t.MainFrame() {
		t.update(func() { t.nav.files, t.nav.file = t.nav.files+1, d })
	}
	if d.State == DownloadDenied {
		t.context.dropDownload(d.ID)
	}
}

// toldOfFiles returns the tabs that learn of a download: a popup that shows no document was opened
// only for it, so its opener learns too.
func (t *Tab) toldOfFiles() []*Tab {
	tabs := []*Tab{t}
	for opener := t.Opener(); opener != nil && t.blank(); opener = t.Opener() {
		tabs, t = append(tabs, opener), opener
	}
	return tabs
}

// blank reports whether the tab has shown no document from an address yet.
func (t *Tab) blank() bool {
	url := t.URL()
	return url == "" || url == "about:blank"
}

// downloadProgressed takes news of a download.
func (b *Browser) downloadProgressed(e *browser.DownloadProgressReply) {
	p := progress{state: DownloadInProgress, received: count(e.ReceivedBytes), total: count(e.TotalBytes)}
	switch e.State {
	case "completed":
		p.state = DownloadCompleted
	case "canceled":
		p.state = DownloadCancelled
	}
	c := b.contextWithDownload(e.GUID)
	if c == nil {
		return
	}
	d, tabs, drop := c.downloads.advance(e.GUID, p)
	if tabs != nil {
		c.tell(shelved{Download: d, tabs: tabs})
	}
	if drop {
		c.dropDownload(e.GUID)
	}
}

func count(bytes float64) uint64 { return uint64(max(bytes, 0)) }

// tell notes the state of a download in the tabs that learn of it.
func (c *Context) tell(d shelved) {
	for _, t := range d.tabs {
		t.update(func() {
			if t.nav.file.ID == d.ID {
				t.nav.file = d.Download
			}
			t.note(Event{Kind: EventDownload, Download: d.Download})
		})
		t.ring()
	}
}

// dropDownload cancels a download that is refused and removes what there is of it.
func (c *Context) dropDownload(id string) {
	c.browser.run(func() {
		ctx, cancel := context.WithTimeout(c.browser.life, letGoWithin)
		defer cancel()
		if c.downloads.folder != nil { // the browser refuses it by itself otherwise
			_ = c.cancelDownload(ctx, id) // it has ended already
		}
		if err := c.downloads.remove(id); err != nil {
			c.log.Warn("removing a refused download", "cause", err)
		}
	})
}

func (c *Context) cancelDownload(ctx context.Context, id string) error {
	return browser.NewClient(c.browser.mux.Root()).CancelDownload(ctx,
		browser.NewCancelDownloadArgs(id).SetBrowserContextID(c.id))
}

// disown cancels a download that no tab of ours is known to have started, in case it is in one of
// our contexts: nobody would bound it. In others the browser does not find it.
func (b *Browser) disown(id string) {
	for _, c := range b.all() {
		if c.downloads.folder == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(b.life, letGoWithin)
		if c.cancelDownload(ctx, id) == nil {
			c.log.Info("a download without a tab was refused")
		}
		cancel()
	}
}

// all returns our contexts.
func (b *Browser) all() []*Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	contexts := make([]*Context, 0, len(b.contexts))
	for _, c := range b.contexts {
		contexts = append(contexts, c)
	}
	return contexts
}

// tabs returns all tabs of our contexts.
func (b *Browser) tabs() []*Tab {
	var tabs []*Tab
	for _, c := range b.all() {
		tabs = append(tabs, c.Tabs()...)
	}
	return tabs
}

func (b *Browser) contextWithDownload(id string) *Context {
	for _, c := range b.all() {
		if _, _, err := c.downloads.look(id); err == nil {
			return c
		}
	}
	return nil
}

// tabWithFrame returns the tab that a frame is or was in; of a popup that is gone, its opener.
func (b *Browser) tabWithFrame(id tree.FrameID) *Tab {
	for _, t := range b.tabs() {
		if t.hadFrame(id) {
			return t
		}
	}
	for _, c := range b.all() {
		if t := c.openerOfParted(id); t != nil {
			return t
		}
	}
	return nil
}
