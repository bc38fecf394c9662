package tree

import (
	"fmt"
	"strconv"
	"strings"
)

// parseMark reads one mark, its key and value, into a node.
func (n *Node) parseMark(key, value string, hasValue bool) error {
	s := &n.States
	if !hasValue {
		for i := range flagMarks {
			if flagMarks[i].key == key {
				*flagMarks[i].field(s) = true
				return nil
			}
		}
		value = toggleNames[True]
	}
	switch key {
	case "covered":
		if s.Covered = true; hasValue {
			return parseRef(value, &s.CoveredBy)
		}
		return nil
	case "ref":
		return parseRef(value, &n.Ref)
	case "checked":
		return parseToggle(value, &s.Checked)
	case "pressed":
		return parseToggle(value, &s.Pressed)
	case "selected":
		return parseToggle(value, &s.Selected)
	case "expanded":
		return parseToggle(value, &s.Expanded)
	case "level":
		return parseInt(value, &s.Level)
	case "cursor":
		s.CursorPointer = true
		return nil
	case "range":
		return parseRange(value, s)
	}
	for i := range textMarks {
		if textMarks[i].key == key && hasValue {
			*textMarks[i].field(s) = value
			return nil
		}
	}
	return fmt.Errorf("tree: unknown mark %q", key)
}

func parseRef(value string, ref *Ref) error {
	digits, ok := strings.CutPrefix(value, "e")
	v, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil || v == 0 {
		return fmt.Errorf("tree: %q is no ref", value)
	}
	*ref = Ref(v)
	return nil
}

func parseToggle(value string, t *Toggle) error {
	for i, name := range toggleNames {
		if name == value {
			*t = Toggle(i)
			return nil
		}
	}
	return fmt.Errorf("tree: %q is no toggle", value)
}

func parseInt(value string, i *int) (err error) {
	if *i, err = strconv.Atoi(value); err != nil {
		return fmt.Errorf("tree: a mark: %w", err)
	}
	return nil
}

func parseRange(value string, s *States) (err error) {
	low, high, _ := strings.Cut(value, "..")
	if s.ValueMin, err = strconv.ParseFloat(low, 64); err == nil {
		s.ValueMax, err = strconv.ParseFloat(high, 64)
	}
	if err != nil {
		return fmt.Errorf("tree: a range: %w", err)
	}
	s.HasRange = true
	return nil
}

// parseScroll reads " above=1 below=2", the inside of a scroll mark.
func parseScroll(inside string, s *Scroll) error {
	for part := range strings.FieldsSeq(inside) {
		key, value, _ := strings.Cut(part, "=")
		found := false
		for i := range scrollParts {
			if scrollParts[i].key == key {
				found = true
				if err := parseInt(value, scrollParts[i].field(s)); err != nil {
					return err
				}
			}
		}
		if !found {
			return fmt.Errorf("tree: unknown scroll part %q", key)
		}
	}
	return nil
}
