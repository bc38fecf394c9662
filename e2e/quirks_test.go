package e2e

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// menuPage has no doctype. In quirks mode the selector :hover by itself is one of links only.
const menuPage = `<title>Menu</title><style>.more { display: none } li:hover .more { display: inline } li { padding: 8px }</style>
<ul><li>One <button class=more>Delete</button><li>Two <button class=more>Delete</button><li>Three <button class=more>Delete</button></ul>`

func TestInQuirksModeWhatIsHoveredIsToldFromItsLikes(t *testing.T) {
	conn := startService(t)
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			d := &driver{conn: conn, engine: engine}
			visit(t, d, site(t, map[string]string{"/": menuPage}).URL)
			second := mustObserve(t, d, allRefs).find(target{Role: "listitem"})[1]
			hover := &observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: second.GetRef()}}}
			a := d.act(t.Context(), hover, stepTimeout)
			require.True(t, a.applied(), a.String())
			now := mustObserve(t, d)
			assert.Equal(t, 1, strings.Count(now.text, `- button "Delete"`), now.text)
			assert.Regexp(t, `listitem: "Two"\n    - button "Delete"`, now.text)
		})
	}
}
