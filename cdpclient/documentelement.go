package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/tree"
)

// DocumentElement returns the root element of the document the main frame shows now. It fails as
// Element.Call does.
func (t *Tab) DocumentElement(ctx context.Context) (*Element, error) {
	ctx, cancel := t.guard(ctx)
	defer cancel()
	f, err := t.world(ctx, t.MainFrame())
	if err != nil {
		return nil, callError(ctx, err)
	}
	return t.documentElement(ctx, f)
}

// documentElement returns the root element of the document that a frame shows.
func (t *Tab) documentElement(ctx context.Context, f frame) (*Element, error) {
	e := &Element{tab: t, frame: f.id, loader: f.loader}
	reply, err := runtime.NewClient(f.session.conn).Evaluate(ctx,
		runtime.NewEvaluateArgs(agentExpression+".key(document.documentElement)").SetContextID(f.world).SetReturnByValue(true))
	if err != nil {
		return nil, e.callFailed(ctx, err)
	}
	if reply.ExceptionDetails != nil {
		return nil, thrown(reply.ExceptionDetails)
	}
	var key uint64
	if err := unreadable(json.Unmarshal(reply.Result.Value, &key)); err != nil {
		return nil, err
	}
	e.key = tree.Key(key)
	return e, nil
}
