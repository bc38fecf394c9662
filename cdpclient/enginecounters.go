package cdpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// counters are what a renderer counts, all documents of the process together: they move whenever
// something was styled or laid out anew, or a listener came or went, whatever led to it. So they
// tell of changes that no mutation and no event tells, such as a style written into a rule, and cost
// nothing while nothing happens. Performance.getMetrics is where they come from.
type counters struct {
	layouts, styles, listeners float64
}

// countersCall enables the counters of a session. They begin at 0.
func countersCall() transport.Call {
	return transport.Call{Method: "Performance.enable", Optional: true}
}

// parseCounters reads a reply of Performance.getMetrics. The reply has some forty values, and decoding
// them all would cost more than all else that is done here for a page that did not change; so those
// that matter are looked up in the text as Chromium writes it, and only where they are not found the
// whole is decoded.
func parseCounters(reply json.RawMessage) counters {
	layouts, ok1 := metric(reply, "LayoutCount")
	styles, ok2 := metric(reply, "RecalcStyleCount")
	listeners, ok3 := metric(reply, "JSEventListeners")
	if ok1 && ok2 && ok3 {
		return counters{layouts: layouts, styles: styles, listeners: listeners}
	}
	return decodeCounters(reply)
}

// metric returns one value of a reply that is written without spaces.
func metric(reply []byte, name string) (float64, bool) {
	_, rest, _ := bytes.Cut(reply, []byte(`{"name":"`+name+`","value":`))
	number, _, _ := bytes.Cut(rest, []byte("}"))
	value, err := strconv.ParseFloat(string(number), 64)
	return value, err == nil
}

func decodeCounters(reply json.RawMessage) (c counters) {
	decode(reply, func(r *struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}) {
		for _, m := range r.Metrics {
			switch m.Name {
			case "LayoutCount":
				c.layouts = m.Value
			case "RecalcStyleCount":
				c.styles = m.Value
			case "JSEventListeners":
				c.listeners = m.Value
			}
		}
	})
	return c
}

// Hints to the agent of what the counters say, as agent.js has them.
const (
	hintRestyled        = 1 << iota // there was a new layout or style
	hintRestyledUnknown             // and nothing is known that may have led to it
	hintListening                   // listeners came or went
	hintMore                        // there are more listeners than before; the agent is not told this
)

// since tells what moved, as hints.
func (c counters) since(before counters) (hints int) {
	if c.layouts != before.layouts || c.styles != before.styles {
		hints |= hintRestyled
	}
	if c.listeners != before.listeners {
		hints |= hintListening
	}
	if c.listeners > before.listeners {
		hints |= hintMore
	}
	return hints
}

// count evaluates a pull, and where it is to count takes hints to the next pull from the counters,
// which are read in the same round trip. Blink styles anew after each question about the
// accessibility of a child frame, so where a session shows one, be it of this process or alone in another, styles
// do not count.
func (m *mirror) count(ctx context.Context, l look, pull string, utilities bool) (string, error) {
	if !l.counts {
		return m.evaluate(ctx, pull, utilities)
	}
	var result, counted json.RawMessage
	err := m.session.tab.browser.mux.Batch(ctx, m.session.id, []transport.Call{
		{Method: "Runtime.evaluate", Params: m.evaluation(pull, utilities), Then: func(r json.RawMessage) { result = r }},
		{Method: "Performance.getMetrics", Optional: true, Then: func(r json.RawMessage) { counted = r }},
	})
	if err != nil {
		return "", err
	}
	now := parseCounters(counted)
	showsChild := m.engine.showsChild(m.session)
	if showsChild {
		now.styles = 0
	}
	m.noteStillness(now, showsChild)
	if m.cursor != 0 {
		m.hints = now.since(m.counted)
	}
	m.counted = now
	var reply stringResult
	if err := json.Unmarshal(result, &reply); err != nil {
		return "", err
	}
	return reply.Result.Value, reply.check()
}

// showsChild reports whether a session shows a child frame.
func (e *engine) showsChild(s *session) bool {
	for _, f := range e.tab.frames() {
		if f.session == s && f.parent != "" {
			return true
		}
	}
	return false
}
