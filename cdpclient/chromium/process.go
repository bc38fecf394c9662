package chromium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient/scratch"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
	"github.com/observer-svc/observer-svc/fault"
)

const (
	profilePrefix = "observer-svc-profile-"
	// graceful is how long Chromium may take to end by itself after the pipe was closed, so that
	// it can collect its own children, before the whole group is killed.
	graceful = 3 * time.Second
	// groupWithin is how long the processes of a killed group may take to vanish.
	groupWithin = 3 * time.Second
	groupPoll   = 10 * time.Millisecond
	// lastWordsWithin is how long a failing browser's exit and output are waited for.
	lastWordsWithin = time.Second
)

// Options say how to start a browser.
type Options struct {
	Path               string   // as Find takes it
	Headful, NoSandbox bool     // see the package
	Args               []string // more flags
}

// Process is a running Chromium. It is safe for concurrent use.
type Process struct {
	path    string
	cmd     *exec.Cmd
	pipe    transport.Transport
	profile *scratch.Folder
	stderr  *tail
	output  *os.File      // our end of the error output
	copied  chan struct{} // closed when stderr has all of it
	exited  chan struct{}
	exit    error // of Wait; to be read after exited
	close   func() error
}

// Start starts a browser. That it runs does not mean that it works: the first call on the
// transport shows that. It fails with fault.BrowserUnavailable.
func Start(o Options) (*Process, error) {
	path, err := Find(o.Path)
	if err != nil {
		return nil, err
	}
	p := &Process{path: path, stderr: &tail{}, copied: make(chan struct{}), exited: make(chan struct{})}
	p.close = sync.OnceValue(p.end)
	if p.profile, err = scratch.New("", profilePrefix); err != nil {
		return nil, fault.New(fault.BrowserUnavailable,
			"The browser's profile folder could not be made below %q.", os.TempDir()).Because(err)
	}
	if err := p.start(flags(o, p.profile.Path())); err != nil {
		return nil, fault.New(fault.BrowserUnavailable, "The browser %q could not be started.", path).
			With("path", path).Because(errors.Join(err, p.profile.Remove()))
	}
	return p, nil
}

func (p *Process) start(args []string) error {
	var e ends
	defer e.close()
	in, toIt := e.pipe()
	fromIt, out := e.pipe()
	output, errOut := e.pipe()
	if e.err != nil {
		return e.err
	}
	p.cmd = exec.Command(p.path, args...)                   //nolint:gosec,noctx // the operator's browser; Close ends it
	p.cmd.ExtraFiles = []*os.File{in, out}                  // its descriptors 3 and 4
	p.cmd.Stderr = errOut                                   // a file, so that Wait does not wait for its children
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a group of its own, so that all of it can be killed
	p.cmd.Dir = p.profile.Path()                            // keeps no other folder busy
	p.cmd.Env = append(os.Environ(), "HOME="+p.profile.Path())
	if err := p.cmd.Start(); err != nil {
		return err
	}
	e.keep(toIt, fromIt, output)
	p.pipe, p.output = transport.Pipe(fromIt, toIt), output
	go func() {
		defer close(p.copied)
		_, _ = io.Copy(p.stderr, output) // ends with the last process that holds it, or with Close
	}()
	go func() {
		defer close(p.exited)
		p.exit = p.cmd.Wait()
	}()
	return nil
}

// Path returns the binary that runs.
func (p *Process) Path() string { return p.path }

// Transport returns the connection to the browser.
func (p *Process) Transport() transport.Transport { return p.pipe }

// Exited is closed when the main process has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Explain turns the failure of a first call into one that tells what became of the browser and
// what it said. It is called before Close.
func (p *Process) Explain(err error) error {
	how := "did not answer in time"
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		how = "closed its connection"
		// The connection ends a moment before the process, and its output a moment after.
		if within(p.exited, lastWordsWithin) {
			how = "ended at once"
			within(p.copied, lastWordsWithin)
			if p.exit != nil {
				how = fmt.Sprintf("ended at once (%v)", p.exit)
			}
		}
	}
	f := fault.New(fault.BrowserUnavailable, "The browser %q was started but %s.", p.path, how).
		With("path", p.path).Because(err)
	if said := lastLines(p.stderr.String(), 3); said != "" {
		f.Message += " It said: " + said
	}
	return f
}

// within waits for done, but not longer than d. It reports whether it is done.
func within(done <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}

// Close ends the browser, waits for all its processes, and removes its profile folder. It may be
// called more than once and from several goroutines; all of them wait.
func (p *Process) Close() error { return p.close() }

func (p *Process) end() error {
	errs := []error{p.pipe.Close()}
	within(p.exited, graceful)
	errs = append(errs, p.killGroup())
	<-p.exited
	errs = append(errs, p.output.Close())
	<-p.copied
	return errors.Join(append(errs, p.profile.Remove())...)
}

// killGroup kills what is left of the group and waits until nothing is.
func (p *Process) killGroup() error {
	group := -p.cmd.Process.Pid
	deadline := time.NewTimer(groupWithin)
	defer deadline.Stop()
	tick := time.NewTicker(groupPoll)
	defer tick.Stop()
	for {
		if err := syscall.Kill(group, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
			return nil
		}
		select {
		case <-deadline.C:
			return fmt.Errorf("processes of the browser (group %d) did not end", -group)
		case <-tick.C:
		}
	}
}

// Kill ends the main process at once, as a crash of the browser would.
func (p *Process) Kill() error { return p.cmd.Process.Kill() }
