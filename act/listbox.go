package act

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// listboxJS lists the options of an ARIA list box, or of the one that an element opens (ARIA 1.2,
// listbox and combobox).
//
//go:embed js/listbox.js
var listboxJS string

// The kinds of element that have an ARIA list box.
const (
	listKind  = "list"  // it is one
	popupKind = "popup" // it opens one
)

// listbox is what listboxJS says. Its options are those that can be seen, once it is shown.
type listbox struct {
	options
	Kind   string `json:"kind"` // empty for an element without a list
	Shown  bool   `json:"shown"`
	Marked bool   `json:"marked"` // the options say which of them are selected
	Says   string `json:"says"`   // the value or text of the element; page text
	Held   bool   `json:"held"`   // what was waited for is so
}

// labels are those of the options, as the element says them.
func (l listbox) labels() []string {
	labels := make([]string, 0, len(l.Options))
	for _, o := range l.Options {
		labels = append(labels, strings.Join(strings.Fields(o.Label), " "))
	}
	return labels
}

// listbox reads the list of an element.
func (s *step) listbox(ctx context.Context, el *cdpclient.Element) (is listbox, err error) {
	err = el.Call(ctx, &is, listboxJS)
	return is, err
}

// chooseInList takes exactly these options of an ARIA list box with the mouse, opening it where it is not
// shown, and checks that the page took them.
func (s *step) chooseInList(ctx context.Context, el *cdpclient.Element, matches []*observerv1.OptionMatch) error {
	if err := s.openListbox(ctx, el); err != nil {
		return err
	}
	is, places, err := s.placesInList(ctx, el, matches)
	if err == nil {
		err = s.takeOptions(ctx, el, is, places)
	}
	if err != nil || is.Multiple {
		s.closeListbox(ctx, el)
	}
	return err
}

// openListbox clicks an element whose list is not shown.
func (s *step) openListbox(ctx context.Context, el *cdpclient.Element) error {
	if _, err := s.ready(ctx, el, cdpclient.Want{Enabled: true, Scroll: true}); err != nil {
		return err
	}
	is, err := s.listbox(ctx, el)
	if err != nil || is.Shown || is.Kind != popupKind {
		return err
	}
	return s.clickElement(ctx, el, clicking{count: 1, nested: true})
}

// closeListbox closes a list that is open still, as a user who is done with it does.
func (s *step) closeListbox(ctx context.Context, el *cdpclient.Element) {
	if is, err := s.listbox(context.WithoutCancel(ctx), el); err == nil && is.Kind == popupKind && is.Shown {
		s.closeList(ctx)
	}
}

// placesInList finds the options, again and again while they are being filled in.
func (s *step) placesInList(ctx context.Context, el *cdpclient.Element, matches []*observerv1.OptionMatch) (listbox, []int, error) {
	w := waiting{step: s, since: time.Now(), delay: firstRetry}
	for {
		is, err := s.listbox(ctx, el)
		if err != nil {
			return is, nil, err
		}
		places, why := s.match(is.options, matches)
		if !is.Shown {
			why = fault.New(fault.NoOption, "%s shows no list of options; if it takes text, type and click what appears",
				describe(s.result.GetTarget()))
		}
		if why == nil {
			return is, places, nil
		}
		w.last = outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED, why) // opening the list selected nothing
		if time.Since(w.since) >= patience && !s.hopeful(cdpclient.Readiness{}) {
			return is, nil, w.last
		}
		if err := w.pause(ctx, "option", nil); err != nil {
			return is, nil, err
		}
	}
}

// takeOptions clicks what has to be clicked and reads the list again.
func (s *step) takeOptions(ctx context.Context, el *cdpclient.Element, is listbox, places []int) error {
	all := is.labels()
	labels := make([]string, 0, len(places))
	for _, at := range places {
		labels = append(labels, all[at])
	}
	click := s.clickOption
	if is.Multiple {
		click = s.clickOptions
	}
	if err := click(ctx, el, is, places); err != nil {
		return err
	}
	now, err := s.taken(ctx, el, places, labels, all)
	if err != nil {
		return s.unseen(err)
	}
	value := strings.Join(labels, ", ")
	if now.Marked && len(now.Options) > 0 {
		value = now.chosen()
	}
	s.result.Value, s.result.Means = &value, means(true)
	if now.Held {
		return nil
	}
	return outcomeOf(observerv1.Outcome_OUTCOME_UNKNOWN, fault.New(fault.ValueNotRetained,
		"the options of %s were clicked, but it does not show that they are selected", describe(s.result.GetTarget())))
}

// clickOption takes the one option of a list. One that is selected in a list that stays is left alone.
func (s *step) clickOption(ctx context.Context, el *cdpclient.Element, is listbox, places []int) error {
	if is.Kind == listKind && is.selects(places) {
		return nil
	}
	return s.clickElement(ctx, el.With(treeKey(is.Options[places[0]].Key)), clicking{count: 1, nested: true})
}

// clickOptions clicks each option of a list for several that is not as it shall be. A list in which a
// click unselects the others takes the key that adds to a selection.
func (s *step) clickOptions(ctx context.Context, el *cdpclient.Element, is listbox, places []int) error {
	c := clicking{count: 1, nested: true}
	for range 2 * len(is.Options) {
		at := is.next(places)
		if at < 0 {
			return nil
		}
		if err := s.clickElement(ctx, el.With(treeKey(is.Options[at].Key)), c); err != nil {
			return err
		}
		before := is
		var err error
		if is, err = s.toggledOption(ctx, el, at, !before.Options[at].Selected); err != nil {
			return err
		}
		switch {
		case len(is.Options) != len(before.Options):
			return nil // what became of it is told by the last look
		case c.modifiers == 0 && before.unselected(is, at):
			c.modifiers = s.adding()
		case is.Options[at].Selected == before.Options[at].Selected:
			return nil
		}
	}
	return nil
}

// adding is the key that makes a click add to a selection or take from it.
func (s *step) adding() cdpclient.Modifiers {
	if s.mac() {
		return cdpclient.ModMeta
	}
	return cdpclient.ModControl
}

// next returns the place of the first option that is not as it shall be, those to be selected first;
// -1 when all are.
func (l listbox) next(places []int) int {
	wrong := -1
	for i, one := range l.Options {
		switch wanted := slices.Contains(places, i); {
		case one.Selected == wanted || one.Disabled:
		case wanted:
			return i
		case wrong < 0:
			wrong = i
		}
	}
	return wrong
}

// unselected is whether another option than the one at a place lost its selection.
func (l listbox) unselected(now listbox, at int) bool {
	for i, one := range l.Options {
		if i != at && one.Selected && !now.Options[i].Selected {
			return true
		}
	}
	return false
}

// toggledOption reads the list until an option is as it was made, for as long as a page usually takes.
func (s *step) toggledOption(ctx context.Context, el *cdpclient.Element, at int, selected bool) (is listbox, err error) {
	err = s.readUntil(ctx, el, &is, `(at, selected) => l.options[at]?.selected === selected`, at, selected)
	return is, err
}

// takenJS is whether exactly the options at some places are taken: by their marks, or by what the element says
// when its list has closed. It does not say a label that is only part of another one, which it says.
const takenJS = `(places, labels, all) => {
  if (l.marked && l.options.length && (l.shown || l.kind === 'list')) return l.options.every((o, i) => o.selected === places.includes(i));
  const said = all.filter(t => l.says.includes(t));
  const says = (t) => said.includes(t) && !said.some(other => other !== t && other.includes(t));
  return l.kind === 'popup' && labels.length > 0 && labels.every(says);
}`

// taken reads the list until the options at some places, which have some of all labels, are taken.
func (s *step) taken(ctx context.Context, el *cdpclient.Element, places []int, labels, all []string) (is listbox, err error) {
	err = s.readUntil(ctx, el, &is, takenJS, append([]int{}, places...), labels, all)
	return is, err
}

// readUntil reads the list l of an element until a condition about some arguments holds, or for 500 ms.
func (s *step) readUntil(ctx context.Context, el *cdpclient.Element, is *listbox, condition string, args ...any) error {
	return el.Call(ctx, is, `async function(...args) {
  const read = `+listboxJS+`;
  for (const end = performance.now() + 500; ; await lib.frameTick()) {
    const l = read.call(this);
    l.held = (`+condition+`)(...args);
    if (l.held || !this.isConnected || performance.now() > end) return l;
  }
}`, args...)
}
