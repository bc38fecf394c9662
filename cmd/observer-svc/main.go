// Observer-svc gives programs eyes and hands on web pages over gRPC. It is the server and a small
// client of it; README.md has the flags.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit codes, beside 0. An interrupted command exits as a shell reports an interrupt.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command that args name and returns the exit code. Results go to stdout, everything
// else to stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	app := &cli{}
	exited := -1
	parser, err := newParser(app, stdout, stderr, func(code int) { exited = code })
	if err != nil {
		fmt.Fprintln(stderr, "observer-svc:", err)
		return exitFailed
	}
	command, err := parser.Parse(args)
	if exited >= 0 { // help was asked for and printed
		return exited
	}
	if err != nil {
		fmt.Fprintf(stderr, "observer-svc: %v\nobserver-svc --help lists the commands and flags.\n", err)
		return exitUsage
	}
	level := slog.LevelWarn
	if command.Selected().Name == "serve" {
		level = slog.LevelInfo
	}
	env := &environment{ctx: ctx, out: stdout, err: stderr, log: app.Log.logger(stderr, level)}
	return report(ctx, command.Run(env), stderr)
}

// report tells why a command failed and returns its exit code.
func report(ctx context.Context, err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "observer-svc: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "observer-svc:", explain(err))
	return exitFailed
}

func newParser(app *cli, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(app,
		kong.Name("observer-svc"),
		kong.Description("Eyes and hands on web pages for programs, over gRPC."),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.ExplicitGroups(groups()),
		kong.DefaultEnvars("OBSERVER"),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
	)
}
