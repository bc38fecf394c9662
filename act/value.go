package act

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// value puts what a field holds into the result; never a secret.
func (s *step) value(v string, secret bool) {
	if secret {
		v = masked
	}
	s.result.Value = &v
}

// hide keeps what is entered into a secret field out of all that the page says elsewhere. What is
// typed may end with keys that are no part of it.
func (s *step) hide(text string) { s.tab().Context().Hide(strings.TrimRight(text, "\r\n\t")) }

// focusIsSecret is whether what has the focus below a node is a secret field.
func focusIsSecret(n *tree.Node) bool {
	if n.States.Focused && n.States.Masked {
		return true
	}
	return slices.ContainsFunc(n.Children, focusIsSecret)
}

// retained says that a field holds something else than what was entered. What it holds is in the
// result; the sentence only says how long it is, since it may be secret.
func (s *step) retained(o observerv1.Outcome, holds, entered string) *failure {
	n, m := utf8.RuneCountInString(holds), utf8.RuneCountInString(entered)
	kept := "kept something else"
	if o == observerv1.Outcome_OUTCOME_NOT_APPLIED {
		kept = "did not take it and holds what it held before"
	}
	return outcomeOf(o, fault.New(fault.ValueNotRetained,
		"%d characters were entered, but %s %s, %d characters long", m, describe(s.result.GetTarget()), kept, n).
		With("entered_length", strconv.Itoa(m)).With("held_length", strconv.Itoa(n)))
}

// same is whether a field holds a text, but for what browsers and editors make of white space.
func same(holds, entered string) bool { return folded(holds) == folded(entered) }

// folded returns a text with one kind of line break, no trailing one, and plain spaces.
func folded(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\u200b", "", "\ufeff", "").Replace(s)
	return strings.TrimRight(s, "\n")
}

func contains(holds, part string) bool { return strings.Contains(folded(holds), folded(part)) }

func hasBreak(s string) bool { return strings.ContainsAny(s, "\n\r\t") }

// inserted returns what a field holds when a text has replaced its selection.
func inserted(h holding, text string) string {
	units := utf16.Encode([]rune(h.Value))
	if h.Start > len(units) || h.End > len(units) || h.Start > h.End {
		return h.Value + text
	}
	return string(utf16.Decode(units[:h.Start])) + text + string(utf16.Decode(units[h.End:]))
}

// masked stands for what a secret field holds, whatever its length.
const masked = "••••"
