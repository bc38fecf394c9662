//go:build widgets

package e2e

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// hand acts on what the text says, as a model does.
type hand struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // that of the test
	d   *driver
}

var (
	refInLine = regexp.MustCompile(`\[ref=(e\d+)\]`)
	isRef     = regexp.MustCompile(`^e\d+$`)
)

// ref returns the ref in the first line that matches. A pattern that is a ref stands for itself.
func (h *hand) ref(pattern string) string {
	h.t.Helper()
	if isRef.MatchString(pattern) {
		return pattern
	}
	lines := h.lines()
	if ref := firstRef(lines, pattern); ref != "" {
		return ref
	}
	require.Fail(h.t, "no line matches "+pattern, strings.Join(lines, "\n"))
	return ""
}

// inside returns the ref in the first line that matches in the least part of the page that has such
// a line and says the text too, as a reader finds the button of a row.
func (h *hand) inside(text, pattern string) string {
	h.t.Helper()
	lines := h.lines()
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, text) })
	require.GreaterOrEqual(h.t, at, 0, "nothing says %s in\n%s", text, strings.Join(lines, "\n"))
	for depth := indent(lines[at]); depth >= -2; depth -= 2 {
		from, to := at, at+1
		for from > 0 && indent(lines[from]) > depth {
			from--
		}
		for to < len(lines) && indent(lines[to]) > depth {
			to++
		}
		if ref := firstRef(lines[from:to], pattern); ref != "" {
			return ref
		}
	}
	require.Fail(h.t, "nothing around "+text+" matches "+pattern, strings.Join(lines, "\n"))
	return ""
}

func (h *hand) lines() []string {
	h.t.Helper()
	s, err := h.d.observe(h.ctx, allRefs)
	require.NoError(h.t, err)
	return strings.Split(s.text, "\n")
}

func firstRef(lines []string, pattern string) string {
	line := regexp.MustCompile(pattern)
	for _, one := range lines {
		if m := refInLine.FindStringSubmatch(one); m != nil && line.MatchString(plainLine(one)) {
			return m[1]
		}
	}
	return ""
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// plainLine drops the ref of a line whose pattern does not ask for it.
func plainLine(line string) string {
	return line + "\n" + regexp.MustCompile(` \[[^]]*\]`).ReplaceAllString(line, "")
}

func (h *hand) act(s *observerv1.Step) {
	h.t.Helper()
	a := h.d.act(h.ctx, s, 10*time.Second)
	require.True(h.t, a.applied(), "%s", a)
}

func (h *hand) click(pattern string) {
	h.t.Helper()
	h.act(click(h.ref(pattern)))
}

func (h *hand) double(pattern string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: h.ref(pattern), Count: 2}}})
}

func (h *hand) hover(pattern string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: h.ref(pattern)}}})
}

func (h *hand) fill(pattern, text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: h.ref(pattern), Text: text}}})
}

func (h *hand) typing(pattern, text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Type{Type: &observerv1.TypeText{Ref: h.ref(pattern), Text: text}}})
}

func (h *hand) press(pattern, key string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: h.ref(pattern), Key: key}}})
}

func (h *hand) key(key string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Key: key}}})
}

func (h *hand) check(pattern string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: h.ref(pattern), Checked: true}}})
}

func (h *hand) choose(pattern, option string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Select{Select: &observerv1.Select{Ref: h.ref(pattern),
		Options: []*observerv1.OptionMatch{{By: &observerv1.OptionMatch_Text{Text: option}}}}}})
}

func (h *hand) drag(from, to string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: h.ref(from), ToRef: h.ref(to)}}})
}

func (h *hand) upload(pattern, file string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Upload{Upload: &observerv1.Upload{Ref: h.ref(pattern), Paths: []string{file}}}})
}

func (h *hand) wait(text string) {
	h.t.Helper()
	h.act(&observerv1.Step{Action: &observerv1.Step_Wait{Wait: &observerv1.Wait{AnyOf: []*observerv1.WaitCondition{
		{Condition: &observerv1.WaitCondition_Text{Text: text}}}}}})
}
