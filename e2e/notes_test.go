package e2e

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// What the notes of cases/expect.yaml ask for beyond its steps.

// casePage opens a case page and returns its first snapshot.
func casePage(t *testing.T, file string) (*driver, *snapshot) {
	t.Helper()
	pages := httptest.NewServer(http.FileServer(http.Dir("cases")))
	t.Cleanup(pages.Close)
	d := &driver{conn: startService(t)}
	visit(t, d, pages.URL+"/"+file)
	return d, mustObserve(t, d)
}

func TestNobodyDeletesBobWithAPlanMadeForAnn(t *testing.T) {
	d, before := casePage(t, "007-node-recycled.html")
	ann := before.ref(t, "button", "Delete Ann")
	require.True(t, d.act(t.Context(), click(before.ref(t, "button", "Next person")), stepTimeout).applied())

	stream, err := d.observer().Act(t.Context(), &observerv1.ActRequest{
		SessionId: d.session, SnapshotId: before.header.GetSnapshotId(), Steps: []*observerv1.Step{click(ann)},
	})
	require.NoError(t, err)
	assert.Equal(t, "REF_CHANGED", errorInfo(lastError(stream)).GetReason())
	assert.Contains(t, mustObserve(t, d).text, "nobody deleted")
}

func TestWhatAModalDialogCoversIsRefusedAndTheDialogIsNamed(t *testing.T) {
	d, before := casePage(t, "025-aria-modal.html")
	remove := before.ref(t, "button", "Delete report.txt")
	require.True(t, d.act(t.Context(), click(remove), stepTimeout).applied())
	a := d.act(t.Context(), click(remove), 1500*time.Millisecond)
	assert.Equal(t, "COVERED", a.reason(), a.String())
	assert.Contains(t, a.String(), "Delete this file?")
}

func TestAnOptionThatTwoLabelsMatchIsRefused(t *testing.T) {
	d, before := casePage(t, "039-select-ambiguous.html")
	plan := before.ref(t, "combobox", "Plan")
	a := d.act(t.Context(), &observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: plan, Options: options("Gold")}}}, stepTimeout)
	assert.Equal(t, "NO_OPTION", a.reason(), a.String())
	assert.Equal(t, before.text, mustObserve(t, d).text)
}

func TestAClickOnAnOptionOfAClosedSelectSelectsIt(t *testing.T) {
	d, _ := casePage(t, "043-option-of-closed-select.html")
	option := mustObserve(t, d, allRefs).ref(t, "option", "Delivery")
	a := d.act(t.Context(), click(option), stepTimeout)
	require.True(t, a.applied(), a.String())
	assert.Contains(t, mustObserve(t, d).text, "now Delivery")
}
