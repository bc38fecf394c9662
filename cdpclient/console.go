package cdpclient

import (
	"encoding/json"
	"strings"

	"github.com/mafredri/cdp/protocol/runtime"
)

// consoleText is how many bytes of a console error are kept.
const consoleText = 1000

func (t *Tab) exceptionThrown(e *runtime.ExceptionThrownReply) {
	d := e.ExceptionDetails
	text := d.Text
	if d.Exception != nil && d.Exception.Description != nil {
		text += " " + *d.Exception.Description
	} else if d.Exception != nil {
		text += " " + plain(d.Exception.Value)
	}
	t.consoleError(text)
}

func (t *Tab) consoleCalled(e *runtime.ConsoleAPICalledReply) {
	if e.Type != "error" && e.Type != "assert" {
		return
	}
	parts := make([]string, 0, len(e.Args))
	for _, arg := range e.Args {
		if arg.Description != nil {
			parts = append(parts, *arg.Description)
		} else {
			parts = append(parts, plain(arg.Value))
		}
	}
	t.consoleError(strings.Join(parts, " "))
}

func (t *Tab) consoleError(text string) {
	text = t.context.excerpt(strings.TrimSpace(text), consoleText)
	t.update(func() { t.note(Event{Kind: EventConsoleError, Text: text}) })
	t.ring()
}

// plain returns a JSON value as a reader would write it.
func plain(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

// abridge shortens a text to at most n bytes, at a border between characters.
func abridge(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
