package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/service"
)

var update = flag.Bool("update", false, "write the generated sections of README.md")

const root = "../../"

func TestTheTablesOfTheReadmeAreWhatTheCodeSays(t *testing.T) {
	name := root + "README.md"
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	readme := string(b)
	for section, content := range map[string]string{
		"client":            code(t, "go", "examples/go/main.go"),
		"client-python":     code(t, "python", "examples/python/observe.py"),
		"client-typescript": code(t, "ts", "examples/node/observe.mts"),
		"rpcs":              rpcTable(t),
		"errors":            errorTable(t),
		"flags":             flagTables(t),
		"metrics":           metricTable(t),
	} {
		readme = replaceSection(t, readme, section, content)
	}
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(readme), 0o600))
	}
	require.Equal(t, readme, string(b), "run make readme")
}

func replaceSection(t *testing.T, text, section, content string) string {
	t.Helper()
	begin, end := "<!-- begin "+section+" -->\n", "<!-- end "+section+" -->"
	i, j := strings.Index(text, begin), strings.Index(text, end)
	require.True(t, i >= 0 && j > i, "README.md has no section %s", section)
	return text[:i+len(begin)] + content + text[j:]
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(root + name)
	require.NoError(t, err)
	return string(b)
}

func code(t *testing.T, language, name string) string {
	t.Helper()
	return "```" + language + "\n" + read(t, name) + "```\n"
}

// sentence is the comment of the declaration that a pattern finds, as one line.
func sentence(t *testing.T, proto, declaration string) string {
	t.Helper()
	m := regexp.MustCompile(`((?:[ \t]*//[^\n]*\n)+)[ \t]*` + declaration).FindStringSubmatch(proto)
	require.NotNil(t, m, "no comment for %s", declaration)
	lines := regexp.MustCompile(`(?m)^[ \t]*// ?`).ReplaceAllString(m[1], "")
	return cell(strings.Join(strings.Fields(lines), " "))
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func rpcTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| RPC | |\n|---|---|\n")
	for _, f := range []struct {
		name string
		file protoreflect.FileDescriptor
	}{
		{"session", observerv1.File_observer_v1_session_proto},
		{"tab", observerv1.File_observer_v1_tab_proto},
		{"observer", observerv1.File_observer_v1_observer_proto},
		{"download", observerv1.File_observer_v1_download_proto},
	} {
		proto := read(t, "proto/observer/v1/"+f.name+".proto")
		for i := range f.file.Services().Len() {
			s := f.file.Services().Get(i)
			for j := range s.Methods().Len() {
				m := s.Methods().Get(j)
				kind := ""
				if m.IsStreamingServer() {
					kind = " (stream)"
				}
				fmt.Fprintf(&b, "| `%s.%s`%s | %s |\n", s.Name(), m.Name(), kind, sentence(t, proto, `rpc `+string(m.Name())+`\(`))
			}
		}
	}
	return b.String()
}

func errorTable(t *testing.T) string {
	t.Helper()
	proto := read(t, "proto/observer/v1/error.proto")
	var b strings.Builder
	b.WriteString("| reason | code | |\n|---|---|---|\n")
	values := observerv1.ErrorReason(0).Descriptor().Values()
	for i := 1; i < values.Len(); i++ {
		name := string(values.Get(i).Name())
		reason := strings.TrimPrefix(name, "ERROR_REASON_")
		code, ok := service.CodeOf(fault.Reason(reason))
		require.True(t, ok, "%s has no code", reason)
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", reason, codeName(code), sentence(t, proto, name+` = `))
	}
	return b.String()
}

func flagTables(t *testing.T) string {
	t.Helper()
	app, err := newParser(&cli{}, os.Stdout, os.Stderr, func(int) {})
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("| flag of every command | default | |\n|---|---|---|\n")
	writeFlags(&b, app.Model.Flags, nil)
	common := serverFlags(app)
	for _, command := range app.Model.Children {
		if len(command.Flags) == 0 {
			continue
		}
		title := command.Name
		var without []*kong.Flag
		if command.Name != "serve" {
			without = common
		}
		fmt.Fprintf(&b, "\n| flag of `%s` | default | |\n|---|---|---|\n", title)
		writeFlags(&b, command.Flags, without)
		if without != nil {
			b.WriteString("\n… and, for the embedded server, the flags of `serve` about the browser and about what callers may do.\n")
		}
	}
	return b.String()
}

// serverFlags are the flags of serve, which the client commands have for their embedded server.
func serverFlags(app *kong.Kong) []*kong.Flag {
	for _, command := range app.Model.Children {
		if command.Name == "serve" {
			return command.Flags
		}
	}
	return nil
}

func writeFlags(b *strings.Builder, flags, without []*kong.Flag) {
	for _, f := range flags {
		if f.Name == "help" || slices.ContainsFunc(without, func(o *kong.Flag) bool { return o.Name == f.Name }) {
			continue
		}
		value := ""
		if f.HasDefault {
			value = "`" + f.Default + "`"
		}
		help := strings.ReplaceAll(f.Help, "${enum}", strings.ReplaceAll(f.Enum, ",", ", "))
		fmt.Fprintf(b, "| `--%s` | %s | %s |\n", f.Name, value, cell(help))
	}
}
