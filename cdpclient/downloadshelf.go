package cdpclient

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"github.com/observer-svc/observer-svc/cdpclient/scratch"
	"github.com/observer-svc/observer-svc/fault"
)

// DownloadOptions say where downloads are kept and how much.
type DownloadOptions struct {
	// Folder is where each context makes a folder of its own, which it removes with itself. When
	// empty that is the folder for temporary files. The browser must know it under the same name.
	Folder string
	// MaxFile is how many bytes a file may have, MaxTotal how many all files of a context together,
	// MaxCount how many there may be; 0 means 100 MiB, 512 MiB and 100. The browser tells how much
	// has arrived twice a second only, so that much more may be on the disk for that long.
	MaxFile, MaxTotal uint64
	MaxCount          int
}

const (
	downloadPrefix = "observer-svc-downloads-"
	// withoutFile is how many downloads that have no file are remembered.
	withoutFile = 256
)

func (o DownloadOptions) withDefaults() DownloadOptions {
	if o.MaxFile == 0 {
		o.MaxFile = 100 << 20
	}
	if o.MaxTotal == 0 {
		o.MaxTotal = 512 << 20
	}
	if o.MaxCount == 0 {
		o.MaxCount = 100
	}
	return o
}

// shelf is the downloads of a context.
type shelf struct {
	limits DownloadOptions
	folder *scratch.Folder // nil where downloads are denied

	mu      sync.Mutex // guards the following
	all     map[string]*shelved
	order   []string
	closed  error         // why the context is gone
	changed chan struct{} // closed and replaced at each change
}

// shelved is a download and who is told of it.
type shelved struct {
	Download
	tabs []*Tab
	told uint64 // how many bytes the last event told of
}

// newShelf makes the downloads of a context; with nil all are denied.
func newShelf(o *DownloadOptions) (*shelf, error) {
	s := &shelf{all: map[string]*shelved{}, changed: make(chan struct{})}
	if o == nil {
		return s, nil
	}
	s.limits = o.withDefaults()
	folder, err := scratch.New(o.Folder, downloadPrefix)
	if err != nil {
		return nil, fault.New(fault.Internal, "The folder for downloads could not be made.").Because(err)
	}
	s.folder = folder
	return s, nil
}

// browserID is the form of the ids that a browser gives to downloads. They are names of files.
var browserID = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)

// begin takes a new download and returns it as it is told.
func (s *shelf) begin(d Download, tabs []*Tab) Download {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.State = DownloadInProgress
	switch {
	case s.folder == nil || !browserID.MatchString(d.ID):
		d.State, d.Denial = DownloadDenied, DeniedByPolicy
	case s.filesLocked() >= s.limits.MaxCount:
		d.State, d.Denial = DownloadDenied, DeniedTooMany
	}
	s.tidyLocked()
	s.all[d.ID] = &shelved{Download: d, tabs: tabs}
	s.order = append(s.order, d.ID)
	s.wakeLocked()
	return d
}

// progress is what the browser tells of a download.
type progress struct {
	state           DownloadState
	received, total uint64
}

// advance takes news of a download. It returns the download and the tabs to tell, none when there
// is nothing to tell, and whether its file must go.
func (s *shelf) advance(id string, p progress) (d Download, tabs []*Tab, drop bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.all[id]
	if one == nil || one.Ended() { // a refused one may have been complete before it was cancelled
		return Download{}, nil, one != nil && one.State == DownloadDenied && p.state == DownloadCompleted
	}
	if p.state != DownloadCancelled { // which tells no bytes
		one.Received, one.Total = p.received, p.total
	}
	one.State = p.state
	if over := s.overLocked(one); over != "" && one.State != DownloadCancelled {
		drop = true
		one.State, one.Denial = DownloadDenied, over
	}
	s.wakeLocked()
	if !one.Ended() && !one.noteworthy() {
		return one.Download, nil, false
	}
	one.told = one.Received
	return one.Download, one.tabs, drop
}

// noteworthy reports whether so much arrived since the last event that there should be another: a
// tenth of the file, or of an unknown size as much as before. So a download has few events.
func (d *shelved) noteworthy() bool {
	step := max(d.told, 1<<20)
	if d.Total > 0 {
		step = max(d.Total/10, 1)
	}
	return d.Received >= d.told+step && d.Received != d.Total
}

// overLocked returns the limit that a download exceeds.
func (s *shelf) overLocked(d *shelved) Denial {
	if d.size() > s.limits.MaxFile {
		return DeniedTooLarge
	}
	var total uint64
	for _, each := range s.all {
		total += each.size()
	}
	if total > s.limits.MaxTotal {
		return DeniedFull
	}
	return ""
}

// size is how many bytes a download takes, or will take as far as is known.
func (d *shelved) size() uint64 {
	switch d.State {
	case DownloadCompleted:
		return d.Received
	case DownloadInProgress:
		return max(d.Received, d.Total)
	default:
		return 0
	}
}

// filesLocked returns how many downloads have a file, or are about to.
func (s *shelf) filesLocked() (n int) {
	for _, d := range s.all {
		if d.State == DownloadCompleted || d.State == DownloadInProgress {
			n++
		}
	}
	return n
}

// tidyLocked makes room among the downloads without a file.
func (s *shelf) tidyLocked() {
	if len(s.all)-s.filesLocked() < withoutFile {
		return
	}
	i := slices.IndexFunc(s.order, func(id string) bool {
		state := s.all[id].State
		return state != DownloadCompleted && state != DownloadInProgress
	})
	delete(s.all, s.order[i])
	s.order = slices.Delete(s.order, i, i+1)
}

func (s *shelf) wakeLocked() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *shelf) list() []Download {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Download, 0, len(s.order))
	for _, id := range s.order {
		all = append(all, s.all[id].Download)
	}
	return all
}

// look returns a download and what is closed when any changes.
func (s *shelf) look(id string) (Download, <-chan struct{}, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.all[id]
	switch {
	case s.closed != nil:
		return Download{}, nil, s.closed
	case d == nil:
		return Download{}, nil, downloadNotFound(id)
	}
	return d.Download, s.changed, nil
}

func (s *shelf) await(ctx context.Context, id string) (Download, error) {
	for {
		d, changed, err := s.look(id)
		if err != nil || d.Ended() {
			return d, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return d, context.Cause(ctx)
		}
	}
}

// forget drops a download and returns it as it was.
func (s *shelf) forget(id string) (shelved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.all[id]
	if d == nil {
		return shelved{}, downloadNotFound(id)
	}
	delete(s.all, id)
	s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == id })
	s.wakeLocked()
	return *d, nil
}

// open opens the file of a download, which must be a plain file in the folder.
func (s *shelf) open(id string) (*os.File, error) {
	f, err := os.OpenInRoot(s.folder.Path(), id)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// remove removes the file of a download, if there is one.
func (s *shelf) remove(id string) error {
	if s.folder == nil || !browserID.MatchString(id) {
		return nil
	}
	err := os.Remove(filepath.Join(s.folder.Path(), id))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fault.New(fault.Internal, "The file of a download could not be removed.").Because(err)
	}
	return nil
}

// close ends whoever waits and removes the folder. It may be called more than once.
func (s *shelf) close(why error) error {
	if !s.shut(why) || s.folder == nil {
		return nil
	}
	return s.folder.Remove() //nolint:wrapcheck // it names the folder
}

// shut ends whoever waits, and reports whether nobody did before.
func (s *shelf) shut(why error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed != nil {
		return false
	}
	s.closed = why
	s.wakeLocked()
	return true
}
