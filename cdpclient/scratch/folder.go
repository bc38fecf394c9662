package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// LockName is the name of the file in each folder that says whether its owner is alive.
const LockName = "owner.lock"

// Folder is a folder that only this user can read. A lock on a file in it, which the kernel releases
// with the death of its holder, says that it is in use.
type Folder struct {
	path string
	lock *os.File
}

// New makes a folder below parent, or below the folder for temporary files when that is empty, and
// removes those with the same prefix whose owners have died.
func New(parent, prefix string) (*Folder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	f := &Folder{path: path}
	// The lock is taken before the file has the name that sweep looks for: no moment exists in
	// which the folder looks abandoned.
	early := filepath.Join(path, LockName+".new")
	f.lock, err = os.OpenFile(early, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // our own folder
	if err == nil {
		err = errors.Join(tryLock(f.lock), os.Rename(early, filepath.Join(path, LockName)))
	}
	if err != nil {
		return nil, errors.Join(err, f.Remove())
	}
	sweep(filepath.Dir(path), prefix)
	return f, nil
}

// Path returns where the folder is.
func (f *Folder) Path() string { return f.path }

// Remove deletes the folder with all that is in it.
func (f *Folder) Remove() error {
	err := os.RemoveAll(f.path)
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	return err
}

// sweep removes abandoned folders. What cannot be removed is left for the next time.
func sweep(parent, prefix string) {
	locks, err := filepath.Glob(filepath.Join(parent, prefix+"*", LockName))
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
