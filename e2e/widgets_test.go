//go:build widgets

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// widget is something of a library nobody here wrote, and how it is brought to a goal by what the
// text of the page says alone.
type widget struct {
	page  string // HTML; /m/ is node_modules, /dist/ what src/ is built into
	drive func(h *hand)
	goal  string // an expression
	want  string // its value as JSON
}

var widgets = map[string]widget{
	"quill": {`<link rel=stylesheet href=/m/quill/dist/quill.snow.css><div id=e><p>old</p></div><script src=/m/quill/dist/quill.js></script><script>q=new Quill('#e',{theme:'snow'})</script>`,
		func(h *hand) { h.fill(`editable`, "new text\nline two") }, `q.getText()`, `"new text\nline two\n"`},
	"tiptap": {`<div id=root></div><script src=/dist/tiptap.js></script>`,
		func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	"lexical": {`<div id=root contenteditable></div><script src=/dist/lexical.js></script>`,
		func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	"codemirror 6": {`<div id=root></div><script src=/dist/codemirror6.js></script>`,
		func(h *hand) { h.fill(`editable|textbox`, "new text\nline two") }, `goal()`, `"new text\nline two"`},
	"codemirror 5": {`<link rel=stylesheet href=/m/codemirror5/lib/codemirror.css><div id=e></div><script src=/m/codemirror5/lib/codemirror.js></script><script>c=CodeMirror(e,{value:'old\ntext'})</script>`,
		func(h *hand) { h.fill(`textbox`, "new text\nline two") }, `c.getValue()`, `"new text\nline two"`},
	"monaco": {`<div id=e style="height:300px;width:600px"></div><script src=/m/monaco-editor/min/vs/loader.js></script><script>require.config({paths:{vs:'/m/monaco-editor/min/vs'}});require(['vs/editor/editor.main'],()=>{ed=monaco.editor.create(e,{value:'old\ntext'})})</script>`,
		func(h *hand) { h.wait("Editor content"); h.fill(`textbox`, "new text\nline two") }, `ed.getValue()`, `"new text\nline two"`},
	"react form": {`<div id=root></div><script src=/dist/react.js></script>`, func(h *hand) {
		h.fill(`textbox "Name"`, "new")
		h.check(`checkbox "Agree"`)
		h.choose(`combobox "Kind"`, "Berry")
		h.fill(`date "Day"`, "2026-11-30")
		h.fill(`slider "Volume"`, "8")
	}, `goal()`, `{"name":"new","agree":true,"kind":"b","day":"2026-11-30","volume":8}`},
	"vue form": {`<div id=root><label>Name <input v-model.trim="name"></label><label>Agree <input type=checkbox v-model=agree></label><label>Kind <select v-model=kind><option value=a>Apple<option value=b>Berry</select></label></div>
<script src=/m/vue/dist/vue.global.prod.js></script><script>app=Vue.createApp({data:()=>({name:'old',agree:false,kind:'a'})}).mount('#root')</script>`, func(h *hand) {
		h.fill(`textbox "Name"`, "new")
		h.check(`checkbox "Agree"`)
		h.choose(`combobox "Kind"`, "Berry")
	}, `({...app.$data})`, `{"name":"new","agree":true,"kind":"b"}`},
	"antd form": {`<div id=root></div><script src=/dist/antd.js></script>`, func(h *hand) {
		h.fill(`textbox "Name`, "new")
		h.fill(`spinbutton "Count`, "42")
		h.click(`combobox "Kind`)
		h.click(`"Berry"`)
		h.check(`switch "On`)
		h.check(`checkbox "Agree"`)
	}, `goal()`, `{"name":"new","count":42,"kind":"b","on":true,"agree":true}`},
	"inputmask": {`<input id=i aria-label=Day><script src=/m/inputmask/dist/inputmask.min.js></script><script>Inputmask('99/99/9999').mask(i)</script>`,
		func(h *hand) { h.fill(`textbox "Day"`, "12/31/2026") }, `i.value`, `"12/31/2026"`},
	"cleave": {`<input id=i aria-label=Card><script src=/m/cleave.js/dist/cleave.min.js></script><script>new Cleave('#i',{creditCard:true})</script>`,
		func(h *hand) { h.fill(`textbox "Card"`, "4111 1111 1111 1111") }, `i.value`, `"4111 1111 1111 1111"`},
	"sortable": {`<ul id=l><li>One<li>Two<li>Three<li>Four</ul><script src=/m/sortablejs/Sortable.min.js></script><script>Sortable.create(l,{animation:100})</script>`,
		func(h *hand) { h.drag(`listitem: "One"`, `listitem: "Three"`) }, `l.innerText`, `"Two\nThree\nOne\nFour"`},
	"sortable with the pointer": {`<ul id=l><li>One<li>Two<li>Three<li>Four</ul><script src=/m/sortablejs/Sortable.min.js></script><script>Sortable.create(l,{forceFallback:true})</script>`,
		func(h *hand) { h.drag(`listitem: "One"`, `listitem: "Three"`) }, `l.innerText`, `"Two\nThree\nOne\nFour"`},
	"interact": {`<div id=d role=button tabindex=0 aria-label=Crate style="width:50px;height:50px;touch-action:none"></div><div id=z role=button tabindex=0 aria-label=Dock style="width:100px;height:100px;margin-top:200px"></div>
<script src=/m/interactjs/dist/interact.min.js></script><script>got=[];interact('#d').draggable({listeners:{move(){}}});interact('#z').dropzone({accept:'#d',overlap:'pointer',ondrop(){got.push('docked')}})</script>`,
		func(h *hand) { h.drag(`"Crate"`, `"Dock"`) }, `got`, `["docked"]`},
	"select2": {`<link rel=stylesheet href=/m/select2/dist/css/select2.min.css><select id=s style=width:200px><option value=a>Apple<option value=b>Berry</select><script src=/m/jquery/dist/jquery.min.js></script><script src=/m/select2/dist/js/select2.full.min.js></script><script>$('#s').select2()</script>`,
		func(h *hand) { h.click(`combobox`); h.wait("Berry"); h.click(`option "Berry"`) }, `s.value`, `"b"`},
	"tom-select": {`<link rel=stylesheet href=/m/tom-select/dist/css/tom-select.css><select id=s style=width:200px><option value=a>Apple<option value=b>Berry</select><script src=/m/tom-select/dist/js/tom-select.complete.min.js></script><script>new TomSelect('#s')</script>`,
		func(h *hand) { h.click(`generic "Apple"`); h.click(`option "Berry" \[ref`) }, `s.value`, `"b"`},
	"choices": {`<link rel=stylesheet href=/m/choices.js/public/assets/styles/choices.min.css><select id=s style=width:200px><option value=a>Apple<option value=b>Berry</select><script src=/m/choices.js/public/assets/scripts/choices.min.js></script><script>new Choices('#s')</script>`,
		func(h *hand) { h.click(`combobox`); h.click(`option "Berry" \[ref`) }, `s.value`, `"b"`},
	"noUiSlider": {`<link rel=stylesheet href=/m/nouislider/dist/nouislider.min.css><div id=s style="margin:40px;width:300px"></div><script src=/m/nouislider/dist/nouislider.min.js></script><script>noUiSlider.create(s,{start:[20],step:10,range:{min:0,max:100}})</script>`,
		func(h *hand) { h.press(`slider`, "ArrowRight"); h.press(`slider`, "ArrowRight") }, `s.noUiSlider.get()`, `"40.00"`},
	"jQuery UI datepicker": {jqueryUI + `<input id=d aria-label=Day><script>$('#d').datepicker({defaultDate:'11/01/2026'})</script>`,
		func(h *hand) { h.click(`textbox "Day"`); h.click(`link "30"`) }, `d.value`, `"11/30/2026"`},
	"jQuery UI autocomplete": {jqueryUI + `<input id=a aria-label=Town><script>$('#a').autocomplete({source:['Berlin','Bern','Oslo']})</script>`,
		func(h *hand) { h.typing(`textbox "Town"`, "Ber"); h.wait("Bern"); h.click(`"Bern" \[ref`) }, `a.value`, `"Bern"`},
	"flatpickr": {`<link rel=stylesheet href=/m/flatpickr/dist/flatpickr.min.css><input id=d aria-label=Day><script src=/m/flatpickr/dist/flatpickr.min.js></script><script>flatpickr('#d',{defaultDate:'2026-11-01'})</script>`,
		func(h *hand) { h.click(`textbox "Day"`); h.click(`"November 20, 2026"`) }, `d.value`, `"2026-11-20"`},
	"dropzone": {`<link rel=stylesheet href=/m/dropzone/dist/dropzone.css><form id=z class=dropzone action=/up></form><script src=/m/dropzone/dist/dropzone-min.js></script><script>Dropzone.autoDiscover=false;dz=new Dropzone('#z',{autoProcessQueue:false})</script>`,
		func(h *hand) { h.upload(`Drop files`, "bill.txt") }, `dz.files.map(f=>f.name)`, `["bill.txt"]`},
	"ag-grid": {`<div id=g style="height:300px;width:600px"></div><script src=/m/ag-grid-community/dist/ag-grid-community.min.js></script><script>rows=[{town:'Oslo',n:1},{town:'Bern',n:2}];agGrid.createGrid(g,{columnDefs:[{field:'town',editable:true},{field:'n'}],rowData:rows})</script>`,
		func(h *hand) {
			h.wait("Bern")
			h.double(`gridcell "Bern"|gridcell.*: "Bern"`)
			h.fill(`textbox`, "Basel")
			h.key("Enter")
		}, `rows[1].town`, `"Basel"`},
}

const jqueryUI = `<link rel=stylesheet href=/m/jquery-ui-dist/jquery-ui.min.css><script src=/m/jquery/dist/jquery.min.js></script><script src=/m/jquery-ui-dist/jquery-ui.min.js></script>`

func TestWidgetsOfOthersAreBroughtToAGoalByTheTextAlone(t *testing.T) {
	conn := startService(t, "bill.txt")
	for name, w := range widgets {
		t.Run(name, func(t *testing.T) {
			site := widgetSite(t, w.page)
			ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
			defer cancel()
			d := &driver{conn: conn}
			require.NoError(t, d.open(ctx, site, nil))
			defer func() { require.NoError(t, d.close(context.WithoutCancel(ctx))) }()
			w.drive(&hand{t, ctx, d})
			var got json.RawMessage
			require.NoError(t, d.evaluate(ctx, w.goal, &got))
			require.JSONEq(t, w.want, string(got))
		})
	}
}

func widgetSite(t *testing.T, page string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/m/", http.StripPrefix("/m/", http.FileServer(http.Dir("widgets/node_modules"))))
	mux.Handle("/dist/", http.FileServer(http.Dir("widgets")))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><title>widget</title>", page)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL + "/"
}

// hand acts on what the text says, as a model does.
type hand struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // that of the test
	d   *driver
}

var refInLine = regexp.MustCompile(`\[ref=(e\d+)\]`)

// ref returns the ref in the first line that matches.
func (h *hand) ref(pattern string) string {
	h.t.Helper()
	s, err := h.d.observe(h.ctx, allRefs)
	require.NoError(h.t, err)
	line := regexp.MustCompile(pattern)
	for _, one := range strings.Split(s.text, "\n") {
		if m := refInLine.FindStringSubmatch(one); m != nil && line.MatchString(plainLine(one)) {
			return m[1]
		}
	}
	require.Fail(h.t, "no line matches "+pattern, s.text)
	return ""
}

// plainLine drops the ref of a line whose pattern does not ask for it.
func plainLine(line string) string {
	return line + "\n" + regexp.MustCompile(` \[[^]]*\]`).ReplaceAllString(line, "")
}

func (h *hand) act(s *observerv1.Step) {
	h.t.Helper()
	a := h.d.act(h.ctx, s, 10*time.Second)
	require.True(h.t, a.applied(), "%s", a)
}

func (h *hand) click(pattern string) {
	h.t.Helper()
	h.act(click(h.ref(pattern)))
}

func (h *hand) double(pattern string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: h.ref(pattern), Count: 2}}})
}

func (h *hand) fill(pattern, text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: h.ref(pattern), Text: text}}})
}

func (h *hand) typing(pattern, text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Type{Type: &observerv1.TypeText{Ref: h.ref(pattern), Text: text}}})
}

func (h *hand) press(pattern, key string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: h.ref(pattern), Key: key}}})
}

func (h *hand) key(key string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Key: key}}})
}

func (h *hand) check(pattern string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: h.ref(pattern), Checked: true}}})
}

func (h *hand) choose(pattern, option string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: h.ref(pattern),
		Options: []*observerv1.OptionMatch{{By: &observerv1.OptionMatch_Text{Text: option}}}}}})
}

func (h *hand) drag(from, to string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: h.ref(from), ToRef: h.ref(to)}}})
}

func (h *hand) upload(pattern, file string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Upload{Upload: &observerv1.Upload{Ref: h.ref(pattern), Paths: []string{file}}}})
}

func (h *hand) wait(text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Wait{Wait: &observerv1.Wait{AnyOf: []*observerv1.WaitCondition{
		{Condition: &observerv1.WaitCondition_Text{Text: text}}}}}})
}
