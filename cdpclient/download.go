package cdpclient

import (
	"context"
	"os"
	"time"

	"github.com/observer-svc/observer-svc/fault"
)

// DownloadState says how far a download is.
type DownloadState uint8

// The states of a download.
const (
	DownloadInProgress DownloadState = iota + 1
	DownloadCompleted
	DownloadCancelled // or it failed on the way
	DownloadDenied    // by policy or a limit; nothing of it is kept
)

// Denial says why a download was refused.
type Denial string

// The denials.
const (
	DeniedByPolicy Denial = "policy"
	DeniedTooLarge Denial = "file too large"
	DeniedFull     Denial = "session full"
	DeniedTooMany  Denial = "too many"
)

// Download is a file that a page sent. It is a value: a picture of the moment.
type Download struct {
	ID                string // chosen by the browser
	URL               string // page text
	SuggestedFilename string // page text; a plain name without folders and control characters
	Tab               *Tab   // that started it
	State             DownloadState
	Denial            Denial // of DownloadDenied
	Received, Total   uint64 // bytes; Total is 0 when not known
}

// Ended reports whether the state of the download is final.
func (d Download) Ended() bool { return d.State != DownloadInProgress }

// Downloads returns the downloads of the context, oldest first. Of those without a file only the
// last are remembered.
func (c *Context) Downloads() []Download { return c.downloads.list() }

// AwaitDownload returns a download once it has ended. It fails with fault.DownloadNotFound, also
// when the download is deleted meanwhile, fault.SessionNotFound when the context is closed,
// fault.Timeout or fault.Cancelled.
func (c *Context) AwaitDownload(ctx context.Context, id string) (Download, error) {
	d, err := c.downloads.await(ctx, id)
	return d, explain(ctx, err, "waiting for a download")
}

// Download returns a download as it is now. It fails with fault.DownloadNotFound.
func (c *Context) Download(id string) (Download, error) {
	d, _, err := c.downloads.look(id)
	return d, err
}

// OpenDownload opens the file of a download for reading. It fails with fault.DownloadNotFound,
// fault.DownloadDenied, or fault.DownloadFailed when there is no complete file.
func (c *Context) OpenDownload(id string) (*os.File, error) {
	d, _, err := c.downloads.look(id)
	if err != nil {
		return nil, err
	}
	switch d.State {
	case DownloadCompleted:
	case DownloadDenied:
		return nil, downloadDenied(d)
	default:
		return nil, fault.New(fault.DownloadFailed, "The download was cancelled or failed. Start it again.").With("download_id", id)
	}
	f, err := c.downloads.open(id)
	if err != nil {
		return nil, fault.New(fault.DownloadFailed,
			"The file cannot be read. A browser on another machine keeps its downloads there.").
			With("download_id", id).Because(err)
	}
	return f, nil
}

// DeleteDownload cancels a download that is under way, removes its file and forgets it. It fails
// with fault.DownloadNotFound.
func (c *Context) DeleteDownload(ctx context.Context, id string) error {
	d, err := c.downloads.forget(id)
	if err != nil {
		return err
	}
	if !d.Ended() {
		d.State = DownloadCancelled
		c.tell(d)
		if err := c.cancelDownload(ctx, id); err != nil && c.browser.alive() != nil {
			return c.browser.alive()
		}
	}
	return c.downloads.remove(id)
}

// Refused returns why a download was refused, a fault.DownloadDenied, or nil.
func (d Download) Refused() error {
	if d.State != DownloadDenied {
		return nil
	}
	return downloadDenied(d)
}

func downloadDenied(d Download) *fault.Error {
	sentence := map[Denial]string{
		DeniedByPolicy: "The session denies downloads. Create one whose policy allows them.",
		DeniedTooLarge: "The file is larger than the server allows.",
		DeniedFull:     "The files of the session would be larger than the server allows. Delete some.",
		DeniedTooMany:  "The session has as many downloads as the server allows. Delete some.",
	}[d.Denial]
	return fault.New(fault.DownloadDenied, "%s", sentence).With("denial", string(d.Denial)).With("download_id", d.ID)
}

func downloadNotFound(id string) *fault.Error {
	return fault.New(fault.DownloadNotFound, "The session has no download %q. List its downloads.", id).With("download_id", id)
}

// fileWithin is how long the news of a download may follow the news that an address is one.
const fileWithin = 2 * time.Second

// fetched returns how a navigation ended that turned out to be a download.
func (t *Tab) fetched(ctx context.Context, before mark) Load {
	soon, cancel := context.WithTimeout(ctx, fileWithin)
	defer cancel()
	_ = t.wait(soon, func() (bool, error) { return t.nav.files > before.files, t.cause }) // that it is one is known anyway
	t.mu.Lock()
	d := t.nav.file
	if t.nav.files == before.files {
		d = Download{State: DownloadCancelled}
	}
	t.mu.Unlock()
	return t.stayed(Load{IsFile: true, Download: d})
}
