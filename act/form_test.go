package act

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFormWhoseControlsAreNamedLikePropertiesIsActedUponLikeAnyOther(t *testing.T) {
	// A form answers for any property with its control of that name.
	names := strings.Fields(`assignedSlot parentElement parentNode getRootNode localName tagName nodeType getAttribute hasAttribute
		isContentEditable isConnected closest matches contains querySelectorAll childNodes children control labels id style shadowRoot
		innerText textContent getClientRects getBoundingClientRect getAnimations checkVisibility scrollIntoView
		scrollHeight clientHeight scrollTop scrollBy`)
	form := `<form onsubmit="return false">`
	for _, name := range names {
		form += `<input type=hidden name=` + name + `>`
	}
	r := show(t, form+`<label>Email <input id=i></label><label><input type=checkbox id=c> Keep</label>
		<div contenteditable id=r aria-label=Note></div><select id=s aria-label=Size><option>S<option>L</select><button id=b>Send</button></form>`)
	r.applied(fillStep(r.ref("textbox", "Email"), "ann@example.org"))
	r.applied(fillStep(r.ref("generic", "Note"), "hello"))
	r.applied(checkStep(r.ref("checkbox", "Keep"), true))
	r.applied(selectStep(r.ref("combobox", "Size"), "L"))
	r.applied(clickStep(r.ref("button", "Send")))
	require.True(t, r.has("click b"))
	require.Equal(t, `"ann@example.org hello true L"`, r.js(`i.value + ' ' + r.textContent + ' ' + c.checked + ' ' + s.value`))
}
