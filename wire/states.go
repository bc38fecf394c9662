package wire

import (
	"math"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// states returns the message for states, nil when none is set.
func states(s *tree.States) *observerv1.NodeStates {
	if *s == (tree.States{}) {
		return nil
	}
	m := &observerv1.NodeStates{
		Checked:           toggle(s.Checked),
		Pressed:           toggle(s.Pressed),
		Selected:          toggle(s.Selected),
		Expanded:          toggle(s.Expanded),
		Disabled:          s.Disabled,
		Readonly:          s.Readonly,
		Required:          s.Required,
		Invalid:           s.Invalid,
		Focused:           s.Focused,
		Active:            s.Active,
		Level:             natural(s.Level),
		Haspopup:          s.HasPopup,
		Modal:             s.Modal,
		Busy:              s.Busy,
		Current:           s.Current,
		Placeholder:       s.Placeholder,
		Description:       s.Description,
		Url:               s.URL,
		Offscreen:         s.Offscreen,
		CursorPointer:     s.CursorPointer,
		Clickable:         s.Clickable,
		Editable:          s.Editable,
		Draggable:         s.Draggable,
		Masked:            s.Masked,
		Scroll:            scroll(s.Scroll),
		Multiselectable:   s.Multiselectable,
		FrameError:        s.FrameError,
		Covered:           s.Covered,
		CoveredBy:         s.CoveredBy.String(),
		Orientation:       s.Orientation,
		ValidationMessage: s.Validation,
	}
	if s.HasRange {
		m.ValueMin, m.ValueMax = &s.ValueMin, &s.ValueMax
	}
	return m
}

func fromStates(m *observerv1.NodeStates) tree.States {
	if m == nil {
		return tree.States{}
	}
	return tree.States{
		Checked:         fromToggle(m.GetChecked()),
		Pressed:         fromToggle(m.GetPressed()),
		Selected:        fromToggle(m.GetSelected()),
		Expanded:        fromToggle(m.GetExpanded()),
		Disabled:        m.GetDisabled(),
		Readonly:        m.GetReadonly(),
		Required:        m.GetRequired(),
		Invalid:         m.GetInvalid(),
		Focused:         m.GetFocused(),
		Active:          m.GetActive(),
		Level:           int(m.GetLevel()),
		HasPopup:        m.GetHaspopup(),
		Modal:           m.GetModal(),
		Busy:            m.GetBusy(),
		Current:         m.GetCurrent(),
		HasRange:        m.ValueMin != nil && m.ValueMax != nil,
		ValueMin:        m.GetValueMin(),
		ValueMax:        m.GetValueMax(),
		Placeholder:     m.GetPlaceholder(),
		Description:     m.GetDescription(),
		URL:             m.GetUrl(),
		Offscreen:       m.GetOffscreen(),
		CursorPointer:   m.GetCursorPointer(),
		Clickable:       m.GetClickable(),
		Editable:        m.GetEditable(),
		Draggable:       m.GetDraggable(),
		Masked:          m.GetMasked(),
		Scroll:          fromScroll(m.GetScroll()),
		Multiselectable: m.GetMultiselectable(),
		FrameError:      m.GetFrameError(),
		Covered:         m.GetCovered(),
		CoveredBy:       ref(m.GetCoveredBy()),
		Orientation:     m.GetOrientation(),
		Validation:      m.GetValidationMessage(),
	}
}

// ref reads a ref; what is none is left out.
func ref(s string) tree.Ref {
	r, _ := tree.ParseRef(s)
	return r
}

func toggle(t tree.Toggle) observerv1.Toggle { return observerv1.Toggle(t) }

// fromToggle reads values that this version does not know as no state at all.
func fromToggle(t observerv1.Toggle) tree.Toggle {
	if t < 0 || t > observerv1.Toggle_TOGGLE_MIXED {
		return tree.NoToggle
	}
	return tree.Toggle(t)
}

func scroll(s tree.Scroll) *observerv1.Scroll {
	if s == (tree.Scroll{}) {
		return nil
	}
	return &observerv1.Scroll{
		Above: natural(s.Above), Below: natural(s.Below), Left: natural(s.Left), Right: natural(s.Right),
	}
}

func fromScroll(m *observerv1.Scroll) tree.Scroll {
	return tree.Scroll{
		Above: int(m.GetAbove()), Below: int(m.GetBelow()), Left: int(m.GetLeft()), Right: int(m.GetRight()),
	}
}

// natural brings a number that cannot be negative into the range of the wire.
func natural(n int) uint32 { return uint32(min(max(n, 0), math.MaxUint32)) }
