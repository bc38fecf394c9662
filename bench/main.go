// Command bench measures observer-svc from the client's side of gRPC against floors taken in the
// same run: raw DevTools calls on the same browser, and Blink's own work for the same mutation.
//
// Every figure is a median (p99 where said) over several rounds; the ratios are what to keep, the
// milliseconds belong to the machine. The service runs as a process of its own, attached to the
// Chromium that the raw calls go to.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// scenario is one measurement.
type scenario struct {
	name string
	run  func(context.Context, *rig, *report) error
}

func scenarios() []scenario {
	return []scenario{
		{"overview", overview},
		{"tokens", tokens},
		{"cold", cold},
		{"unchanged", unchanged},
		{"mutation", mutation},
		{"click", click},
		{"noisy", noisy},
		{"fanout", fanout},
		{"tabs", tabs},
		{"reconnect", reconnect},
	}
}

// spans say how long the scenarios last that watch a page for a while.
type spans struct{ fanout, tabs, warm time.Duration }

// setup says what is measured.
type setup struct {
	binary, chromium string
	more             []string // flags for the service
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var only, binary, chromium string
	var more []string
	var rounds int
	flag.StringVar(&only, "only", "", "comma-separated scenarios; all when empty")
	flag.StringVar(&binary, "binary", "bin/observer-svc", "the service to measure")
	flag.StringVar(&chromium, "chromium", "", "the browser; found as the service finds it when empty")
	flag.IntVar(&rounds, "rounds", 15, "how many samples a figure takes at least")
	var length spans
	var full bool
	flag.DurationVar(&length.fanout, "fanout-span", 6*time.Second, "how long fanout lets a thousand watch, without and again with one that never reads")
	flag.DurationVar(&length.tabs, "tabs-span", 30*time.Second, "how long tabs lets fifty tabs change")
	flag.DurationVar(&length.warm, "tabs-warm", 30*time.Second, "how long tabs waits at most until the history of the tabs is full")
	flag.BoolVar(&full, "full", false, "let fanout last 30 s, and tabs 5 min once its history is full; the soak is: -only tabs -full")
	flag.Func("serve", "a `flag` more for the service, such as --history-max-time=90s; may be given again", func(s string) error {
		more = append(more, s)
		return nil
	})
	flag.Parse()
	if full {
		length = spans{fanout: 30 * time.Second, tabs: 5 * time.Minute, warm: 11 * time.Minute}
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := newRig(ctx, setup{binary, chromium, more}, rounds, length)
	if err != nil {
		return err
	}
	defer r.close()
	out := &report{w: os.Stdout}
	out.title(r)
	for _, s := range scenarios() {
		if only != "" && !contains(strings.Split(only, ","), s.name) {
			continue
		}
		out.section(s.name)
		if err := s.run(ctx, r, out); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return out.verdict()
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
