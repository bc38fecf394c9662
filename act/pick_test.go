package act

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

const changes = `<script>globalThis.got=[];for(const k of ['input','change'])addEventListener(k,e=>got.push(k+' '+e.target.selectedIndex+(e.isTrusted?'':' untrusted')),true)</script>`

func indexStep(ref string, at uint32) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: ref,
		Options: []*observerv1.OptionMatch{{By: &observerv1.OptionMatch_Index{Index: at}}}}}}
}

func TestAnOptionIsPickedAsAUserDoesWithOneTrustedChange(t *testing.T) {
	for name, body := range map[string]string{
		"plain":                 `<option>a<option>b<option>c<option>d<option>e`,
		"none selected":         `<option>a<option>b<option>c<option>d<option>e</select><script>i.selectedIndex=-1</script><select hidden>`,
		"a disabled first one":  `<option disabled selected>Choose<option>b<option>c<option>d<option>e`,
		"hidden ones":           `<option>a<option hidden>b<option style="display:none">c<option>d<option>e`,
		"groups":                `<option>a<optgroup label=G disabled><option>b</optgroup><optgroup label=H><option>c<option>d</optgroup><option>e`,
		"a line":                `<option>a<hr><option>b<option>c<hr><option>d<option>e`,
		"all of the same label": `<option value=1>x<option value=2>x<option value=3>x<option value=4>x<option value=5>x`,
		"many":                  `<option>a<option>b<option>c<option>d` + strings.Repeat("<option>more", 400),
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, changes+`<select id=i aria-label=F>`+body+`</select>`)
			o := r.applied(indexStep(r.ref("combobox", "F"), 3))
			require.JSONEq(t, `["input 3","change 3"]`, r.js("got"))
			require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, o.GetMeans())
			r.applied(indexStep(r.ref("combobox", "F"), 3))
			require.JSONEq(t, `["input 3","change 3"]`, r.js("got"), "it was selected already")
		})
	}
}

func TestAnOptionIsPickedInAFrameOfAnotherSite(t *testing.T) {
	r := newRig(t, cdpclient.ContextOptions{}, `<div style=height:2000px></div><iframe src="$THERE/in" title=In width=500 height=300></iframe>`,
		map[string]http.HandlerFunc{"/in": serve(`<select id=i aria-label=F><option>a<option>b<option>c</select>`)})
	o := r.applied(indexStep(r.ref("combobox", "F"), 2))
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, o.GetMeans())
	require.Equal(t, "c", o.GetValue())
}

// serve answers with a page.
func serve(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html>" + body))
	}
}

func TestOptionsOfAListInThePageArePickedWithTheMouse(t *testing.T) {
	r := show(t, changes+`<select size=4 id=i aria-label=F><option>a<option selected>b<option>c<option>d</select>`)
	o := r.applied(indexStep(r.ref("listbox", "F"), 3))
	require.JSONEq(t, `["input 3","change 3"]`, r.js("got"))
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, o.GetMeans())

	r = show(t, changes+`<select multiple size=4 id=i aria-label=F><option selected>a<option>b<option>c<option>d</select>`)
	ref := r.ref("listbox", "F")
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, r.applied(selectStep(ref, "a", "c")).GetMeans())
	require.JSONEq(t, `["input 0","change 0"]`, r.js("got"))
	require.Equal(t, `"a,c"`, r.js("[...i.selectedOptions].map(o=>o.value).join()"))
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_TRUSTED, r.applied(selectStep(ref, "c")).GetMeans())
	require.Equal(t, `"c"`, r.js("[...i.selectedOptions].map(o=>o.value).join()"))
	require.Equal(t, observerv1.InputMeans_INPUT_MEANS_SCRIPT, r.applied(selectStep(ref, "a", "b", "d")).GetMeans(), "several would change one after the other")
	require.Equal(t, `"a,b,d"`, r.js("[...i.selectedOptions].map(o=>o.value).join()"))
	require.Equal(t, 6, strings.Count(r.js("got"), ",")+1)
}

func TestWhereAnOptionCannotBePickedItIsSetWithoutAWrongChange(t *testing.T) {
	for name, body := range map[string]string{
		"a page that keeps the key": `<select id=i aria-label=F onkeydown="return false"><option>a<option>b<option>c<option>d</select>`,
		"a very long way":           `<select id=i aria-label=F>` + strings.Repeat("<option>x", 300) + `<option>d` + strings.Repeat("<option>y", 300) + `</select><script>i.options[300].id='far'</script>`,
		"a covered list":            `<select size=4 id=i aria-label=F><option>a<option>b<option>c<option>d</select><div style="position:fixed;inset:0">cover</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := show(t, changes+body)
			at, role := uint32(3), "combobox"
			switch name {
			case "a very long way":
				at = 300
			case "a covered list":
				role = "listbox"
			}
			o := r.applied(indexStep(r.ref(role, "F"), at))
			require.Equal(t, observerv1.InputMeans_INPUT_MEANS_SCRIPT, o.GetMeans())
			require.Equal(t, 2, strings.Count(r.js("got"), "untrusted"), r.js("got"))
			require.NotContains(t, strings.ReplaceAll(r.js("got"), ` untrusted`, ``), `change 1"`)
		})
	}
}

func TestAPageThatChangesWhatWasPickedIsNotCalledApplied(t *testing.T) {
	r := show(t, `<select id=i aria-label=F onchange="i.selectedIndex=0"><option>a<option>b<option>c</select>`)
	o := r.act(indexStep(r.ref("combobox", "F"), 2))
	require.Equal(t, "PARTIAL VALUE_NOT_RETAINED", o.short())
	require.Equal(t, "a", o.GetValue())
	require.Equal(t, "1", r.js("events.filter(e=>e==='change i').length"), "the page saw one change")
}

func TestTheShortestWayThroughAList(t *testing.T) {
	for _, c := range []struct {
		from, to, count int
		want            string
	}{
		{0, 2, 10, "ArrowDown ArrowDown"},
		{4, 3, 10, "ArrowUp"},
		{9, 0, 10, "Home"},
		{0, 9, 10, "End"},
		{0, 8, 10, "End ArrowUp"},
		{-1, 1, 10, "Home ArrowDown"},
		{3, 3, 10, ""},
		{0, -1, 10, ""},
		{0, 10, 10, ""},
	} {
		require.Equal(t, c.want, strings.Join(keysTo(c.from, c.to, c.count), " "), "%+v", c)
	}
}
