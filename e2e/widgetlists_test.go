//go:build widgets

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// listOf is a list of 200 records that a framework shows.
type listOf struct {
	t *testing.T
	d *driver
}

// The buttons of the lists, see widgets/src/records.js.
const (
	renderAgain = "Render again"
	makeAnew    = "Make anew"
	removeFirst = "Remove the first"
	turnAround  = "Turn around"
	anewTurned  = "Make anew, turned around without the last"
)

func TestListsOfFrameworksThatAreRenderedOrMadeAgainKeepTheirRefsInFewTokens(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	require.NoError(t, err)
	for button, rebound := range map[string]int{renderAgain: 0, makeAnew: 400} {
		eachList(t, func(l listOf, name string) {
			before := mustObserve(l.t, l.d)
			delta := l.press(before, button).GetDelta()
			tokens, err := codec.Count(delta.GetText())
			require.NoError(l.t, err)
			l.t.Logf("counts: list of %s, %s: %d tokens, %d refs taken over", name, button, tokens, len(delta.GetRebound()))
			assert.LessOrEqual(l.t, tokens, 200)
			for _, line := range []string{`"Status: saved 1"`, `"Item juniper 100 (updated 1)"`, `"Bumps: 1"`} {
				assert.Contains(l.t, delta.GetText(), line)
			}
			assert.Len(l.t, delta.GetRebound(), rebound)
			assert.Equal(l.t, refsOf(before), refsOf(mustObserve(l.t, l.d)))
		})
	}
}

func TestRowsOfFrameworksThatMoveOrServeAnotherRecordAreToldApart(t *testing.T) {
	adopted, kept, refused := 0, 0, 0
	eachList(t, func(l listOf, name string) {
		for _, button := range []string{removeFirst, turnAround, anewTurned} {
			before, saw := mustObserve(l.t, l.d), l.records()
			l.press(before, button)
			now, shows := mustObserve(l.t, l.d), l.records()
			was, record := map[string]*observerv1.Node{}, map[string]int{} // by ref: the button, and whose it was
			for i, n := range rowButtons(before) {
				was[n.GetRef()], record[n.GetRef()] = n, saw[i]
			}
			for i, n := range rowButtons(now) {
				old := was[n.GetRef()]
				isAdopted := old.GetNodeId() != n.GetNodeId()
				switch {
				case old == nil:
				case record[n.GetRef()] == shows[i] && isAdopted:
					adopted++
				case record[n.GetRef()] == shows[i]:
					kept++
				case isAdopted:
					l.t.Errorf("%s, %s: %s was the button of record %d and is adopted by that of %d", name, button, n.GetRef(), record[n.GetRef()], shows[i])
				default:
					// The element serves another record. Its ref is that of the element, and says so.
					require.Equal(l.t, "REF_CHANGED", l.reasonFor(before, n.GetRef()))
					refused++
				}
			}
		}
	})
	t.Logf("counts: lists: of the refs of row buttons, %d were adopted by the same record, %d stayed with it, %d were refused as serving another; 0 wrong", adopted, kept, refused)
}

// eachList runs a test on the list of each framework, with and without keys.
func eachList(t *testing.T, test func(l listOf, name string)) {
	conn := startService(t)
	libraries := widgetSite(t)
	for _, framework := range []string{"react", "vue", "lit"} {
		for _, keyed := range []bool{true, false} {
			name := fmt.Sprintf("%s, keyed %t", framework, keyed)
			t.Run(name, func(t *testing.T) {
				d := &driver{conn: conn}
				visit(t, d, fmt.Sprintf("%slist-%s.html?keyed=%t", libraries, framework, keyed))
				test(listOf{t, d}, name)
			})
		}
	}
}

// press clicks a button of the page and returns what that changed.
func (l listOf) press(s *snapshot, button string) *observerv1.Effect {
	l.t.Helper()
	a := l.d.act(l.t.Context(), click(s.ref(l.t, "button", button)), stepTimeout)
	require.True(l.t, a.applied(), a.String())
	return a.result.GetEffect()
}

// records are those whose buttons the page shows, in its order, as the page's own elements say.
func (l listOf) records() []int {
	l.t.Helper()
	var records []int
	require.NoError(l.t, l.d.evaluate(l.t.Context(), `[...document.querySelectorAll('li button')].map((b) => b.record)`, &records))
	return records
}

// reasonFor hovers a ref by a plan that was made on a snapshot and returns why that is refused.
func (l listOf) reasonFor(s *snapshot, ref string) string {
	l.t.Helper()
	stream, err := l.d.observer().Act(l.t.Context(), &observerv1.ActRequest{SessionId: l.d.session, SnapshotId: s.header.GetSnapshotId(),
		Steps: []*observerv1.Step{{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: ref}}}}})
	require.NoError(l.t, err)
	return errorInfo(lastError(stream)).GetReason()
}

// rowButtons are the buttons in rows, in the order of the page.
func rowButtons(s *snapshot) []*observerv1.Node {
	var buttons []*observerv1.Node
	for _, n := range s.nodes {
		if n.GetRole() == "button" && strings.HasPrefix(n.GetName(), "Edit item") {
			buttons = append(buttons, n)
		}
	}
	return buttons
}

func refsOf(s *snapshot) []string {
	var refs []string
	for _, n := range s.nodes {
		if n.GetRef() != "" {
			refs = append(refs, n.GetRef())
		}
	}
	return refs
}
