//go:build widgets

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// widget is something of a library nobody here wrote, and how it is brought to a goal by what the
// text of the page says alone.
type widget struct {
	page  string // a file of widgets/pages, without its extension
	drive func(h *hand)
	goal  string // an expression about the page's own state
	want  string // its value as JSON
}

func TestWidgetsOfOthersAreBroughtToAGoalByTheTextAloneAndReadTheSameWithBothEngines(t *testing.T) {
	conn := startService(t, "bill.txt")
	libraries := widgetSite(t)
	var count comparison
	reached := 0
	for _, w := range slices.Concat(editorWidgets, formWidgets, pickerWidgets, dragWidgets, appWidgets) {
		t.Run(w.page, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
			defer cancel()
			d := &driver{conn: conn}
			require.NoError(t, d.open(ctx, libraries+w.page+".html", nil))
			defer func() { require.NoError(t, d.close(context.WithoutCancel(ctx))) }()
			h := &hand{t, ctx, d}
			count.compare(h, w.page, "at first")
			w.drive(h)
			var got json.RawMessage
			require.NoError(t, d.evaluate(ctx, w.goal, &got))
			require.JSONEq(t, w.want, string(got))
			reached++
			count.compare(h, w.page, "at the goal")
		})
	}
	t.Logf("counts: widgets: %d brought to their goal; %s", reached, count)
}

// widgetSite serves the pages: /m/ is node_modules, /dist/ what src/ is built into.
func widgetSite(t *testing.T) string {
	t.Helper()
	_, err := os.Stat("widgets/dist")
	require.NoError(t, err, "the libraries are not installed: run make widgets")
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("widgets/pages")))
	mux.Handle("/m/", http.StripPrefix("/m/", http.FileServer(http.Dir("widgets/node_modules"))))
	mux.Handle("/dist/", http.FileServer(http.Dir("widgets")))
	mux.HandleFunc("/towns/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"town":"Bergen","id":%q}`, r.PathValue("id"))
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL + "/"
}
