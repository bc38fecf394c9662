package chromium

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

const (
	profilePrefix = "observer-svc-profile-"
	lockName      = "owner.lock"
)

// profile is a folder for one run of a browser. A lock on a file in it, which the kernel releases
// with the death of its holder, says that it is in use.
type profile struct {
	path string
	lock *os.File
}

// newProfile makes a folder below the folder for temporary files and removes those whose owners
// have died.
func newProfile() (*profile, error) {
	path, err := os.MkdirTemp("", profilePrefix)
	if err != nil {
		return nil, err
	}
	p := &profile{path: path}
	// The lock is taken before the file has the name that sweep looks for: no moment exists in
	// which the folder looks abandoned.
	early := filepath.Join(path, lockName+".new")
	p.lock, err = os.OpenFile(early, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // our own folder
	if err == nil {
		err = errors.Join(tryLock(p.lock), os.Rename(early, filepath.Join(path, lockName)))
	}
	if err != nil {
		return nil, errors.Join(err, p.remove())
	}
	sweep(filepath.Dir(path))
	return p, nil
}

// remove deletes the folder.
func (p *profile) remove() error {
	err := os.RemoveAll(p.path)
	if p.lock != nil {
		err = errors.Join(err, p.lock.Close())
	}
	return err
}

// sweep removes abandoned folders. What cannot be removed is left for the next time.
func sweep(parent string) {
	locks, err := filepath.Glob(filepath.Join(parent, profilePrefix+"*", lockName))
	if err != nil {
		return
	}
	for _, name := range locks {
		removeAbandoned(name)
	}
}

func removeAbandoned(lockFile string) {
	f, err := os.OpenFile(lockFile, os.O_RDWR, 0) //nolint:gosec // named by ourselves
	if err != nil {
		return
	}
	defer f.Close() //nolint:errcheck // nothing was written
	if tryLock(f) == nil {
		_ = os.RemoveAll(filepath.Dir(lockFile))
	}
}

func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
