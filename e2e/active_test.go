package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// pickerPage is a list of many options whose active one the arrow keys move, as ARIA's pattern of a
// combobox has it: the focus stays in the field.
const pickerPage = `<!doctype html><title>Picker</title><input role=combobox aria-label=City aria-expanded=true aria-controls=l>
<div role=listbox id=l aria-label=Cities></div><script>
l.innerHTML = Array.from({length: 200}, (_, i) => '<div role=option id=o' + i + '>City ' + i + '</div>').join('');
const field = document.querySelector('input'); let at = -1;
field.onkeydown = (e) => {
  if (e.key === 'ArrowDown') field.setAttribute('aria-activedescendant', 'o' + ++at);
  if (e.key === 'Enter') field.value = l.children[at].textContent;
};
field.focus();
</script>`

func TestAMovedActiveItemIsASmallDelta(t *testing.T) {
	conn := startService(t)
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			d := &driver{conn: conn, engine: engine}
			visit(t, d, site(t, map[string]string{"/": pickerPage}).URL)
			field := mustObserve(t, d).ref(t, "combobox", "City")
			require.True(t, d.act(t.Context(), press(field, "ArrowDown"), stepTimeout).applied())
			before := mustObserve(t, d)
			a := d.act(t.Context(), press(field, "ArrowDown"), stepTimeout)
			require.True(t, a.applied(), a.String())
			first, second := before.ref(t, "option", "City 0"), before.ref(t, "option", "City 1")
			text := a.result.GetEffect().GetDelta().GetText()
			for _, line := range []string{
				fmt.Sprintf(`-   - option "City 0" [ref=%s] [active]`, first), fmt.Sprintf(`+   - option "City 0" [ref=%s]`, first),
				fmt.Sprintf(`-   - option "City 1" [ref=%s]`, second), fmt.Sprintf(`+   - option "City 1" [ref=%s] [active]`, second),
			} {
				assert.Contains(t, text, line+"\n")
			}
			assert.Less(t, strings.Count(text, "\n"), 14, text)
			now := mustObserve(t, d).find(target{Role: "option", Name: &[]string{"City 1"}[0]})
			require.Len(t, now, 1)
			assert.True(t, now[0].GetStates().GetActive())
		})
	}
}

func press(ref, key string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: ref, Key: key}}}
}
