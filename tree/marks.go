package tree

import "strconv"

// toggleNames are the values of a toggle as marks show them.
var toggleNames = [...]string{NoToggle: "none", False: "false", True: "true", Mixed: "mixed"}

// appendMarks appends the states in their fixed order, each as " [key]" or " [key=value]". What the
// role implies is left out: a checkbox without a mark is not checked.
func appendMarks(dst []byte, s *States, role string) []byte {
	if *s == (States{}) && checkedDefault(role) == NoToggle && selectedDefault(role) == NoToggle {
		return dst
	}
	dst = appendToggle(dst, "checked", s.Checked, checkedDefault(role))
	dst = appendToggle(dst, "pressed", s.Pressed, NoToggle)
	dst = appendToggle(dst, "selected", s.Selected, selectedDefault(role))
	dst = appendToggle(dst, "expanded", s.Expanded, NoToggle)
	for i := range flagMarks {
		if *flagMarks[i].field(s) {
			dst = append(append(append(dst, " ["...), flagMarks[i].key...), ']')
		}
	}
	dst = appendCovered(dst, s)
	if s.Level != 0 {
		dst = append(dst, " [level="...)
		dst = append(strconv.AppendInt(dst, int64(s.Level), 10), ']')
	}
	if s.CursorPointer {
		dst = append(dst, " [cursor=pointer]"...)
	}
	if s.HasRange {
		dst = append(dst, " [range="...)
		dst = strconv.AppendFloat(dst, s.ValueMin, 'g', -1, 64)
		dst = append(dst, ".."...)
		dst = append(strconv.AppendFloat(dst, s.ValueMax, 'g', -1, 64), ']')
	}
	for i := range textMarks {
		v := *textMarks[i].field(s)
		if v == "" {
			continue
		}
		dst = append(append(append(dst, " ["...), textMarks[i].key...), '=')
		if textMarks[i].prose {
			dst = append(appendQuoted(dst, v), ']')
		} else {
			dst = append(appendValue(dst, v), ']')
		}
	}
	return appendScroll(dst, s.Scroll)
}

// appendCovered says that something else takes the pointer, and by which ref that can be reached.
func appendCovered(dst []byte, s *States) []byte {
	if !s.Covered {
		return dst
	}
	dst = append(dst, " [covered"...)
	if s.CoveredBy != 0 {
		dst = strconv.AppendUint(append(dst, "=e"...), uint64(s.CoveredBy), 10)
	}
	return append(dst, ']')
}

func appendToggle(dst []byte, key string, t, implied Toggle) []byte {
	if t == implied || t > Mixed {
		return dst
	}
	dst = append(append(dst, " ["...), key...)
	if t != True {
		dst = append(append(dst, '='), toggleNames[t]...)
	}
	return append(dst, ']')
}

func appendScroll(dst []byte, s Scroll) []byte {
	if s == (Scroll{}) {
		return dst
	}
	dst = append(dst, " [scroll"...)
	for i := range scrollParts {
		if v := *scrollParts[i].field(&s); v != 0 {
			dst = append(append(append(dst, ' '), scrollParts[i].key...), '=')
			dst = strconv.AppendInt(dst, int64(v), 10)
		}
	}
	return append(dst, ']')
}

type mark[T any] struct {
	key   string
	field func(*States) *T
	prose bool // always in quotes
}

// flagMarks are the states that are set or not, in the order of the line.
var flagMarks = [...]mark[bool]{
	{key: "disabled", field: func(s *States) *bool { return &s.Disabled }},
	{key: "readonly", field: func(s *States) *bool { return &s.Readonly }},
	{key: "required", field: func(s *States) *bool { return &s.Required }},
	{key: "focused", field: func(s *States) *bool { return &s.Focused }},
	{key: "active", field: func(s *States) *bool { return &s.Active }},
	{key: "modal", field: func(s *States) *bool { return &s.Modal }},
	{key: "busy", field: func(s *States) *bool { return &s.Busy }},
	{key: "masked", field: func(s *States) *bool { return &s.Masked }},
	{key: "multiselectable", field: func(s *States) *bool { return &s.Multiselectable }},
	{key: "editable", field: func(s *States) *bool { return &s.Editable }},
	{key: "draggable", field: func(s *States) *bool { return &s.Draggable }},
	{key: "clickable", field: func(s *States) *bool { return &s.Clickable }},
	{key: "offscreen", field: func(s *States) *bool { return &s.Offscreen }},
}

// textMarks are the states that have a value, in the order of the line. Their values come from the
// page: prose is always in quotes, the rest unless it is harmless.
var textMarks = [...]mark[string]{
	{key: "invalid", field: func(s *States) *string { return &s.Invalid }},
	{key: "haspopup", field: func(s *States) *string { return &s.HasPopup }},
	{key: "current", field: func(s *States) *string { return &s.Current }},
	{key: "orientation", field: func(s *States) *string { return &s.Orientation }},
	{key: "placeholder", field: func(s *States) *string { return &s.Placeholder }, prose: true},
	{key: "description", field: func(s *States) *string { return &s.Description }, prose: true},
	{key: "validation", field: func(s *States) *string { return &s.Validation }, prose: true},
	{key: "url", field: func(s *States) *string { return &s.URL }},
	{key: "unreadable", field: func(s *States) *string { return &s.FrameError }},
}

var scrollParts = [...]struct {
	key   string
	field func(*Scroll) *int
}{
	{"above", func(s *Scroll) *int { return &s.Above }},
	{"below", func(s *Scroll) *int { return &s.Below }},
	{"left", func(s *Scroll) *int { return &s.Left }},
	{"right", func(s *Scroll) *int { return &s.Right }},
}
