package cdpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mafredri/cdp/rpcc"
	"github.com/stretchr/testify/require"
)

// table is the page of a table with a link, a button and a checkbox in each row: about nine
// elements a row.
func table(rows int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>t</title><h1>Table</h1><table>")
	for i := range rows {
		fmt.Fprintf(&b, `<tr id=r%[1]d><td>%[1]d</td><td>Name %[1]d</td><td><a href="/x/%[1]d">Link %[1]d</a></td><td>`+
			`<button>Edit %[1]d</button></td><td><input type=checkbox aria-label="Sel %[1]d"></td></tr>`, i)
	}
	b.WriteString("</table>")
	return b.String()
}

func took(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

func median(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}

// TestCaptureCost prints what captures cost beside raw calls of the same run. It judges nothing: on
// a busy machine only the ratios mean something.
func TestCaptureCost(t *testing.T) {
	if os.Getenv("COST") == "" {
		t.Skip("it measures; set COST=1")
	}
	for _, rows := range []int{150, 1000, 5000} {
		s := pages(t, map[string]string{"/": table(rows)})
		tab := newTestTab(t, ContextOptions{})
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		var cold, raw, again, trip, delta []time.Duration
		for i := range 3 {
			mustNavigate(t, tab, s.URL)
			cold = append(cold, took(func() { _, err := tab.Capture(ctx, PageEngine); require.NoError(t, err) }))
			for range 5 {
				again = append(again, took(func() { _, err := tab.Capture(ctx, PageEngine); require.NoError(t, err) }))
				trip = append(trip, took(func() { mustEvaluate(t, tab, "1") }))
			}
			for j := range 5 {
				mustEvaluate(t, tab, fmt.Sprintf("document.querySelector('#r%d button').textContent = 'b%d'", 5+j, i))
				delta = append(delta, took(func() { _, err := tab.Glance(ctx, PageEngine); require.NoError(t, err) }))
			}
			mustNavigate(t, tab, s.URL)
			raw = append(raw, took(func() {
				var reply json.RawMessage
				require.NoError(t, rpcc.Invoke(ctx, "Accessibility.getFullAXTree", nil, &reply, tab.pageConn()))
			}))
		}
		t.Logf("%5d rows: cold %v, raw AX tree %v, ratio %.2f; unchanged %v, one evaluate %v; glance after a text change %v",
			rows, median(cold), median(raw), float64(median(cold))/float64(median(raw)), median(again), median(trip), median(delta))
	}
}
