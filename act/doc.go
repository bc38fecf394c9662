// Package act runs the steps of an Act on one tab.
//
// A step is done in the same order always: its ref is resolved, the element is made ready
// (attached, enabled, visible, still, in view, really receiving the event at the point where it
// will be sent), trusted input is sent, what it did is verified, the page is given time to settle,
// and the effect is taken as the change of the tree since the step began.
//
// Input is trusted: it comes from the browser's own input pipeline. An option of a select element is
// picked in its list with the keys, or with the mouse where the list is part of the page; a range is
// set with a key where one leads to the value. Where that cannot be without showing the page other
// values on the way (dates, times, colours, other values of a range, several options at a time, a page
// that keeps the keys to itself), the value is set from the isolated world, with one input and one
// change event that are not trusted. The result says which it was.
//
// What a result says holds: OUTCOME_APPLIED only where the page confirmed it; OUTCOME_NOT_APPLIED
// only where no input reached the page or the page shows that it had no effect at all;
// OUTCOME_PARTIAL where a field kept something else than what was entered; OUTCOME_UNKNOWN for all
// else once input was sent, a deadline and a cancelled call included.
//
// Acts on one tab run one after another, see page.Page.Lock. A Memory makes an Act that is sent
// again under the same name answer again and not run again.
//
// What a page says never reaches a log. It is quoted where it is part of a message.
package act
