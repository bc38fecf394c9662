package act

import (
	"context"
	_ "embed"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
)

// setNativeJS sets a field whose text cannot be typed: dates, times, colours and ranges.
//
//go:embed js/setnative.js
var setNativeJS string

// slideJS names the key that leads a range to a value, and focuses it; empty when there is none.
//
//go:embed js/slide.js
var slideJS string

// fillNative sets a field that has no text to type into, as its picker would: a range with a key where
// one key leads to the value, all else by a script. Digits typed into the parts of a date or time,
// or a drag along a range, make the page see other values on the way, each with a change event; and
// the order of the parts is the user's.
func (s *step) fillNative(ctx context.Context, el *cdpclient.Element, before field, text string) error {
	if err := s.wellFormed(ctx, el, before, text); err != nil {
		return err
	}
	slid, err := s.slide(ctx, el, text)
	if err != nil {
		return s.unseen(err)
	}
	s.sent, s.result.Means = true, means(slid)
	if slid {
		return s.filled(ctx, el, before, text)
	}
	if err := el.Call(ctx, nil, setNativeJS, text, false); err != nil {
		return s.unseen(err)
	}
	return s.filled(ctx, el, before, text)
}

// wellFormed refuses a text that a native field cannot hold.
func (s *step) wellFormed(ctx context.Context, el *cdpclient.Element, is field, text string) error {
	var valid bool
	if err := el.Call(ctx, &valid, setNativeJS, text, true); err != nil || valid {
		return err
	}
	return fault.New(fault.ValueNotRetained, "%s takes a text of the form %s", describe(s.result.GetTarget()), is.Form).
		With("form", is.Form)
}

// slide presses the one key that leads a range to a value, and reports whether it did. A page that
// keeps the key to itself saw no change.
func (s *step) slide(ctx context.Context, el *cdpclient.Element, text string) (bool, error) {
	var key string
	s.sent = true
	if err := el.Call(ctx, &key, slideJS, text); err != nil || key == "" {
		return false, err
	}
	var before, after field
	if err := el.Call(ctx, &before, fieldJS); err != nil {
		return false, err
	}
	if err := s.key(ctx, key); err != nil {
		return true, err
	}
	err := el.Call(ctx, &after, fieldJS)
	return after.Value != before.Value, err
}
