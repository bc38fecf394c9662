package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// actCmd runs steps on a page.
type actCmd struct {
	Words []string `arg:"" name:"url|step" help:"The page to open, unless --session and --tab name one that is open, and then the steps to run in order."`

	JSON        bool          `help:"Print the messages of the answer as lines of JSON." name:"json"`
	Snapshot    string        `group:"view" help:"The snapshot that the steps were planned on. An element that had another role or name there is refused." placeholder:"ID"`
	StepTimeout time.Duration `help:"How long a step may look for a way to act." default:"5s"`
	Settle      time.Duration `help:"How long the page may take to settle after a step." default:"5s"`
	SettleUntil string        `help:"What a step waits for after its input: quiet or first-change." enum:"quiet,first-change" default:"quiet"`

	Target targetFlags `embed:""`
}

// Help is the syntax of the steps.
func (*actCmd) Help() string { return stepSyntax }

// Run runs the steps and prints how each went and what it changed.
func (c *actCmd) Run(env *environment) error {
	url, lines := split(c.Words)
	steps, err := parseSteps(lines)
	if err != nil {
		return err
	}
	return c.Target.with(env, url, func(t *target) error {
		request := &observerv1.ActRequest{
			SessionId: t.session, TabId: t.tab, SnapshotId: c.Snapshot, Steps: steps,
			Timeout: durationpb.New(c.StepTimeout), SettleTimeout: durationpb.New(c.Settle), SettleUntil: settleUntil[c.SettleUntil],
			Format: c.format(),
		}
		var failed error
		_, err := t.client.ActWith(env.ctx, request, func(m *observerv1.ActResponse) {
			failed = errors.Join(failed, c.print(env, lines, m), unless(m.GetResult()))
		})
		return cmp.Or(err, failed)
	})
}

// unless is an error for a step that the service did without failing, but not as a whole.
func unless(r *observerv1.StepResult) error {
	if r == nil || r.GetOutcome() == observerv1.Outcome_OUTCOME_APPLIED {
		return nil
	}
	return fmt.Errorf("step %d was not applied as a whole", r.GetStep()+1)
}

// address matches what begins like a URL; no step does.
var address = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// split tells the page from the steps.
func split(words []string) (url string, lines []string) {
	if len(words) > 0 && address.MatchString(words[0]) {
		return words[0], words[1:]
	}
	return "", words
}

func parseSteps(lines []string) ([]*observerv1.Step, error) {
	if len(lines) == 0 {
		return nil, errors.New("name at least one step; observer-svc act --help lists them")
	}
	steps := make([]*observerv1.Step, 0, len(lines))
	for _, line := range lines {
		step, err := parseStep(line)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

func (c *actCmd) format() observerv1.Format {
	if c.JSON {
		return observerv1.Format_FORMAT_NODES
	}
	return observerv1.Format_FORMAT_TEXT
}

// print prints a result on standard output, and what a step waits for as progress.
func (c *actCmd) print(env *environment, lines []string, m *observerv1.ActResponse) error {
	if c.JSON {
		return printLine(env.out, m)
	}
	if w := m.GetWaiting(); w != nil {
		env.say("step %d waits until %s%s", w.GetStep()+1, w.GetWaitingFor(), obstacle(w.GetObstacle()))
	}
	r := m.GetResult()
	if r == nil {
		return nil
	}
	if _, err := fmt.Fprintf(env.out, "step %d: %s: %s\n", r.GetStep()+1, lines[r.GetStep()], resultText(r)); err != nil {
		return err
	}
	return printEffect(env.out, r.GetEffect(), r.GetOutcome() != observerv1.Outcome_OUTCOME_NOT_APPLIED)
}

func obstacle(t *observerv1.Target) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("; %s stands in the way", targetText(t))
}

func targetText(t *observerv1.Target) string {
	s := fmt.Sprintf("%s %q", t.GetRole(), t.GetName())
	if t.GetRef() != "" {
		s += " [ref=" + t.GetRef() + "]"
	}
	return s
}

// resultText says in a line how a step went.
func resultText(r *observerv1.StepResult) string {
	s := outcomeNames[r.GetOutcome()]
	if r.GetMessage() != "" {
		s += fmt.Sprintf(" (%s)", r.GetMessage())
	}
	if r.Value != nil {
		s += fmt.Sprintf(", the field holds %q", r.GetValue())
	}
	for _, f := range r.GetFields() {
		s += fmt.Sprintf("; %s: %s", targetText(f.GetTarget()), outcomeNames[f.GetOutcome()])
	}
	if at := r.GetScrolled(); at != nil {
		s += fmt.Sprintf(", scrolled by %.0f, %.0f", at.GetX(), at.GetY())
	}
	if r.GetMeans() == observerv1.InputMeans_INPUT_MEANS_SCRIPT {
		s += ", set as its picker does, by events that are not trusted"
	}
	if r.GetEvaluateJson() != "" {
		s += ", it gave " + r.GetEvaluateJson()
	}
	if name := settleNames[r.GetSettleReason()]; name != "" {
		s += fmt.Sprintf(", %s after %s", name, r.GetSettleTime().AsDuration().Round(time.Millisecond))
	}
	if r.GetRebound() {
		s += ", on an equal element that replaced the one of the ref"
	}
	return s
}

var outcomeNames = map[observerv1.Outcome]string{
	observerv1.Outcome_OUTCOME_UNSPECIFIED: "unknown",
	observerv1.Outcome_OUTCOME_APPLIED:     "applied",
	observerv1.Outcome_OUTCOME_NOT_APPLIED: "not applied",
	observerv1.Outcome_OUTCOME_UNKNOWN:     "unknown",
	observerv1.Outcome_OUTCOME_PARTIAL:     "applied in part",
}

var settleNames = map[observerv1.SettleReason]string{
	observerv1.SettleReason_SETTLE_REASON_QUIET:     "the page was quiet",
	observerv1.SettleReason_SETTLE_REASON_NAVIGATED: "a new document was loaded",
	observerv1.SettleReason_SETTLE_REASON_DIALOG:    "a dialog was opened",
	observerv1.SettleReason_SETTLE_REASON_CAP:       "the page was still busy",
	observerv1.SettleReason_SETTLE_REASON_CLOSED:    "the tab was closed",
	observerv1.SettleReason_SETTLE_REASON_CHANGED:   "the page changed",
}

// settleUntil are the values of --settle-until.
var settleUntil = map[string]observerv1.SettleUntil{
	"quiet":        observerv1.SettleUntil_SETTLE_UNTIL_QUIET,
	"first-change": observerv1.SettleUntil_SETTLE_UNTIL_FIRST_CHANGE,
}

// unchanged is the text of a delta without changes.
const unchanged = "0 added, 0 removed\n"

// printEffect prints what a step changed. That nothing changed is worth a line only where something
// was done.
func printEffect(out io.Writer, e *observerv1.Effect, done bool) error {
	for _, event := range e.GetEvents() {
		fmt.Fprintln(out, eventText(event))
	}
	for _, line := range e.GetConsoleErrors() {
		fmt.Fprintf(out, "console error: %q\n", line)
	}
	delta := e.GetDelta().GetText()
	if !done && delta == unchanged {
		delta = ""
	}
	_, err := io.WriteString(out, delta+e.GetFull().GetText())
	if n := e.GetFull().GetOmittedNodes(); n > 0 {
		fmt.Fprintf(out, "… %d more nodes\n", n)
	}
	return err
}
