package act

import (
	"context"
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// fieldJS says what kind of field an element is or stands for, and what it holds.
//
//go:embed js/field.js
var fieldJS string

// selectTextJS focuses a field and selects its text.
//
//go:embed js/selecttext.js
var selectTextJS string

// The kinds of fields.
const (
	plainField  = "text"   // input and textarea
	richField   = "rich"   // contenteditable
	nativeField = "native" // date, time, month, week, datetime-local, color, range
	selectField = "select"
	toggleField = "toggle" // checkbox and radio
	fileField   = "file"
)

// field is what fieldJS says.
type field struct {
	Kind     string `json:"kind"` // empty for what takes no text
	Type     string `json:"type"` // of an input
	Readonly bool   `json:"readonly"`
	Disabled bool   `json:"disabled"`
	Secret   bool   `json:"secret"`
	Value    string `json:"value"`
	Told     string `json:"told"` // Value without the secrets of other fields
	Form     string `json:"form"` // how the text of a native field is written
	// Shown is the element that shows the text, which for some editors is not the one that takes it.
	Shown  uint64 `json:"shown"`
	Staged bool   `json:"staged"` // it is another one, and may show more than the text
}

// fill does a fill step: what can be refused is refused before anything is touched.
func (s *step) fill(ctx context.Context, f *observerv1.Fill) error {
	el, is, err := s.fieldOf(ctx, f.GetRef())
	if err != nil {
		return err
	}
	if is.Kind == selectField {
		return s.chooseIn(ctx, el, byText(f.GetText()))
	}
	err = s.fillField(ctx, el, is, f.GetText())
	if err == nil && !f.GetSubmit() && is.Kind == plainField && !is.Staged {
		s.recheck = func(ctx context.Context) *failure { return s.rewritten(ctx, el, is, f.GetText()) }
	}
	if err != nil || !f.GetSubmit() {
		return err
	}
	enter, err := cdpclient.ParseChord("Enter", false)
	if err != nil {
		return err
	}
	return s.answered(s.tab().Press(ctx, enter))
}

// fieldOf returns the element of a ref and what kind of field it is, once it can be filled.
func (s *step) fieldOf(ctx context.Context, name string) (*cdpclient.Element, field, error) {
	el, _, err := s.element(ctx, name)
	if err != nil {
		return nil, field{}, err
	}
	is, err := s.fieldToFill(ctx, el)
	return el, is, err
}

// byText names an option by its text.
func byText(text string) []*observerv1.OptionMatch {
	return []*observerv1.OptionMatch{{By: &observerv1.OptionMatch_Text{Text: text}}}
}

// fillField gives a text to a field that is no select element.
func (s *step) fillField(ctx context.Context, el *cdpclient.Element, is field, text string) error {
	if is.Kind == nativeField {
		return s.fillNative(ctx, el, is, text)
	}
	return s.fillText(ctx, el, is, text)
}

// clear does a clear step.
func (s *step) clear(ctx context.Context, c *observerv1.Clear) error {
	el, is, err := s.fieldOf(ctx, c.GetRef())
	if err != nil {
		return err
	}
	if is.Kind == selectField {
		return s.chooseIn(ctx, el, nil)
	}
	return s.fillField(ctx, el, is, "")
}

// fieldToFill waits until the element is a field that can be filled.
func (s *step) fieldToFill(ctx context.Context, el *cdpclient.Element) (field, error) {
	var is field
	if err := el.Call(ctx, &is, fieldJS); err != nil {
		return is, err
	}
	what := describe(s.result.GetTarget())
	editable := func(sentence string) error {
		return fault.New(fault.NotEditable, "%s %s", what, sentence).With("check", "editable").With("target", what)
	}
	switch is.Kind {
	case "":
		return is, editable("takes no text; if it is a slider or a picker, use keys, a drag or its buttons")
	case toggleField:
		return is, editable("is switched with check, not filled")
	case fileField:
		return is, editable("takes files; use upload")
	}
	if is.Readonly && !is.Disabled {
		return is, editable("is read-only")
	}
	if is.Disabled {
		_, err := s.ready(ctx, el, cdpclient.Want{Enabled: true})
		if err != nil {
			return is, err
		}
	}
	if _, err := s.ready(ctx, el.With(treeKey(is.Shown)), cdpclient.Want{Enabled: true, Scroll: true}); err != nil {
		return is, err
	}
	err := el.Call(ctx, &is, fieldJS)
	if err == nil && is.Readonly {
		err = editable("is read-only")
	}
	return is, err
}

// fillText replaces the text of a field as a user does who selects it and pastes, with trusted
// events, and reads back what is there then.
func (s *step) fillText(ctx context.Context, el *cdpclient.Element, before field, text string) error {
	var focused *bool // nil when the page took the field away meanwhile
	if err := el.Call(ctx, &focused, selectTextJS); err != nil {
		return err
	}
	if focused == nil {
		return s.leftOnFocus()
	}
	if !*focused {
		return fault.New(fault.NotActionable, "%s does not take the focus", describe(s.result.GetTarget())).With("check", "focus")
	}
	if before.Secret {
		s.hide(text)
	}
	s.sent, s.result.Means = true, observerv1.InputMeans_INPUT_MEANS_TRUSTED
	if err := s.enter(ctx, el, before, text); err != nil {
		return s.unseen(err)
	}
	return s.filled(ctx, el, before, text)
}

// enter puts a text in place of what a field holds. An editor is told to select all by the key for
// it, since editors keep a selection of their own; its lines are broken by Enter.
func (s *step) enter(ctx context.Context, el *cdpclient.Element, is field, text string) error {
	if is.Kind == richField {
		all, err := cdpclient.ParseChord("ControlOrMeta+a", s.mac())
		if err != nil {
			return err
		}
		if err := s.tab().Press(ctx, all); err != nil {
			return err
		}
		// Editors take over the selection of the document a moment later.
		if err := s.frame(ctx, el); err != nil {
			return err
		}
	}
	if text == "" {
		return s.deleteSelected(ctx, is)
	}
	if is.Kind != richField {
		return s.tab().InsertText(ctx, text)
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		if i > 0 {
			if err := s.tab().Type(ctx, "\n", nil); err != nil {
				return err
			}
			if err := s.frame(ctx, el); err != nil {
				return err
			}
		}
		if line == "" && len(lines) > 1 && i > 0 {
			continue
		}
		if err := s.tab().InsertText(ctx, line); err != nil {
			return err
		}
	}
	return nil
}

// frame waits for two frames of the page.
func (s *step) frame(ctx context.Context, el *cdpclient.Element) error {
	return el.Call(ctx, nil, "async function() { await lib.frameTick(); await lib.frameTick(); }")
}

// deleteSelected deletes the selected text.
func (s *step) deleteSelected(ctx context.Context, is field) error {
	if is.Value == "" && is.Kind != richField {
		return nil
	}
	del, err := cdpclient.ParseChord("Delete", false)
	if err != nil {
		return err
	}
	return s.tab().Press(ctx, del)
}

// filled reads a field back and compares.
func (s *step) filled(ctx context.Context, el *cdpclient.Element, before field, text string) error {
	var after field
	err := el.Call(ctx, &after, "async function() { await lib.frameTick(); return ("+fieldJS+").call(this); }")
	if err != nil {
		return s.unseen(err)
	}
	if after.Secret {
		s.hide(text)
	}
	s.value(after.Told, after.Secret || before.Secret)
	switch {
	case same(after.Value, text), after.Kind == richField && sameLines(after.Value, text):
		return nil
	case after.Staged && showsLines(after.Value, text, before.Value):
		s.value(text, after.Secret || before.Secret)
		return nil
	case same(after.Value, before.Value):
		return s.retained(observerv1.Outcome_OUTCOME_NOT_APPLIED, after.Value, text)
	}
	return s.retained(observerv1.Outcome_OUTCOME_PARTIAL, after.Value, text)
}

// rewritten says that a page gave a field another value a moment after it was filled, as a mask does that
// waits for a timer. A field that it emptied or took away has been made use of.
func (s *step) rewritten(ctx context.Context, el *cdpclient.Element, before field, text string) *failure {
	var now field
	if err := el.Call(ctx, &now, fieldJS); err != nil {
		return nil //nolint:nilerr // what cannot be asked any more was filled all the same
	}
	if now.Kind != plainField || same(now.Value, text) {
		return nil
	}
	s.value(now.Told, now.Secret || before.Secret)
	if now.Value == "" {
		return nil
	}
	return s.retained(observerv1.Outcome_OUTCOME_PARTIAL, now.Value, text)
}

// sameLines is whether two texts have the same lines, blank ones left out: an editor shows a gap
// between paragraphs as blank lines.
func sameLines(a, b string) bool { return solid(a) == solid(b) }

// showsLines is whether the stage of an editor shows the lines of a text, in their order, and
// nothing else but line numbers. Of a long text it shows only the end, where the caret is.
func showsLines(holds, text, before string) bool {
	if same(holds, before) {
		return false
	}
	shown := slices.DeleteFunc(strings.Split(solid(holds), "\n"), isNumber)
	lines := slices.DeleteFunc(strings.Split(solid(text), "\n"), isNumber)
	if len(shown) > len(lines) {
		return false
	}
	return slices.Equal(shown, lines[len(lines)-len(shown):])
}

func isNumber(line string) bool {
	_, err := strconv.Atoi(line)
	return err == nil
}

func solid(s string) string {
	var lines []string
	for _, l := range strings.Split(folded(s), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}
