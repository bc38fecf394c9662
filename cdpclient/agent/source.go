package agent

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed js/*.js
var files embed.FS

// modules are the files of the script, each after those it imports.
var modules = []string{
	"dom", "active", "blink", "flags", "text", "roles", "attributes", "secrets", "wire", "display", "referred", "sharing", "sheets", "clip", "geometry", "ears", "states",
	"labels", "styles", "regions", "modal", "describe", "owns", "live", "record", "children", "walk", "observe", "closed", "enumerate",
	"references", "roots", "dirt", "looks", "work", "answer", "unaided", "agent",
}

var (
	exported = regexp.MustCompile(`(?m)^export (?:const|class|function) (\w+)`)
	imported = regexp.MustCompile(`(?ms)^import (\{.*?\}) from '\./(\w+)\.js';$`)
	export   = regexp.MustCompile(`(?m)^export `)
)

// Source returns the script. Evaluated in an isolated world it puts observerAgent there; evaluated
// again it changes nothing.
var Source = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("(() => {\n'use strict';\nif (globalThis.observerAgent) return;\nconst modules = {};\n")
	for _, name := range modules {
		bundle(&b, name)
	}
	b.WriteString("})();\n")
	return b.String()
})

// bundle writes one file as a function of its own whose result are its exports.
func bundle(b *strings.Builder, name string) {
	body := string(read(name))
	var names []string
	for _, m := range exported.FindAllStringSubmatch(body, -1) {
		names = append(names, m[1])
	}
	body = imported.ReplaceAllString(body, "const $1 = modules.$2;")
	body = export.ReplaceAllString(body, "")
	fmt.Fprintf(b, "modules.%s = (() => {\n%s\nreturn { %s };\n})();\n", name, body, strings.Join(names, ", "))
}

func read(name string) []byte {
	body, err := files.ReadFile("js/" + name + ".js")
	if err != nil {
		panic(err) // embedded at build time; a test covers it
	}
	return body
}

// Install is an expression that hands the command line utilities to the agent. It must be
// evaluated with includeCommandLineAPI. A browser that has none makes the agent Unaided.
const Install = `observerAgent.install(typeof getAccessibleRole === 'function' ? getAccessibleRole : undefined,
typeof getAccessibleName === 'function' ? getAccessibleName : undefined)`

// BellName is the name of the binding that the agent rings when something may have changed.
const BellName = "observerBell"

// Ears returns an expression for the world of the page, to be evaluated with
// includeCommandLineAPI. Its value is a function that takes an array of shadow roots and tells which
// elements of the document and of those have click listeners, in the form that pull takes. Where the
// browser has no utilities, or the page has its own of these names, it must not be used; overhear takes
// what was found out otherwise.
func Ears() string { return string(read("ears.page")) }
