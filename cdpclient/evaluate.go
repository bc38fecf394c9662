package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/fault"
)

// maxThrown is how much of what a script threw an error quotes.
const maxThrown = 500

// Evaluate runs an expression of the caller in the main world of the main frame, as the page's own
// scripts run, and returns its value as JSON; a promise is awaited. What JSON has no word for is a
// string, and undefined is null. It fails with fault.InvalidRequest when the script throws, and
// otherwise as Element.Call does.
func (t *Tab) Evaluate(ctx context.Context, expression string) (json.RawMessage, error) {
	s, err := t.pageSession()
	if err != nil {
		return nil, err
	}
	ctx, cancel := t.guard(ctx)
	defer cancel()
	reply, err := runtime.NewClient(s.conn).Evaluate(ctx, runtime.NewEvaluateArgs(expression).
		SetAwaitPromise(true).SetReturnByValue(true).SetUserGesture(true))
	if err != nil {
		return nil, callError(ctx, err)
	}
	if d := reply.ExceptionDetails; d != nil {
		text := d.Text
		if d.Exception != nil && d.Exception.Description != nil {
			text = *d.Exception.Description
		}
		return nil, fault.New(fault.InvalidRequest, "the script threw %q", abridge(text, maxThrown)).With("field", "expression")
	}
	switch {
	case len(reply.Result.Value) > 0:
		return reply.Result.Value, nil
	case reply.Result.UnserializableValue != nil:
		return json.Marshal(string(*reply.Result.UnserializableValue))
	}
	return json.RawMessage("null"), nil
}
