package cdpclient

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

// mostHeardRoots is how many shadow roots of a document the ears are asked about.
const mostHeardRoots = 1000

// ears are what tells who listens for clicks: only in the page's own world that can be seen. They
// are objects of that world which no script of the page can reach.
type ears struct {
	world    runtime.ExecutionContextID
	function runtime.RemoteObjectID // what agent.Ears evaluates to
	deaf     bool                   // there can be no such function
	version  uint64                 // of the list of shadow roots
	roots    []runtime.RemoteObjectID
}

// hear asks who listens for clicks in the document and, where the version of their list is not 0, in
// its shadow roots. Whatever fails there, such as a world that is just being replaced, costs no more
// than this knowledge: the answer is then empty.
func (m *mirror) hear(ctx context.Context, version uint64) string {
	world := m.engine.mainWorldOf(m.session, m.frame)
	if world == 0 {
		return ""
	}
	if m.ears.world != world {
		m.ears = ears{world: world}
	}
	if m.ears.function == "" && !m.ears.deaf && m.growEars(ctx) != nil {
		return ""
	}
	if m.ears.version != version && m.findRoots(ctx, version) != nil {
		m.ears = ears{}
		return ""
	}
	if m.ears.deaf {
		return m.overhear(ctx)
	}
	call := runtime.NewCallFunctionOnArgs("function(...roots){return this(roots)}").
		SetObjectID(m.ears.function).SetReturnByValue(true).SetSilent(true)
	for _, root := range m.ears.roots {
		call.Arguments = append(call.Arguments, runtime.CallArgument{ObjectID: &root})
	}
	var reply stringResult
	if rpcc.Invoke(ctx, "Runtime.callFunctionOn", call, &reply, m.session.conn) != nil || reply.check() != nil {
		m.ears = ears{}
		return ""
	}
	return reply.Result.Value
}

// growEars makes the function that hears, or finds that there can be none: because the browser lacks
// the utilities, or because the page has functions of their names, which are then found in their place.
// Nothing of the page is run: the browser does not let what is evaluated have an effect.
func (m *mirror) growEars(ctx context.Context) error {
	var ears, names struct {
		Result struct {
			ObjectID runtime.RemoteObjectID `json:"objectId"`
			Value    string                 `json:"value"`
		} `json:"result"`
		Thrown json.RawMessage `json:"exceptionDetails"`
	}
	pure := func(expression string) *runtime.EvaluateArgs {
		return runtime.NewEvaluateArgs(expression).SetContextID(m.ears.world).SetThrowOnSideEffect(true).SetSilent(true)
	}
	var err error
	into := func(out any) func(json.RawMessage) {
		return func(r json.RawMessage) { err = errors.Join(err, json.Unmarshal(r, out)) }
	}
	failed := m.session.tab.browser.mux.Batch(ctx, m.session.id, []transport.Call{
		{Method: "Runtime.evaluate", Params: pure(agent.Ears()).SetIncludeCommandLineAPI(true), Then: into(&ears)},
		{Method: "Runtime.evaluate", Params: pure("typeof $$ + typeof getEventListeners"), Then: into(&names)},
	})
	if failed = errors.Join(failed, err); failed != nil {
		return failed
	}
	m.ears.function = ears.Result.ObjectID
	if ears.Thrown != nil || m.ears.function == "" || names.Result.Value != "undefinedundefined" {
		m.ears.deaf, m.ears.function = true, ""
	}
	return nil
}

// rootGroup names the handles of the shadow roots of an agent, which are replaced together.
func (m *mirror) rootGroup() string { return "heard roots of world " + strconv.Itoa(int(m.world)) }

// findRoots gets handles in the page's own world of the shadow roots the agent has found.
func (m *mirror) findRoots(ctx context.Context, version uint64) error {
	m.ears.version, m.ears.roots = version, nil
	client := runtime.NewClient(m.session.conn)
	_ = client.ReleaseObjectGroup(ctx, runtime.NewReleaseObjectGroupArgs(m.rootGroup()))
	if version == 0 {
		return nil
	}
	list, err := m.object(ctx, "observerAgent.roots("+strconv.Itoa(mostHeardRoots)+")")
	if err != nil || list == "" {
		return errNoObject
	}
	defer m.release(ctx, list)
	reply, err := client.GetProperties(ctx, runtime.NewGetPropertiesArgs(list).SetOwnProperties(true))
	if err != nil {
		return err
	}
	var ours []runtime.RemoteObjectID
	for _, p := range reply.Result {
		if p.Enumerable && p.Value != nil && p.Value.ObjectID != nil {
			ours = append(ours, *p.Value.ObjectID)
		}
	}
	m.ears.roots, err = m.carry(ctx, ours)
	return err
}

// carry turns handles of nodes in our world, which it releases, into handles in the page's own.
func (m *mirror) carry(ctx context.Context, ours []runtime.RemoteObjectID) ([]runtime.RemoteObjectID, error) {
	ids := make([]dom.BackendNodeID, len(ours))
	var calls []transport.Call
	for i, object := range ours {
		calls = append(calls, transport.Call{
			Method: "DOM.describeNode", Params: dom.NewDescribeNodeArgs().SetObjectID(object).SetDepth(0),
			Then: func(r json.RawMessage) {
				decode(r, func(d *dom.DescribeNodeReply) { ids[i] = d.Node.BackendNodeID })
			},
		}, transport.Call{Method: "Runtime.releaseObject", Params: runtime.NewReleaseObjectArgs(object)})
	}
	if err := m.session.tab.browser.mux.Batch(ctx, m.session.id, calls); err != nil {
		return nil, err
	}
	theirs := make([]runtime.RemoteObjectID, len(ids))
	calls = calls[:0]
	for i, id := range ids {
		calls = append(calls, transport.Call{
			Method: "DOM.resolveNode",
			Params: dom.NewResolveNodeArgs().SetBackendNodeID(id).SetExecutionContextID(m.ears.world).SetObjectGroup(m.rootGroup()),
			Then: func(r json.RawMessage) {
				decode(r, func(o *dom.ResolveNodeReply) {
					if o.Object.ObjectID != nil {
						theirs[i] = *o.Object.ObjectID
					}
				})
			},
		})
	}
	return theirs, m.session.tab.browser.mux.Batch(ctx, m.session.id, calls)
}
