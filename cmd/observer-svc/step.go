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
  click REF hold … release [REF]      drag REF REF       upload REF PATH…
  fill REF "text" [submit]            clear REF          fill-many REF "text"|on|off …
  type [REF] "text"                   compose [REF] "text" ["stage" …]
  press [REF] Control+a               check REF | uncheck REF
  select REF "label" ["label" …]      scroll [REF] [PIXELS | until "text"]
  navigate URL                        back | forward | reload | stop
  emulate [WIDTHxHEIGHT] [SCALEx] [mobile|desktop] [touch|mouse] [dark|light] [motion|still]
  wait text "…" | wait gone "…"       wait REF visible|gone|enabled
  wait url "…" | wait load            wait quiet|network|time 500ms
  evaluate "expression"

A wait can name several conditions with "or" between them: wait text "Done" or gone "Loading".

Example: observer-svc act https://example.org 'fill e3 "Ann"' 'click e5' 'wait text "Welcome"'`

// verb turns the words after its name into a step.
type verb func(args []word) (*observerv1.Step, error)

var verbs = map[string]verb{
	"click":     clickStep,
	"hover":     refVerb(func(ref string) *observerv1.Step { return hover(ref) }),
	"focus":     refVerb(func(ref string) *observerv1.Step { return focus(ref) }),
	"check":     refVerb(func(ref string) *observerv1.Step { return check(ref, true) }),
	"uncheck":   refVerb(func(ref string) *observerv1.Step { return check(ref, false) }),
	"fill":      fillStep,
	"type":      typeStep,
	"press":     pressStep,
	"select":    selectStep,
	"scroll":    scrollStep,
	"clear":     refVerb(func(ref string) *observerv1.Step { return empty(ref) }),
	"fill-many": fillManyStep,
	"compose":   composeStep,
	"release":   releaseStep,
	"emulate":   emulateStep,
	"stop":      stopStep,
	"drag":      dragStep,
	"upload":    uploadStep,
	"navigate":  navigateStep,
	"back":      historyVerb(observerv1.HistoryMove_HISTORY_MOVE_BACK),
	"forward":   historyVerb(observerv1.HistoryMove_HISTORY_MOVE_FORWARD),
	"reload":    historyVerb(observerv1.HistoryMove_HISTORY_MOVE_RELOAD),
	"wait":      waitStep,
	"evaluate":  evaluateStep,
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
