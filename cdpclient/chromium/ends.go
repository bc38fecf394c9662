package chromium

import (
	"errors"
	"os"
	"slices"
)

// ends are open ends of pipes. Those that are not kept are closed, because the pipe would outlive
// the child, which has copies of its own.
type ends struct {
	open []*os.File
	err  error
}

// pipe makes a pipe, unless something has failed before.
func (e *ends) pipe() (r, w *os.File) {
	if e.err != nil {
		return nil, nil
	}
	if r, w, e.err = os.Pipe(); e.err == nil {
		e.open = append(e.open, r, w)
	}
	return r, w
}

// keep leaves files open for their new owner.
func (e *ends) keep(files ...*os.File) {
	e.open = slices.DeleteFunc(e.open, func(f *os.File) bool { return slices.Contains(files, f) })
}

func (e *ends) close() {
	for _, f := range e.open {
		e.err = errors.Join(e.err, f.Close())
	}
}
