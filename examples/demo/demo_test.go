package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func buildService(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "observer-svc")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../../cmd/observer-svc")
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	return binary
}

func TestTheDemoShowsASnapshotAnActAndDiffsFromATimerAndAFrameAndEndsByItself(t *testing.T) {
	binary := buildService(t)
	before := leftovers(t)
	var out bytes.Buffer
	start := time.Now()
	require.NoError(t, run(t.Context(), binary, "", &out), out.String())
	assert.Less(t, time.Since(start), 2*time.Minute)
	text := out.String()
	assert.Contains(t, text, `- heading "Harbour ferries" [level=1]`)
	assert.Contains(t, text, "OUTCOME_APPLIED")
	assert.Contains(t, text, "The office is open.")
	assert.GreaterOrEqual(t, strings.Count(text, "-- pushed: revision"), 3, text)
	assert.Equal(t, before, leftovers(t), "files were left behind")
}

// leftovers lists what the demo and the service keep in the folder for temporary files.
func leftovers(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(os.TempDir(), "observer-demo-*"))
	require.NoError(t, err)
	return found
}

func TestTheDemoShowsAPageOfTheAudienceToo(t *testing.T) {
	binary := buildService(t)
	site := startSite()
	defer site.Close()
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), binary, site.URL, &out), out.String())
	assert.Contains(t, out.String(), `- heading "Harbour ferries" [level=1]`)
	assert.Contains(t, out.String(), "-- pushed: revision")
}

func TestTheDemoSaysWhyAServiceDoesNotStart(t *testing.T) {
	var out bytes.Buffer
	require.ErrorContains(t, run(t.Context(), "/nowhere/observer-svc", "", &out), "start the service")
	require.ErrorContains(t, run(t.Context(), "/bin/false", "", &out), "it ended")
}
