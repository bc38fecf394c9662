//go:build widgets

package e2e

var appWidgets = []widget{
	{"ag-grid", func(h *hand) {
		h.wait("Bern")
		h.double(`gridcell "Bern"|gridcell.*: "Bern"`)
		h.fill(`textbox`, "Basel")
		h.key("Enter")
	}, `rows[1].town`, `"Basel"`},
	{"tabulator", func(h *hand) {
		h.wait("Bern")
		h.click(`gridcell.*"Bern"`)
		h.fill(`textbox|editable`, "Basel")
		h.key("Enter")
		h.click(`"Number"`)
	}, `[table.getData('active').map((r) => r.town), table.getSorters().map((s) => s.field + ' ' + s.dir)]`, `[["Basel","Cork","Oslo"],["n asc"]]`},
	{"fullcalendar", func(h *hand) {
		h.wait("October 2026")
		h.click(`button "Next`)
		h.wait("Dentist")
		h.drag(`"Dentist"`, `gridcell "November 12, 2026"|"12"`)
	}, `goal()`, `["Dentist 2026-11-12","Concert 2026-11-20"]`},
	{"swagger-ui", func(h *hand) {
		h.wait("Find a town")
		h.click(`button.*GET.*|"get .*towns`)
		h.wait("Try it out")
		h.click(`button "Try it out`)
		h.fill(`textbox "id"|textbox.*placeholder="id"|textbox`, "47")
		h.click(`button "Execute"`)
		h.wait("Bergen")
	}, `called`, `["GET /towns/47"]`},
	{"shoelace", func(h *hand) {
		h.fill(`textbox "Town`, "Bergen")
		h.click(`combobox "Kind`)
		h.click(`option "Berry"`)
		h.check(`checkbox "Agree"`)
		h.check(`switch "Mails"`)
		h.check(`radio "Large"`)
		h.click(`button "Send"`)
		h.wait("It cannot be undone.")
		h.click(`button "Yes, send"`)
	}, `sent`, `{"town":"Bergen","kind":"b","agree":"yes","on":"yes","size":"l"}`},
	{"bootstrap", func(h *hand) {
		h.click(`tab "Settings"`)
		h.click(`button "More"`)
		h.click(`button "Rename`)
		h.wait("New name")
		h.fill(`textbox "New name"`, "Annex")
		h.click(`button "Save"`)
	}, `saved`, `"Annex"`},
	{"todo-react", todoMVC, `goal()`, todoGoal},
	{"todo-vue", todoMVC, `goal()`, todoGoal},
	{"todo-lit", todoMVC, `goal()`, todoGoal},
}

const todoGoal = `{"filter":"Completed","todos":["-Tea","+Milk, two bottles"]}`

// todoMVC adds three tasks, removes one, renames one, ticks it off, and filters.
func todoMVC(h *hand) {
	for _, task := range []string{"Tea", "Bread", "Milk"} {
		h.fill(`textbox.*What needs to be done`, task)
		h.key("Enter")
	}
	h.hover(h.inside("Bread", `listitem`))
	h.click(h.inside("Bread", `button`))
	h.double(h.inside("Milk", `listitem`))
	h.fill(`textbox.*"Milk"`, "Milk, two bottles")
	h.key("Enter")
	h.check(h.inside("Milk, two bottles", `checkbox`))
	h.click(`link "Completed"`)
}
