package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// boardPage is a board whose cards can be dragged, and whose plain texts only their elements hear of.
const boardPage = `<!doctype html><title>Board</title><style>.tip{display:none}.who:hover + .tip{display:block}
[draggable], #done { width: 200px; border: 1px solid; min-height: 40px }</style>
<div draggable=true id=card>Write report</div><div draggable=false>Fixed</div><ul><li draggable=true>Buy milk</li></ul>
<div id=done>Done</div><span class=who>Ann</span><p class=tip>Works in Oslo</p><p id=log>none</p><script>
card.ondragstart = (e) => e.dataTransfer.setData('text/plain', card.textContent);
done.ondragover = (e) => e.preventDefault();
done.ondrop = (e) => { e.preventDefault(); log.textContent = 'done: ' + e.dataTransfer.getData('text/plain'); };
</script>`

func TestWhatCanBeDraggedHasARefAndEveryTextCanHaveOne(t *testing.T) {
	conn := startService(t)
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			d := &driver{conn: conn, engine: engine}
			visit(t, d, site(t, map[string]string{"/": boardPage}).URL)
			s := mustObserve(t, d)
			card := s.ref(t, "group", "Write report")
			assert.Contains(t, s.text, `- group "Write report" [ref=`+card+"] [draggable]\n")
			assert.Regexp(t, `- listitem "Buy milk" \[ref=e\d+\] \[draggable\]`, s.text)
			assert.NotContains(t, s.text, "- text: \"Fixed\" [ref")

			all := mustObserve(t, d, allRefs)
			drop := all.ref(t, "text", "Done")
			drag := &observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: card, ToRef: drop}}}
			a := d.act(t.Context(), drag, stepTimeout)
			require.True(t, a.applied(), a.String())
			hover := &observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: all.ref(t, "text", "Ann")}}}
			require.True(t, d.act(t.Context(), hover, stepTimeout).applied())
			now := mustObserve(t, d)
			assert.Contains(t, now.text, "done: Write report")
			assert.Contains(t, now.text, "Works in Oslo")
		})
	}
}
