package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// pickableJS says where an option is among those that the keys of an open list reach.
//
//go:embed js/pickable.js
var pickableJS string

// seenJS waits until the document of an element knows that the element is in view, for 500 ms at most: a frame
// in another process hears of a scroll of the page around it only later.
//
//go:embed js/seen.js
var seenJS string

// mostKeys is how many keys are pressed at most to reach an option. A longer way is not a user's.
const mostKeys = 200

// pick selects options as a user does, and reports whether it did: in the list that a closed select
// element opens with the keys, where nothing changes until one is taken, or with the mouse where the
// list is part of the page. What would show the page another selection on the way is left alone, so
// that it gets one change event, and a wrong one never. Chromium draws the list itself but on a Mac.
func (s *step) pick(ctx context.Context, el *cdpclient.Element, is options, places []int) (bool, error) {
	switch {
	case is.Closed && len(places) == 1 && !s.mac():
		return s.pickByKeys(ctx, el, places[0])
	case !is.Closed:
		return s.pickByMouse(ctx, el, is, places)
	}
	return false, nil
}

// pickByKeys opens the list of a select element, goes to an option and takes it.
func (s *step) pickByKeys(ctx context.Context, el *cdpclient.Element, place int) (bool, error) {
	var way struct {
		From  int `json:"from"`
		To    int `json:"to"`
		Count int `json:"count"`
	}
	s.sent = true
	if err := el.Call(ctx, &way, pickableJS, place); err != nil {
		return false, err
	}
	keys := keysTo(way.From, way.To, way.Count)
	if keys == nil || len(keys) > mostKeys {
		return false, nil
	}
	if open, err := s.openList(ctx, el); err != nil || !open {
		return false, err
	}
	for _, key := range append(keys, "Enter") {
		if err := s.key(ctx, key); err != nil {
			s.closeList(ctx)
			return true, err
		}
	}
	return true, nil
}

// closeList closes a list that a step cannot finish with, also when its time is over.
func (s *step) closeList(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), chooserWait)
	defer cancel()
	_ = s.key(ctx, "Escape") // the first failure is the one to report
}

// openList opens the list of a select element and reports whether it is open: a page may keep the
// key to itself, and no list opens where the select element cannot be seen.
func (s *step) openList(ctx context.Context, el *cdpclient.Element) (open bool, err error) {
	route, err := el.Route(ctx)
	if err != nil {
		return false, err
	}
	if err := route.Reveal(ctx); err != nil {
		return false, err
	}
	if err := el.Call(ctx, nil, seenJS); err != nil {
		return false, err
	}
	if err := s.key(ctx, "Alt+ArrowDown"); err != nil {
		return false, err
	}
	err = el.Call(ctx, &open, "function() { return CSS.supports('selector(:open)') && this.matches(':open'); }")
	return open, err
}

func (s *step) key(ctx context.Context, name string) error {
	c, err := cdpclient.ParseChord(name, s.mac())
	if err != nil {
		return err
	}
	return s.tab().Press(ctx, c)
}

// keysTo returns the shortest way from one place of a list to another, from -1 when it is at none;
// nil when there is none, or nowhere to go.
func keysTo(from, to, count int) []string {
	if to < 0 || to >= count || from == to {
		return nil
	}
	best := append([]string{"Home"}, repeated("ArrowDown", to)...)
	if back := append([]string{"End"}, repeated("ArrowUp", count-1-to)...); len(back) < len(best) {
		best = back
	}
	if from < 0 {
		return best
	}
	step, steps := "ArrowDown", to-from
	if steps < 0 {
		step, steps = "ArrowUp", -steps
	}
	if steps <= len(best) {
		return repeated(step, steps)
	}
	return best
}

func repeated(key string, n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = key
	}
	return keys
}

// pickByMouse clicks the one option that makes the selection what it shall be, if there is one.
func (s *step) pickByMouse(ctx context.Context, el *cdpclient.Element, is options, places []int) (bool, error) {
	at, modifiers, ok := s.oneClick(is, places)
	if !ok {
		return false, nil
	}
	option := el.With(treeKey(is.Options[at].Key))
	err := s.clickElement(ctx, option, clicking{count: 1, modifiers: modifiers, nested: true})
	if err != nil && !s.sent {
		return false, nil // an option that cannot be clicked is selected by the script
	}
	return true, err
}

// oneClick returns the option that is clicked, and with which keys, to make the selection exactly
// the places.
func (s *step) oneClick(is options, places []int) (at int, m cdpclient.Modifiers, ok bool) {
	chosen := map[int]bool{}
	for _, p := range places {
		chosen[p] = true
	}
	var toggled []int
	for i, o := range is.Options {
		if o.Selected != chosen[i] {
			toggled = append(toggled, i)
		}
	}
	switch {
	case len(toggled) == 0:
		return 0, 0, false
	case len(places) == 1:
		return places[0], 0, true
	case len(toggled) == 1 && is.Multiple:
		return toggled[0], s.adding(), true
	}
	return 0, 0, false
}

// means says how a value was entered.
func means(trusted bool) observerv1.InputMeans {
	if trusted {
		return observerv1.InputMeans_INPUT_MEANS_TRUSTED
	}
	return observerv1.InputMeans_INPUT_MEANS_SCRIPT
}
