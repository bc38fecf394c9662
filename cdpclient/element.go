package cdpclient

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Element is one element of one document. It holds no live handle: each call finds the element
// anew, so it never reaches another document or a node that left the page. It is safe for
// concurrent use.
type Element struct {
	tab    *Tab
	frame  tree.FrameID
	loader string
	key    tree.Key
}

// Element returns the element with a key in a document, that is, in a frame as long as it shows
// the document with that loader id. It fails with fault.StaleRef when the frame shows another
// document. Every call of the element checks that again, and that the element is connected.
func (t *Tab) Element(ctx context.Context, frame tree.FrameID, loader string, key tree.Key) (*Element, error) {
	e := &Element{tab: t, frame: frame, loader: loader, key: key}
	if _, err := e.document(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// Frame returns the frame of the element.
func (e *Element) Frame() tree.FrameID { return e.frame }

// With returns another element of the same document.
func (e *Element) With(key tree.Key) *Element {
	c := *e
	c.key = key
	return &c
}

// Call runs a JavaScript function in the isolated world of the element's document with the element
// as this, and decodes its result, which may be a promise, into out; nil drops it. In its scope are
// lib, the functions of element.js, and agent, the page agent.
//
// It fails with fault.StaleRef, with what ends the tab or blocks it (see Tab.guard), with
// fault.Timeout or fault.Cancelled, and with fault.Internal when the function throws.
func (e *Element) Call(ctx context.Context, out any, fn string, args ...any) error {
	ctx, cancel := e.tab.guard(ctx)
	defer cancel()
	f, err := e.document(ctx)
	if err != nil {
		return err
	}
	a, err := e.call(ctx, f, fn, args)
	if err == nil && a.Missing {
		if err = e.install(ctx, f); err == nil {
			a, err = e.call(ctx, f, fn, args)
		}
	}
	switch {
	case err != nil:
		return err
	case a.Gone:
		return nodeGone()
	case out == nil || len(a.Value) == 0:
		return nil
	}
	return unreadable(json.Unmarshal(a.Value, out))
}

// answer is what every call returns.
type answer struct {
	Gone    bool            `json:"gone"`    // the element is not in its document any more
	Missing bool            `json:"missing"` // element.js is not there yet
	Value   json.RawMessage `json:"value"`
}

func (e *Element) call(ctx context.Context, f frame, fn string, args []any) (answer, error) {
	call := runtime.NewCallFunctionOnArgs(wrap(fn)).SetReturnByValue(true).SetAwaitPromise(true)
	release, err := e.bind(ctx, f, call, args)
	if err != nil {
		return answer{}, err
	}
	defer release()
	reply, err := runtime.NewClient(f.session.conn).CallFunctionOn(ctx, call)
	if err != nil {
		return answer{}, e.callFailed(ctx, err)
	}
	if reply.ExceptionDetails != nil {
		return answer{}, thrown(reply.ExceptionDetails)
	}
	var a answer
	return a, unreadable(json.Unmarshal(reply.Result.Value, &a))
}

func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return fault.New(fault.Internal, "the page's answer could not be read").Because(err)
}

// elementJS and readyJS, one after the other, are the body of a function that returns lib: what
// calls on elements share.
//
//go:embed element.js
var elementJS string

//go:embed ready.js
var readyJS string

// install gives the isolated world of a document the functions of element.js.
func (e *Element) install(ctx context.Context, f frame) error {
	source := "globalThis.observerElements = ((agent) => {" + elementJS + readyJS + "})(" + agentExpression + "); 1"
	reply, err := runtime.NewClient(f.session.conn).Evaluate(ctx, runtime.NewEvaluateArgs(source).SetContextID(f.world))
	if err != nil {
		return e.callFailed(ctx, err)
	}
	if reply.ExceptionDetails != nil {
		return thrown(reply.ExceptionDetails)
	}
	return nil
}

// document returns the frame of the element with its world, if it still shows the document.
func (e *Element) document(ctx context.Context) (frame, error) {
	f, err := e.tab.world(ctx, e.frame)
	if err != nil {
		return frame{}, e.tab.explain(ctx, err, "acting on the page")
	}
	if f.loader != e.loader {
		return frame{}, documentGone()
	}
	return f, nil
}

// Apart reports whether the documents of two elements are drawn by different processes, as far as
// that can be seen: frames of another site have one of their own.
func (e *Element) Apart(other *Element) bool {
	a, _ := e.tab.frame(e.frame)
	b, _ := e.tab.frame(other.frame)
	return a.session != b.session
}

// bind completes a call: by the agent's number where it has one, else by the backend node id.
func (e *Element) bind(ctx context.Context, f frame, call *runtime.CallFunctionOnArgs, args []any) (release func(), err error) {
	values := make([]runtime.CallArgument, 0, len(args)+1)
	if id, ok := e.backend(); ok {
		object, err := e.resolve(ctx, f, id)
		if err != nil {
			return nil, err
		}
		call.SetObjectID(object)
		release = func() {
			_ = runtime.NewClient(f.session.conn).ReleaseObject(ctx, runtime.NewReleaseObjectArgs(object))
		}
	} else {
		call.SetExecutionContextID(f.world)
		release = func() {}
	}
	for _, a := range append([]any{uint64(e.key)}, args...) {
		v, err := json.Marshal(a)
		if err != nil {
			return nil, fmt.Errorf("argument of a page function: %w", err)
		}
		values = append(values, runtime.CallArgument{Value: v})
	}
	call.SetArguments(values)
	return release, nil
}

// wrap puts a function behind the checks that come first, always: the element is still known, and
// still in its document.
func wrap(fn string) string {
	return `async function(key, ...args) {
const lib = globalThis.observerElements, agent = ` + agentExpression + `;
if (!lib) return {missing: true};
const element = this instanceof Node ? this : agent.node(key);
if (!element || !element.isConnected) return {gone: true};
return {value: await (` + fn + `).apply(element, args)};
}`
}

// backend returns the backend node id of an element that only the browser can name.
func (e *Element) backend() (dom.BackendNodeID, bool) {
	bare := e.key &^ tree.BackendKey(0)
	return dom.BackendNodeID(bare), bare != e.key
}

func (e *Element) resolve(ctx context.Context, f frame, id dom.BackendNodeID) (runtime.RemoteObjectID, error) {
	reply, err := dom.NewClient(f.session.conn).ResolveNode(ctx,
		dom.NewResolveNodeArgs().SetBackendNodeID(id).SetExecutionContextID(f.world))
	if err != nil || reply.Object.ObjectID == nil {
		return "", e.callFailed(ctx, err)
	}
	return *reply.Object.ObjectID, nil
}

// callFailed says what a failed call to the element's document means. Only a refusal by a browser
// that is still there, for a tab that still lives, tells that the document is gone.
func (e *Element) callFailed(ctx context.Context, err error) error {
	return e.tab.callFailed(ctx, err)
}

func (t *Tab) callFailed(ctx context.Context, err error) error {
	var refused *rpcc.ResponseError
	answered := err == nil || errors.As(err, &refused)
	if ctx.Err() != nil || t.why() != nil || t.State() == Crashed || !answered {
		return t.explain(ctx, cmp.Or(err, context.Cause(ctx), t.why()), "acting on the page")
	}
	return documentGone().Because(err)
}

func thrown(d *runtime.ExceptionDetails) error {
	return fault.New(fault.Internal, "a script of the service failed in the page").Because(d)
}

func documentGone() *fault.Error {
	return fault.New(fault.StaleRef, "the document of the element was replaced; observe the page again").
		With("why", "document replaced")
}

func nodeGone() *fault.Error {
	return fault.New(fault.StaleRef, "the element is no longer in the page; observe the page again").
		With("why", "node gone")
}

// handle gives a live handle of the element to use, and releases it afterwards.
func (e *Element) handle(ctx context.Context, use func(ctx context.Context, f frame, object runtime.RemoteObjectID) error) error {
	ctx, cancel := e.tab.guard(ctx)
	defer cancel()
	f, err := e.document(ctx)
	if err != nil {
		return err
	}
	object, err := e.object(ctx, f)
	if err != nil {
		return err
	}
	defer func() {
		_ = runtime.NewClient(f.session.conn).ReleaseObject(ctx, runtime.NewReleaseObjectArgs(object))
	}()
	return callError(ctx, use(ctx, f, object))
}

func (e *Element) object(ctx context.Context, f frame) (runtime.RemoteObjectID, error) {
	if id, ok := e.backend(); ok {
		return e.resolve(ctx, f, id)
	}
	call := runtime.NewCallFunctionOnArgs("function(key) { const el = (" + agentExpression + ").node(key); return el && el.isConnected ? el : null; }").
		SetExecutionContextID(f.world).
		SetArguments([]runtime.CallArgument{{Value: json.RawMessage(fmt.Sprint(uint64(e.key)))}})
	reply, err := runtime.NewClient(f.session.conn).CallFunctionOn(ctx, call)
	if err != nil {
		return "", e.callFailed(ctx, err)
	}
	if reply.Result.ObjectID == nil {
		return "", nodeGone()
	}
	return *reply.Result.ObjectID, nil
}

// SetFiles gives files to a file input, as a user who chose them would.
func (e *Element) SetFiles(ctx context.Context, paths []string) error {
	return e.handle(ctx, func(ctx context.Context, f frame, object runtime.RemoteObjectID) error {
		return dom.NewClient(f.session.conn).SetFileInputFiles(ctx, dom.NewSetFileInputFilesArgs(paths).SetObjectID(object))
	})
}
