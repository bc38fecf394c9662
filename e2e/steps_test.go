package e2e

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// errPending says that the service does not offer a step.
var errPending = errors.New("the service answers that it does not offer this step")

// refused gives the reasons that stand for the neutral words of expect.yaml.
var refused = map[string][]string{
	"stale":           {"STALE_REF"},
	"covered":         {"COVERED"},
	"not_uncheckable": {"NOT_ACTIONABLE"},
	"disabled":        {"DISABLED"},
	"readonly":        {"NOT_EDITABLE"},
	"ambiguous":       {"NO_OPTION"},
	"not_visible":     {"NOT_VISIBLE"},
}

// stepTimeout is how long a step may look for a way to act: longer than any page here needs.
const stepTimeout = 4 * time.Second

// run runs one step; before is the first snapshot. It returns what is wrong.
func (d *driver) run(ctx context.Context, st step, before *snapshot, w *watching) (wrong []string, err error) {
	request, unclear := d.request(ctx, st, before)
	if unclear != nil {
		return []string{unclear.Error()}, nil //nolint:nilerr // a step that cannot be made is a finding
	}
	timeout := stepTimeout
	if st.Expect.Status == "refused" {
		timeout = 1500 * time.Millisecond
	}
	mark := w.mark()
	a := d.act(ctx, request, timeout)
	if a.unimplemented() {
		return nil, errPending
	}
	wrong = append(checkOutcome(a, st.Expect), checkDiffs(w, mark, st.Expect)...)
	if len(st.Then) > 0 {
		s, err := d.observe(ctx)
		if err != nil {
			return append(wrong, err.Error()), nil
		}
		wrong = append(wrong, d.checkContains(ctx, s, st.Then)...)
	}
	return wrong, nil
}

func checkOutcome(a acted, e stepExpect) (wrong []string) {
	bad := func(format string, args ...any) {
		wrong = append(wrong, fmt.Sprintf(format, args...)+": "+a.String())
	}
	switch e.Status {
	case "":
		if !a.applied() {
			bad("the step was not applied")
		}
	case "refused":
		if a.result.GetOutcome() != observerv1.Outcome_OUTCOME_NOT_APPLIED && a.err == nil {
			bad("the step was not refused")
		}
		if want, ok := refused[e.Reason]; !ok || !slices.Contains(want, a.reason()) {
			bad("the reason is not %s %v", e.Reason, want)
		}
	case "partial":
		if a.result.GetOutcome() != observerv1.Outcome_OUTCOME_PARTIAL {
			bad("the outcome is not partial")
		}
	default:
		bad("the suite does not know the status %q", e.Status)
	}
	if e.Mentions != "" && !strings.Contains(a.String(), e.Mentions) {
		bad("the answer does not mention %q", e.Mentions)
	}
	if e.HitBlockedBy != "" && a.result.GetObstacle().GetRole() == "" {
		bad("the answer does not name what is in the way, which is %s", e.HitBlockedBy)
	}
	if e.ValueIs != nil && a.result.GetValue() != *e.ValueIs {
		bad("the value read back is not %q", *e.ValueIs)
	}
	if e.MaxMS > 0 && a.took > time.Duration(e.MaxMS)*time.Millisecond {
		bad("the step took %s, more than %d ms", a.took, e.MaxMS)
	}
	for _, report := range e.Reports {
		if !reports(a.result.GetEffect().GetEvents(), report) {
			bad("the step does not report %s", report)
		}
	}
	return wrong
}

func reports(events []*observerv1.PageEvent, what string) bool {
	return slices.ContainsFunc(events, func(e *observerv1.PageEvent) bool {
		switch what {
		case "new_page":
			return e.GetPopup() != nil
		case "dialog:beforeunload":
			return e.GetDialogOpened().GetType() == observerv1.DialogType_DIALOG_TYPE_BEFOREUNLOAD
		case "download":
			return e.GetDownload() != nil
		}
		return false
	})
}

func checkDiffs(w *watching, mark int, e stepExpect) (wrong []string) {
	if e.MaxDiffEvents == 0 && e.MaxDiffBytes == 0 {
		return nil
	}
	events, bytes := w.since(mark)
	if events == 0 {
		wrong = append(wrong, "no diff was pushed at all")
	}
	if events > e.MaxDiffEvents {
		wrong = append(wrong, fmt.Sprintf("%d diffs were pushed, more than %d", events, e.MaxDiffEvents))
	}
	if bytes > e.MaxDiffBytes {
		wrong = append(wrong, fmt.Sprintf("the diffs have %d bytes, more than %d", bytes, e.MaxDiffBytes))
	}
	return wrong
}

// ref finds the ref that a step means.
func (d *driver) ref(ctx context.Context, st step, t *target, before *snapshot) (string, error) {
	if t == nil {
		return "", nil
	}
	if st.UseRef == "before" {
		if n := d.pick(ctx, before, *t); n.GetRef() != "" {
			return n.GetRef(), nil
		}
		return "", fmt.Errorf("%s had no ref in the first snapshot", *t)
	}
	n, err := d.locate(ctx, *t)
	return n.GetRef(), err
}

// request turns a step of expect.yaml into one of the API.
func (d *driver) request(ctx context.Context, st step, before *snapshot) (*observerv1.Step, error) {
	ref, err := d.ref(ctx, st, st.Target, before)
	if err != nil {
		return nil, err
	}
	switch st.Do {
	case "click":
		return &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: ref}}}, nil
	case "hover":
		return &observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: ref}}}, nil
	case "fill":
		return &observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: ref, Text: text(st.Value)}}}, nil
	case "press":
		return &observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: ref, Key: text(st.Value)}}}, nil
	case "check", "uncheck":
		return &observerv1.Step{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: ref, Checked: st.Do == "check"}}}, nil
	case "select":
		return &observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: ref, Options: options(st.Value)}}}, nil
	case "scroll":
		dy, err := strconv.ParseFloat(text(st.Value), 64)
		return &observerv1.Step{Action: &observerv1.Step_Scroll{Scroll: &observerv1.ScrollTo{Ref: ref, DeltaY: dy}}}, err
	case "upload":
		return &observerv1.Step{Action: &observerv1.Step_Upload{Upload: &observerv1.Upload{Ref: ref, Paths: []string{text(st.Value)}}}}, nil
	case "drag":
		to, err := d.ref(ctx, st, st.To, before)
		return &observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: ref, ToRef: to}}}, err
	case "eval":
		return &observerv1.Step{Action: &observerv1.Step_Evaluate{Evaluate: &observerv1.Evaluate{Expression: text(st.Value)}}}, nil
	case "wait_ms":
		ms, err := strconv.Atoi(text(st.Value))
		return waitFor(time.Duration(ms) * time.Millisecond), err
	case "back":
		return &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: observerv1.HistoryMove_HISTORY_MOVE_BACK}}}, nil
	case "reload":
		return &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: observerv1.HistoryMove_HISTORY_MOVE_RELOAD}}}, nil
	}
	return nil, fmt.Errorf("the suite does not know the step %q", st.Do)
}

func waitFor(d time.Duration) *observerv1.Step {
	condition := &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Time{Time: durationpb.New(d)}}
	return &observerv1.Step{Action: &observerv1.Step_Wait{Wait: &observerv1.Wait{AnyOf: []*observerv1.WaitCondition{condition}}}, Timeout: durationpb.New(d + stepTimeout)}
}

func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func options(value any) []*observerv1.OptionMatch {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var out []*observerv1.OptionMatch
	for _, v := range list {
		out = append(out, &observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: text(v)}})
	}
	return out
}
