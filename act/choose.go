package act

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// optionsJS lists the options of a select element.
//
//go:embed js/options.js
var optionsJS string

// selectJS selects options by their places and tells the page as a user's choice does.
//
//go:embed js/select.js
var selectJS string

// options is what optionsJS says.
type options struct {
	Select   bool     `json:"select"` // it is a select element
	Multiple bool     `json:"multiple"`
	Closed   bool     `json:"closed"` // shown as a button that opens a list
	Disabled bool     `json:"disabled"`
	Options  []option `json:"options"`
	// Owner is the key of the select element, At the place of the option that was asked for, or -1.
	Owner uint64 `json:"owner"`
	At    int    `json:"at"`
}

// chosen names the options that are selected.
func (o options) chosen() string {
	var labels []string
	for _, one := range o.Options {
		if one.Selected {
			labels = append(labels, one.Label)
		}
	}
	return strings.Join(labels, ", ")
}

// selects is whether exactly the options at some places are selected.
func (o options) selects(places []int) bool {
	for i, one := range o.Options {
		if one.Selected != slices.Contains(places, i) {
			return false
		}
	}
	return true
}

// option is one option. Label and value are page text.
type option struct {
	Key      uint64 `json:"key"`
	Label    string `json:"label"`
	Value    string `json:"value"`
	Disabled bool   `json:"disabled"`
	Selected bool   `json:"selected"`
}

// choose does a select step.
func (s *step) choose(ctx context.Context, c *observerv1.Select) error {
	el, _, err := s.element(ctx, c.GetRef())
	if err != nil {
		return err
	}
	return s.chooseIn(ctx, el, c.GetOptions())
}

// chooseIn selects options of a select element, or of an ARIA list box.
func (s *step) chooseIn(ctx context.Context, el *cdpclient.Element, matches []*observerv1.OptionMatch) error {
	owner, places, err := s.choosable(ctx, el, matches)
	if err != nil {
		return err
	}
	if owner == nil {
		return s.chooseInList(ctx, el, matches)
	}
	return s.selectPlaces(ctx, owner, places)
}

// choosable returns a select element that takes a choice, and the places of the options that are
// named, waiting for those that are filled in late. There is no owner where the options are in an ARIA
// list box: that may have to be opened first.
func (s *step) choosable(ctx context.Context, el *cdpclient.Element, matches []*observerv1.OptionMatch) (
	owner *cdpclient.Element, places []int, err error) {
	var is options
	if err := el.Call(ctx, &is, optionsJS); err != nil {
		return nil, nil, err
	}
	if !is.Select {
		return nil, nil, s.hasList(ctx, el)
	}
	owner = el.With(treeKey(is.Owner))
	if _, err := s.ready(ctx, owner, cdpclient.Want{Enabled: true, Scroll: true}); err != nil {
		return nil, nil, err
	}
	places, err = s.places(ctx, owner, matches)
	return owner, places, err
}

// hasList refuses an element that has no list of options.
func (s *step) hasList(ctx context.Context, el *cdpclient.Element) error {
	is, err := s.listbox(ctx, el)
	if err != nil || is.Kind != "" {
		return err
	}
	what := describe(s.result.GetTarget())
	return fault.New(fault.NotActionable, "%s has no list of options; click it, then click the option that appears", what).
		With("target", what)
}

// places finds the options, again and again while they are being filled in.
func (s *step) places(ctx context.Context, el *cdpclient.Element, matches []*observerv1.OptionMatch) ([]int, error) {
	w := waiting{step: s, since: time.Now(), delay: firstRetry}
	for {
		var is options
		if err := el.Call(ctx, &is, optionsJS); err != nil {
			return nil, err
		}
		places, err := s.match(is, matches)
		if err == nil {
			return places, nil
		}
		w.last = &failure{why: err}
		if time.Since(w.since) >= patience && !s.hopeful(cdpclient.Readiness{}) {
			return nil, err
		}
		if err := w.pause(ctx, "option", nil); err != nil {
			return nil, err
		}
	}
}

// match returns the places of the options that are asked for, each once.
func (s *step) match(is options, matches []*observerv1.OptionMatch) ([]int, *fault.Error) {
	if !is.Multiple && len(matches) != 1 {
		return nil, fault.New(fault.NoOption, "%s takes exactly one option, not %d", describe(s.result.GetTarget()), len(matches))
	}
	var places []int
	taken := map[int]bool{}
	for _, m := range matches {
		at, err := s.find(is.Options, m)
		if err != nil {
			return nil, err
		}
		if is.Options[at].Disabled {
			return nil, fault.New(fault.Disabled, "the option %s is disabled", quote(is.Options[at].Label)).
				With("option", is.Options[at].Label)
		}
		if !taken[at] {
			taken[at] = true
			places = append(places, at)
		}
	}
	return places, nil
}

// find returns the place of one option.
func (s *step) find(all []option, m *observerv1.OptionMatch) (int, *fault.Error) {
	switch by := m.GetBy().(type) {
	case *observerv1.OptionMatch_Index:
		if int(by.Index) >= len(all) {
			return 0, fault.New(fault.NoOption, "there is no option %d; there are %d", by.Index, len(all))
		}
		return int(by.Index), nil
	case *observerv1.OptionMatch_Ref:
		b, err := s.resolve(by.Ref)
		if err != nil {
			return 0, asFailure(context.Background(), err).why
		}
		return only(all, "ref "+by.Ref, func(o option) bool { return treeKey(o.Key) == b.Key })
	case *observerv1.OptionMatch_Label:
		return only(all, quote(by.Label), labelled(by.Label))
	case *observerv1.OptionMatch_Value:
		return only(all, quote(by.Value), valued(by.Value))
	}
	at, err := only(all, quote(m.GetText()), labelled(m.GetText()))
	if err != nil && err.Meta["matches"] == "0" {
		return only(all, quote(m.GetText()), valued(m.GetText()))
	}
	return at, err
}

func labelled(text string) func(option) bool {
	text = strings.Join(strings.Fields(text), " ")
	return func(o option) bool { return strings.Join(strings.Fields(o.Label), " ") == text }
}

func valued(text string) func(option) bool { return func(o option) bool { return o.Value == text } }

// only returns the place of the one option that is so; none or several are refused with a list to
// choose from.
func only(all []option, asked string, is func(option) bool) (int, *fault.Error) {
	var found []int
	for i, o := range all {
		if is(o) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		everything := make([]int, len(all))
		for i := range everything {
			everything[i] = i
		}
		return 0, fault.New(fault.NoOption, "no option matches %s; the options are %s", asked, listing(all, everything)).
			With("matches", "0")
	}
	return 0, fault.New(fault.NoOption, "%d options match %s; choose by index or value: %s", len(found), asked, listing(all, found)).
		With("matches", fmt.Sprint(len(found)))
}

// listed is how many options a sentence names.
const listed = 20

func listing(all []option, places []int) string {
	var b strings.Builder
	for i, at := range places {
		if i == listed {
			fmt.Fprintf(&b, ", and %d more", len(places)-listed)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d: %s (value %s)", at, quote(all[at].Label), quote(all[at].Value))
	}
	if len(places) == 0 {
		return "none"
	}
	return b.String()
}

// selectPlaces selects exactly these options, as a user does where that can be and by a script where
// it cannot, and checks that the page kept it.
func (s *step) selectPlaces(ctx context.Context, el *cdpclient.Element, places []int) error {
	var before options
	if err := el.Call(ctx, &before, optionsJS); err != nil {
		return err
	}
	trusted, err := s.pick(ctx, el, before, places)
	if err != nil {
		return s.unseen(err)
	}
	if !trusted {
		s.sent = true
		if err := el.Call(ctx, nil, selectJS, append([]int{}, places...)); err != nil {
			return s.unseen(err)
		}
	}
	var after options // when the page had time to change them again
	err = el.Call(ctx, &after, "async function() { await lib.frameTick(); return ("+optionsJS+").call(this); }")
	if err != nil {
		return s.unseen(err)
	}
	return s.selected(after, places, trusted)
}

// selected says what the selection is now, and whether it is the one that was asked for.
func (s *step) selected(now options, places []int, trusted bool) error {
	value := now.chosen()
	s.result.Value, s.result.Means = &value, means(trusted)
	if !now.selects(places) {
		return outcomeOf(observerv1.Outcome_OUTCOME_PARTIAL, fault.New(fault.ValueNotRetained,
			"the page changed the selection of %s; it is now %s", describe(s.result.GetTarget()), quote(value)))
	}
	return nil
}

// chooseOption selects an option of a closed select element, which cannot be clicked. It reports
// false when the option is one that can.
func (s *step) chooseOption(ctx context.Context, el *cdpclient.Element) (done bool, err error) {
	var is options
	if err := el.Call(ctx, &is, optionsJS); err != nil {
		return false, err
	}
	if !is.Select || !is.Closed || is.At < 0 {
		return false, nil
	}
	owner := el.With(treeKey(is.Owner))
	if _, err := s.ready(ctx, owner, cdpclient.Want{Enabled: true, Scroll: true}); err != nil {
		return false, err
	}
	if is.Options[is.At].Disabled {
		return false, fault.New(fault.Disabled, "%s is disabled", describe(s.result.GetTarget())).With("check", "enabled")
	}
	return true, s.selectPlaces(ctx, owner, []int{is.At})
}

func treeKey(k uint64) tree.Key { return tree.Key(k) }
