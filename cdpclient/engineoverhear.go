package cdpclient

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/domdebugger"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/cdpclient/transport"
)

const (
	// mostOverheard is how many elements with click listeners are asked about in a document without ears.
	mostOverheard = 5000
	// overheard stands for what ears would have heard, see ears.js.
	overheard = "-"
)

// clickTypes are the events whose listeners make an element clickable, as in ears.page.js.
var clickTypes = map[string]bool{
	"click": true, "dblclick": true, "mousedown": true, "mouseup": true, "pointerdown": true, "pointerup": true,
}

// overhear tells the agent who listens for clicks where there are no ears: the debugger tells all
// listeners, and each element that has one is looked up in our world. As with the ears, whatever fails
// costs no more than this knowledge.
func (m *mirror) overhear(ctx context.Context) string {
	listening, err := m.listening(ctx)
	if err != nil {
		return ""
	}
	nodes := m.nodesOf(ctx, listening)
	call := runtime.NewCallFunctionOnArgs("function(...nodes){observerAgent.overhear(nodes)}").
		SetExecutionContextID(m.world).SetSilent(true)
	for _, node := range nodes {
		call.Arguments = append(call.Arguments, runtime.CallArgument{ObjectID: &node})
	}
	client := runtime.NewClient(m.session.conn)
	reply, err := client.CallFunctionOn(ctx, call)
	_ = client.ReleaseObjectGroup(ctx, runtime.NewReleaseObjectGroupArgs(m.overheardGroup()))
	if err != nil || reply.ExceptionDetails != nil {
		return ""
	}
	return overheard
}

func (m *mirror) overheardGroup() string {
	return "overheard in world " + strconv.Itoa(int(m.world))
}

// listening returns the nodes of the document and its shadow roots that listen for clicks. What is in
// frames is left alone: a node that was given a handle in the world of another document than its own
// would be a stranger in its own world from then on.
func (m *mirror) listening(ctx context.Context) ([]dom.BackendNodeID, error) {
	document, err := runtime.NewClient(m.session.conn).Evaluate(ctx, runtime.NewEvaluateArgs("document").
		SetContextID(m.ears.world).SetThrowOnSideEffect(true).SetSilent(true))
	if err != nil {
		return nil, err
	}
	if document.Result.ObjectID == nil {
		return nil, errNoObject
	}
	defer m.release(ctx, *document.Result.ObjectID)
	var calls []transport.Call
	var all []dom.BackendNodeID
	seen := map[dom.BackendNodeID]bool{}
	for _, root := range append([]runtime.RemoteObjectID{*document.Result.ObjectID}, m.ears.roots...) {
		calls = append(calls, transport.Call{
			Method: "DOMDebugger.getEventListeners",
			Params: domdebugger.NewGetEventListenersArgs(root).SetDepth(-1),
			Then: func(r json.RawMessage) {
				decode(r, func(reply *domdebugger.GetEventListenersReply) {
					for _, l := range reply.Listeners {
						if id := l.BackendNodeID; id != nil && clickTypes[l.Type] && !seen[*id] && len(all) < mostOverheard {
							seen[*id] = true
							all = append(all, *id)
						}
					}
				})
			},
		})
	}
	err = m.session.tab.browser.mux.Batch(ctx, m.session.id, calls)
	return all, err
}

// nodesOf makes handles in our world of nodes of the document.
func (m *mirror) nodesOf(ctx context.Context, ids []dom.BackendNodeID) (nodes []runtime.RemoteObjectID) {
	calls := make([]transport.Call, 0, len(ids))
	for _, id := range ids {
		calls = append(calls, transport.Call{
			Method: "DOM.resolveNode", Optional: true,
			Params: dom.NewResolveNodeArgs().SetBackendNodeID(id).SetExecutionContextID(m.world).SetObjectGroup(m.overheardGroup()),
			Then: func(r json.RawMessage) {
				decode(r, func(o *dom.ResolveNodeReply) {
					if o.Object.ObjectID != nil {
						nodes = append(nodes, *o.Object.ObjectID)
					}
				})
			},
		})
	}
	if m.session.tab.browser.mux.Batch(ctx, m.session.id, calls) != nil {
		return nil
	}
	return nodes
}
