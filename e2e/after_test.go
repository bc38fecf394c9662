package e2e

import (
	"context"
	"fmt"
	"strings"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// checkAfter checks what must be so once all steps are done.
func (d *driver) checkAfter(ctx context.Context, p page, before *snapshot, w *watching) (wrong []string, now *snapshot) {
	now, err := d.observe(ctx)
	if err != nil {
		return []string{err.Error()}, nil
	}
	a := p.After
	wrong = append(d.checkContains(ctx, now, a.Contains), checkAbsent(now, a.Absent)...)
	for _, i := range a.SameRef {
		wrong = append(wrong, d.checkIdentity(ctx, before, now, i, true)...)
	}
	for _, i := range a.DifferentRef {
		wrong = append(wrong, d.checkIdentity(ctx, before, now, i, false)...)
	}
	if !strings.Contains(now.header.GetUrl(), a.URLContains) {
		wrong = append(wrong, fmt.Sprintf("the address %q does not contain %q", now.header.GetUrl(), a.URLContains))
	}
	if a.NewDocument && now.header.GetPosition().GetGeneration() == before.header.GetPosition().GetGeneration() {
		wrong = append(wrong, "the navigation generation did not change")
	}
	for _, t := range a.DiffSeen {
		short, cancel := context.WithTimeout(ctx, 2*time.Second)
		if !w.saw(short, t.Text) {
			wrong = append(wrong, fmt.Sprintf("no pushed diff holds %s", t))
		}
		cancel()
	}
	if len(a.NewPageContains) > 0 {
		wrong = append(wrong, d.checkNewPage(ctx, a.NewPageContains)...)
	}
	wrong = append(wrong, d.checkStale(ctx, p, before, now)...)
	return wrong, now
}

// checkIdentity compares refs, and node ids where neither side has a ref.
func (d *driver) checkIdentity(ctx context.Context, before, now *snapshot, i identity, same bool) []string {
	was, is := i.pair()
	a, b := d.pick(ctx, before, was), d.pick(ctx, now, is)
	if a == nil || b == nil {
		return []string{fmt.Sprintf("%s cannot be compared: before %v, now %v", is, a, b)}
	}
	equal := a.GetRef() == b.GetRef()
	if a.GetRef() == "" && b.GetRef() == "" {
		equal = a.GetNodeId() == b.GetNodeId()
	}
	if equal == same {
		return nil
	}
	verb := "changed"
	if !same {
		verb = "did not change"
	}
	return []string{fmt.Sprintf("the ref of %s %s: it was %s (node %d) and is %s (node %d)", is, verb, a.GetRef(), a.GetNodeId(), b.GetRef(), b.GetNodeId())}
}

// checkStale uses old refs, expects STALE_REF, and that nothing on the page changes by it.
func (d *driver) checkStale(ctx context.Context, p page, before, now *snapshot) (wrong []string) {
	targets := p.After.StaleRef
	if p.After.NewDocument {
		targets = append(targets, p.Ref...)
	}
	for _, t := range targets {
		n := d.pick(ctx, before, t)
		if n.GetRef() == "" {
			wrong = append(wrong, fmt.Sprintf("%s had no ref in the first snapshot", t))
			continue
		}
		click := &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: n.GetRef()}}}
		if a := d.act(ctx, click, stepTimeout); a.reason() != "STALE_REF" || a.err == nil {
			wrong = append(wrong, fmt.Sprintf("the old ref %s of %s is not refused as stale: %s", n.GetRef(), t, a))
		}
	}
	if len(targets) == 0 {
		return wrong
	}
	s, err := d.observe(ctx)
	if err != nil {
		return append(wrong, err.Error())
	}
	if s.text != now.text {
		wrong = append(wrong, "the page changed when a stale ref was used; now it is\n"+s.text)
	}
	return wrong
}

func (d *driver) checkNewPage(ctx context.Context, targets []target) []string {
	tabs, err := d.tabs(ctx)
	if err != nil {
		return []string{err.Error()}
	}
	var wrong []string
	for _, tab := range tabs {
		if tab.GetTabId() == d.tab {
			continue
		}
		other := *d
		other.tab = tab.GetTabId()
		s, err := other.observe(ctx)
		if err != nil {
			return []string{err.Error()}
		}
		if wrong = other.checkContains(ctx, s, targets); len(wrong) == 0 {
			return nil
		}
	}
	return append(wrong, "no other tab is as expected")
}
