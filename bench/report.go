package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// report prints figures as they come and counts the aims that were missed.
type report struct {
	w      io.Writer
	missed []string
}

func (o *report) title(r *rig) {
	fmt.Fprintf(o.w, "observer-svc bench: %s, %d rounds\n", r.version, r.rounds)
}

func (o *report) section(name string) { fmt.Fprintf(o.w, "\n== %s\n", name) }

// line prints a figure without an aim.
func (o *report) line(format string, args ...any) { fmt.Fprintf(o.w, "  "+format+"\n", args...) }

// aim prints a figure and whether it is within what is aimed at.
func (o *report) aim(name string, got, limit float64, unit string) {
	mark := "ok  "
	if got > limit {
		mark = "MISS"
		o.missed = append(o.missed, name)
	}
	fmt.Fprintf(o.w, "  %s %-58s %9.3f %s (aim ≤ %g)\n", mark, name, got, unit, limit)
}

// atLeast prints a figure that should not be below a limit.
func (o *report) atLeast(name string, got, limit float64, unit string) {
	mark := "ok  "
	if got < limit {
		mark = "MISS"
		o.missed = append(o.missed, name)
	}
	fmt.Fprintf(o.w, "  %s %-58s %9.3f %s (aim ≥ %g)\n", mark, name, got, unit, limit)
}

// verdict closes the report. Missed aims are reported, not turned into a failure: a noisy machine
// must not make the command useless.
func (o *report) verdict() error {
	fmt.Fprintf(o.w, "\n%d aims missed", len(o.missed))
	for i, m := range o.missed {
		fmt.Fprintf(o.w, "%s%s", []string{", ", ": "}[b2i(i == 0)], m)
	}
	_, err := fmt.Fprintln(o.w)
	return err
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// samples are durations of one thing.
type samples []time.Duration

// quantile returns the q-th quantile in milliseconds, 0 ≤ q ≤ 1.
func (s samples) quantile(q float64) float64 {
	if len(s) == 0 {
		return 0
	}
	c := slices.Clone(s)
	slices.Sort(c)
	i := int(q * float64(len(c)-1))
	return float64(c[i]) / float64(time.Millisecond)
}

func (s samples) median() float64 { return s.quantile(0.5) }

// timed runs f and returns how long it took.
func timed(f func() error) (time.Duration, error) {
	t := time.Now()
	err := f()
	return time.Since(t), err
}
