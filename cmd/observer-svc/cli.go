package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// cli is the command line. Every flag can also be given as an environment variable, OBSERVER_ and
// its name, or in the configuration file; the command line wins over the environment, and the
// environment over the file.
type cli struct {
	Config string   `help:"Read more settings from this YAML or JSON file, whose keys are the names of flags." placeholder:"FILE" type:"path"`
	Log    logFlags `embed:"" prefix:"log-" group:"log"`

	Serve    serveCmd    `cmd:"" help:"Serve the gRPC API."`
	Observe  observeCmd  `cmd:"" help:"Print a page as a tree of roles, names and refs."`
	Act      actCmd      `cmd:"" help:"Run steps on a page and print what they changed."`
	Download downloadCmd `cmd:"" help:"Fetch the file that an address is, or that steps on a page make it send."`
	Watch    watchCmd    `cmd:"" help:"Print a page, and then what changes on it as it changes."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

func groups() []kong.Group {
	return []kong.Group{
		{Key: "listen", Title: "Listening"},
		{Key: "auth", Title: "TLS and authentication"},
		{Key: "browser", Title: "The browser"},
		{Key: "policy", Title: "What callers may do"},
		{Key: "limits", Title: "Limits"},
		{Key: "telemetry", Title: "Telemetry"},
		{Key: "log", Title: "Logging"},
		{Key: "connect", Title: "Which server and tab"},
		{Key: "view", Title: "What to show"},
	}
}

// BeforeResolve loads the configuration file that the command line or the environment names.
func (c *cli) BeforeResolve(app *kong.Kong, ctx *kong.Context) error {
	for _, flag := range app.Model.Flags {
		if flag.Name != "config" {
			continue
		}
		if name, _ := ctx.FlagValue(flag).(string); name != "" {
			file, err := readConfigFile(name)
			if err != nil {
				return err
			}
			ctx.AddResolver(file)
		}
	}
	return nil
}

// environment is what a command runs in.
type environment struct {
	ctx context.Context
	out io.Writer
	err io.Writer
	log *slog.Logger
}

// say writes progress for a person.
func (e *environment) say(format string, args ...any) {
	fmt.Fprintf(e.err, format+"\n", args...)
}

type logFlags struct {
	Format string      `help:"The form of log lines on standard error: ${enum}." enum:"text,json" default:"text"`
	Level  *slog.Level `help:"The least important level that is logged: debug, info, warn or error; info for serve and warn for the other commands when not given."`
}

func (f logFlags) logger(w io.Writer, usual slog.Level) *slog.Logger {
	if f.Level != nil {
		usual = *f.Level
	}
	options := &slog.HandlerOptions{Level: usual}
	if f.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

type versionCmd struct{}

// Run prints the version of the module and of Go.
func (versionCmd) Run(env *environment) error {
	_, err := fmt.Fprintln(env.out, "observer-svc", version())
	return err
}

// version is what the build recorded: the module's version, or the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}
