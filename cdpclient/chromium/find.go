package chromium

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/observer-svc/observer-svc/fault"
)

// names are what a Chromium may be called, the ones that start fastest first.
func names() []string {
	return []string{
		"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
		"google-chrome", "google-chrome-stable", "chrome",
	}
}

// folders are where the binaries of packages lie.
func folders() []string {
	return []string{
		"/usr/lib/chromium", "/usr/lib/chromium-browser", "/usr/lib64/chromium-browser",
		"/opt/google/chrome", "/snap/bin", "/Applications/Google Chrome.app/Contents/MacOS",
	}
}

// Find returns the binary to start. A path or name that is not empty must exist; otherwise the
// usual names are looked for on PATH and in the usual folders. Scripts that packages put around
// the binary are resolved to it, because they add flags of their own and some stay in between, so
// that killing them leaves Chromium running. It fails with fault.BrowserUnavailable.
func Find(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fault.New(fault.BrowserUnavailable,
				"There is no browser at %q. Give the path of a Chromium binary.", path).
				With("path", path).Because(err)
		}
		return binaryOf(found), nil
	}
	for _, name := range names() {
		if found, err := exec.LookPath(name); err == nil {
			return binaryOf(found), nil
		}
	}
	for _, folder := range folders() {
		for _, name := range names() {
			if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
				return binaryOf(found), nil
			}
		}
	}
	return "", fault.New(fault.BrowserUnavailable,
		"No Chromium was found on PATH or in the usual places. "+
			"Install chromium-headless-shell or chromium, or give the path of a binary.")
}

// binaryOf returns the binary that a script starts, where that can be told, and path otherwise.
func binaryOf(path string) string {
	if !isScript(path) {
		return path
	}
	candidates := make([]string, 0, len(folders())+2)
	if script, err := filepath.EvalSymlinks(path); err == nil {
		candidates = append(candidates, filepath.Join(filepath.Dir(script), "chrome"))
	}
	base := filepath.Base(path)
	for _, folder := range folders() {
		candidates = append(candidates, filepath.Join(folder, base))
	}
	candidates = append(candidates, filepath.Join("/usr/lib", base, base))
	for _, c := range candidates {
		if _, err := exec.LookPath(c); err == nil && !isScript(c) {
			return c
		}
	}
	return path
}

func isScript(path string) bool {
	f, err := os.Open(path) //nolint:gosec // the operator says which browser to run
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // only read
	head := make([]byte, 2)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("#!"))
}
