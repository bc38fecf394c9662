package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryCasePageHasExpectationsAndTheOtherWayRound(t *testing.T) {
	for _, folder := range []string{"cases", "variations"} {
		var e expectations
		readYAML(t, folder+"/expect.yaml", &e)
		listed := map[string]bool{}
		for _, p := range e.Pages {
			listed[p.File] = true
			assert.FileExists(t, folder+"/"+p.File)
		}
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		for _, f := range files {
			if strings.HasSuffix(f.Name(), ".html") {
				assert.True(t, listed[f.Name()], "%s has no expectations", f.Name())
			}
		}
	}
}
