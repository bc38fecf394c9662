package cdpclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheModulesOfTheAgent runs the tests in agent/js/test, in the browser: each file is imported into a page of its own,
// and exports its tests by name.
func TestTheModulesOfTheAgent(t *testing.T) {
	files, err := filepath.Glob("agent/js/test/*.test.js")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	modules := http.StripPrefix("/js/", http.FileServer(http.Dir("agent/js")))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/js/") {
			modules.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<!doctype html><title>t</title><body>")
	}))
	t.Cleanup(s.Close)
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, s.URL)
			var failures []struct{ Name, Failure string }
			result := mustEvaluate(t, tab, `import('/js/test/`+name+`').then(({tests}) => JSON.stringify(Object.entries(tests).map(([name, run]) => {
				try { run(); return {name, failure: ''} } catch (e) { return {name, failure: String(e.stack)} }
			})))`)
			require.NoError(t, json.Unmarshal([]byte(result), &failures), result)
			require.NotEmpty(t, failures)
			for _, f := range failures {
				t.Run(f.Name, func(t *testing.T) { require.Empty(t, f.Failure) })
			}
		})
	}
}
