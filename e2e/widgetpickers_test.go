//go:build widgets

package e2e

var pickerWidgets = []widget{
	{"select2", func(h *hand) { h.click(`combobox`); h.wait("Berry"); h.click(`option "Berry"`) }, `s.value`, `"b"`},
	{"tom-select", func(h *hand) { h.click(`generic "Apple"`); h.click(`option "Berry" \[ref`) }, `s.value`, `"b"`},
	{"choices", func(h *hand) { h.click(`combobox`); h.click(`option "Berry" \[ref`) }, `s.value`, `"b"`},
	{"jquery-ui-datepicker", func(h *hand) { h.click(`textbox "Day"`); h.click(`link "30"`) }, `d.value`, `"11/30/2026"`},
	{"jquery-ui-autocomplete", func(h *hand) { h.typing(`textbox "Town"`, "Ber"); h.wait("Bern"); h.click(`"Bern" \[ref`) }, `a.value`, `"Bern"`},
	{"flatpickr", func(h *hand) { h.click(`textbox "Day"`); h.click(`"November 20, 2026"`) }, `d.value`, `"2026-11-20"`},
}
