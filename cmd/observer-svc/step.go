package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// stepSyntax is the help for the steps of the act command.
const stepSyntax = `Each STEP is one argument, so quote it for the shell:

  click REF [double|right|middle]     hover REF          focus REF
  fill REF "text" [submit]            type [REF] "text"  press [REF] Control+a
  check REF | uncheck REF             select REF "label" ["label" …]
  scroll [REF] [PIXELS]               drag REF REF       upload REF PATH…
  navigate URL                        back | forward | reload
  wait text "…" | wait gone "…"       wait REF visible|gone|enabled
  wait url "…" | wait load            wait quiet 500ms | wait time 2s
  evaluate "expression"

Example: observer-svc act https://example.org 'fill e3 "Ann"' 'click e5' 'wait text "Welcome"'`

// verb turns the words after its name into a step.
type verb func(args []word) (*observerv1.Step, error)

var verbs = map[string]verb{
	"click":    clickStep,
	"hover":    refVerb(func(ref string) *observerv1.Step { return hover(ref) }),
	"focus":    refVerb(func(ref string) *observerv1.Step { return focus(ref) }),
	"check":    refVerb(func(ref string) *observerv1.Step { return check(ref, true) }),
	"uncheck":  refVerb(func(ref string) *observerv1.Step { return check(ref, false) }),
	"fill":     fillStep,
	"type":     typeStep,
	"press":    pressStep,
	"select":   selectStep,
	"scroll":   scrollStep,
	"drag":     dragStep,
	"upload":   uploadStep,
	"navigate": navigateStep,
	"back":     historyVerb(observerv1.HistoryMove_HISTORY_MOVE_BACK),
	"forward":  historyVerb(observerv1.HistoryMove_HISTORY_MOVE_FORWARD),
	"reload":   historyVerb(observerv1.HistoryMove_HISTORY_MOVE_RELOAD),
	"wait":     waitStep,
	"evaluate": evaluateStep,
}

// parseStep reads one step in the syntax of stepSyntax.
func parseStep(s string) (*observerv1.Step, error) {
	ws, err := words(s)
	if err != nil {
		return nil, fmt.Errorf("step %q: %w", s, err)
	}
	if len(ws) == 0 {
		return nil, errors.New("a step is empty")
	}
	v, ok := verbs[ws[0].text]
	if !ok || ws[0].quoted {
		return nil, fmt.Errorf("step %q: %q is none of %s", s, ws[0].text, strings.Join(verbNames(), ", "))
	}
	step, err := v(ws[1:])
	if err != nil {
		return nil, fmt.Errorf("step %q: %w", s, err)
	}
	return step, nil
}

func verbNames() []string {
	names := make([]string, 0, len(verbs))
	for name := range verbs {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
