package service

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// killChildren kills the browser this test program has started.
func killChildren(t *testing.T) {
	t.Helper()
	self := strconv.Itoa(os.Getpid())
	kill(t, func(p process) bool { return p.parent == self })
}

// killRenderers kills the processes that hold pages.
func killRenderers(t *testing.T) {
	t.Helper()
	self, parents := strconv.Itoa(os.Getpid()), map[string]string{}
	for _, p := range processes(t) {
		parents[p.id] = p.parent
	}
	kill(t, func(p process) bool {
		for at := p.id; at != "" && strings.Contains(p.command, "--type=renderer"); at = parents[at] {
			if at == self {
				return true
			}
		}
		return false
	})
}

// process is a running process.
type process struct{ id, parent, command string }

func processes(t *testing.T) []process {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	var all []process
	for _, name := range stats {
		stat, err1 := os.ReadFile(name)
		command, err2 := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		_, rest, _ := strings.Cut(string(stat), ") ") // pid (name) state ppid …
		if fields := strings.Fields(rest); err1 == nil && err2 == nil && len(fields) > 1 {
			all = append(all, process{filepath.Base(filepath.Dir(name)), fields[1], string(command)})
		}
	}
	return all
}

func kill(t *testing.T, which func(process) bool) {
	t.Helper()
	killed := 0
	for _, p := range processes(t) {
		if which(p) {
			pid, err := strconv.Atoi(p.id)
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			killed++
		}
	}
	require.NotZero(t, killed, "no such process was found")
}
