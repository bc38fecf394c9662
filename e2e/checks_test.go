package e2e

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// Each check returns what is wrong, in sentences; nothing when all is as expected.

func (d *driver) checkContains(ctx context.Context, s *snapshot, targets []target) (wrong []string) {
	for _, t := range targets {
		found := s.find(t)
		if t.Count > 0 && len(found) != t.Count {
			wrong = append(wrong, fmt.Sprintf("%s is there %d times, not %d", t, len(found), t.Count))
			continue
		}
		if len(found) == 0 && (t.CSS == "" || d.pick(ctx, s, t) == nil) {
			wrong = append(wrong, fmt.Sprintf("%s is missing", t))
		}
	}
	return wrong
}

func checkAbsent(s *snapshot, targets []target) (wrong []string) {
	for _, t := range targets {
		switch {
		case t.Text != "":
			if strings.Contains(fold(s.text), fold(t.Text)) {
				wrong = append(wrong, fmt.Sprintf("%s must not be there", t))
			}
		case len(s.find(t)) > 0:
			wrong = append(wrong, fmt.Sprintf("%s must not be there", t))
		}
	}
	return wrong
}

func (d *driver) checkRefs(ctx context.Context, s *snapshot, p page) (wrong []string) {
	for _, t := range p.Ref {
		if n := d.pick(ctx, s, t); n.GetRef() == "" {
			wrong = append(wrong, fmt.Sprintf("%s has no ref", t))
		}
	}
	for _, t := range p.NoRef {
		for _, n := range s.find(t) {
			if n.GetRef() != "" {
				wrong = append(wrong, fmt.Sprintf("%s must not have a ref, but has %s", t, n.GetRef()))
			}
		}
	}
	if p.MaxRefs > 0 && s.refs() > p.MaxRefs {
		wrong = append(wrong, fmt.Sprintf("there are %d refs, more than %d", s.refs(), p.MaxRefs))
	}
	return wrong
}

func checkText(s *snapshot, p page) (wrong []string) {
	for _, expression := range p.AbsentLine {
		pattern := regexp.MustCompile(expression)
		for _, line := range strings.Split(s.text, "\n") {
			if pattern.MatchString(line) {
				wrong = append(wrong, fmt.Sprintf("the line %q matches %s", line, expression))
			}
		}
	}
	for text, most := range p.MaxOccurrences {
		if n := strings.Count(s.text, text); n > most {
			wrong = append(wrong, fmt.Sprintf("%q is there %d times, more than %d", text, n, most))
		}
	}
	for _, text := range p.JoinedText {
		if !anyName(s, text) {
			wrong = append(wrong, fmt.Sprintf("no line reads %q", text))
		}
	}
	for _, text := range p.NotJoinedText {
		if strings.Contains(s.text, text) {
			wrong = append(wrong, fmt.Sprintf("%q is glued together", text))
		}
	}
	for _, text := range p.Extra {
		if !strings.Contains(s.text, text) {
			wrong = append(wrong, fmt.Sprintf("%q is missing", text))
		}
	}
	if !utf8.ValidString(s.text) {
		wrong = append(wrong, "the text is not valid UTF-8")
	}
	return wrong
}

func anyName(s *snapshot, text string) bool {
	for _, n := range s.nodes {
		if strings.Contains(fold(n.GetName()), text) || strings.Contains(fold(n.GetValue()), text) {
			return true
		}
	}
	return false
}

func checkMarks(s *snapshot, marks []mark) (wrong []string) {
	for _, m := range marks {
		found := s.find(m.target)
		switch m.Mark {
		case "offscreen":
			if len(found) == 0 || !found[0].GetStates().GetOffscreen() {
				wrong = append(wrong, fmt.Sprintf("%s is not marked as offscreen", m.target))
			}
		case "not_visible_or_absent":
			for _, n := range found {
				if !n.GetStates().GetOffscreen() && n.GetRef() != "" {
					wrong = append(wrong, fmt.Sprintf("%s cannot be seen, but is shown as if it could", m.target))
				}
			}
		default:
			wrong = append(wrong, fmt.Sprintf("the suite does not know the mark %q", m.Mark))
		}
	}
	return wrong
}

// checkBudget reads the page again in parts of at most the size and expects the same lines in all.
func (d *driver) checkBudget(ctx context.Context, whole *snapshot, most int) (wrong []string) {
	budget := &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: uint32(most)}}
	cursor, nodes := "", 0
	for {
		part, err := d.observe(ctx, func(r *observerv1.ObserveRequest) {
			r.Budget, r.Cursor, r.SnapshotId = budget, cursor, whole.header.GetSnapshotId()
		})
		if err != nil {
			return []string{fmt.Sprintf("reading it in parts of %d bytes: %v", most, err)}
		}
		if len(part.text) > most {
			wrong = append(wrong, fmt.Sprintf("a part of %d bytes is longer than %d", len(part.text), most))
		}
		nodes += int(part.end.GetNodeCount())
		next := part.end.GetNextCursor()
		if next == "" {
			break
		}
		if part.end.GetNodeCount() == 0 || next == cursor {
			return append(wrong, "reading it in parts does not get on")
		}
		cursor = next
	}
	if nodes != len(whole.nodes) {
		wrong = append(wrong, fmt.Sprintf("the parts have %d nodes, the whole %d", nodes, len(whole.nodes)))
	}
	return wrong
}
