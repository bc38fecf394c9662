//go:build widgets

package e2e

var formWidgets = []widget{
	{"react-form", func(h *hand) {
		h.fill(`textbox "Name"`, "new")
		h.check(`checkbox "Agree"`)
		h.choose(`combobox "Kind"`, "Berry")
		h.fill(`date "Day"`, "2026-11-30")
		h.fill(`slider "Volume"`, "8")
	}, `goal()`, `{"name":"new","agree":true,"kind":"b","day":"2026-11-30","volume":8}`},
	{"vue-form", func(h *hand) {
		h.fill(`textbox "Name"`, "new")
		h.check(`checkbox "Agree"`)
		h.choose(`combobox "Kind"`, "Berry")
	}, `({...app.$data})`, `{"name":"new","agree":true,"kind":"b"}`},
	{"antd-form", func(h *hand) {
		h.fill(`textbox "Name`, "new")
		h.fill(`spinbutton "Count`, "42")
		h.click(`combobox "Kind`)
		h.click(`generic "Berry"`) // the option of that name is for screen readers, and has no place on the screen
		h.check(`switch "On`)
		h.check(`checkbox "Agree"`)
	}, `goal()`, `{"name":"new","count":42,"kind":"b","on":true,"agree":true}`},
	{"inputmask", func(h *hand) { h.fill(`textbox "Day"`, "12/31/2026") }, `i.value`, `"12/31/2026"`},
	{"cleave", func(h *hand) { h.fill(`textbox "Card"`, "4111 1111 1111 1111") }, `i.value`, `"4111 1111 1111 1111"`},
	{"dropzone", func(h *hand) { h.upload(`Drop files`, "bill.txt") }, `dz.files.map(f=>f.name)`, `["bill.txt"]`},
	{"nouislider", func(h *hand) { h.press(`slider`, "ArrowRight"); h.press(`slider`, "ArrowRight") }, `s.noUiSlider.get()`, `"40.00"`},
}
