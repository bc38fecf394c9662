package cdpclient

import (
	"context"
	"errors"
	"strconv"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"

	"github.com/observer-svc/observer-svc/tree"
)

// errNoObject says that a node has no handle in our world.
var errNoObject = errors.New("the node has no object")

// mostNested is how deep closed shadow roots may lie in closed shadow roots.
const mostNested = 8

// enterClosed hands the closed shadow roots among the agent's suspects to it, and reads again if
// there were any, until what they hold has none.
func (m *mirror) enterClosed(ctx context.Context, l look) error {
	l.counts = false
	for range mostNested {
		entered := false
		hosts := m.suspects
		m.suspects = nil
		for _, key := range hosts {
			entered = m.enter(ctx, key) || entered
		}
		if !entered {
			return nil
		}
		changed := m.answer.Changed
		if err := m.ask(ctx, l, "", unknown); err != nil {
			return err
		}
		m.answer.Changed = m.answer.Changed || changed
	}
	return nil
}

// enter hands one closed root in. An element that is gone, or has none, is no failure.
func (m *mirror) enter(ctx context.Context, key tree.Key) bool {
	host, err := m.object(ctx, "observerAgent.node("+strconv.FormatUint(uint64(key), 10)+")")
	if err != nil || host == "" {
		return false
	}
	defer m.release(ctx, host)
	return m.enterHost(ctx, host)
}

func (m *mirror) enterHost(ctx context.Context, host runtime.RemoteObjectID) bool {
	node, err := dom.NewClient(m.session.conn).DescribeNode(ctx, dom.NewDescribeNodeArgs().SetObjectID(host).SetDepth(0).SetPierce(true))
	if err != nil {
		return false
	}
	for _, root := range node.Node.ShadowRoots {
		if root.ShadowRootType == dom.ShadowRootTypeClosed {
			return m.adopt(ctx, host, root.BackendNodeID)
		}
	}
	return false
}

// enterAll hands in every closed shadow root that a snapshot of the whole DOM shows, also those the
// agent has no reason to suspect. It is for when the agent and the browser tell different documents.
func (m *mirror) enterAll(ctx context.Context) bool {
	if m.take(ctx) != nil {
		return false
	}
	defer m.give()
	doc, strings, err := m.domSnapshot(ctx)
	if err != nil {
		return false
	}
	entered := false
	for _, id := range doc.closedHosts(strings) {
		host, err := m.resolve(ctx, id)
		if err != nil {
			continue
		}
		entered = m.enterHost(ctx, host) || entered
		m.release(ctx, host)
	}
	return entered
}

func (m *mirror) adopt(ctx context.Context, host runtime.RemoteObjectID, id dom.BackendNodeID) bool {
	root, err := m.resolve(ctx, id)
	if err != nil {
		return false
	}
	defer m.release(ctx, root)
	call := runtime.NewCallFunctionOnArgs("function(root){return observerAgent.adopt(this,root)}").
		SetObjectID(host).SetArguments([]runtime.CallArgument{{ObjectID: &root}}).SetReturnByValue(true)
	reply, err := runtime.NewClient(m.session.conn).CallFunctionOn(ctx, call)
	return err == nil && reply.ExceptionDetails == nil
}

// object evaluates an expression in the isolated world for a handle; it is empty for no object.
func (m *mirror) object(ctx context.Context, expression string) (runtime.RemoteObjectID, error) {
	reply, err := runtime.NewClient(m.session.conn).Evaluate(ctx, runtime.NewEvaluateArgs(expression).SetContextID(m.world))
	if err != nil || reply.Result.ObjectID == nil {
		return "", err
	}
	return *reply.Result.ObjectID, nil
}

// resolve makes a handle in the isolated world of what the browser names.
func (m *mirror) resolve(ctx context.Context, id dom.BackendNodeID) (runtime.RemoteObjectID, error) {
	reply, err := dom.NewClient(m.session.conn).ResolveNode(ctx,
		dom.NewResolveNodeArgs().SetBackendNodeID(id).SetExecutionContextID(m.world))
	if err != nil {
		return "", err
	}
	if reply.Object.ObjectID == nil {
		return "", errNoObject
	}
	return *reply.Object.ObjectID, nil
}

func (m *mirror) release(ctx context.Context, object runtime.RemoteObjectID) {
	_ = runtime.NewClient(m.session.conn).ReleaseObject(ctx, runtime.NewReleaseObjectArgs(object))
}

// owner returns the key of the element in this document that holds a child frame; 0 when it cannot
// be told.
func (m *mirror) owner(ctx context.Context, child tree.FrameID) tree.Key {
	if m.take(ctx) != nil {
		return 0
	}
	defer m.give()
	if key, ok := m.owners[child]; ok {
		return key
	}
	owner, err := dom.NewClient(m.session.conn).GetFrameOwner(ctx, dom.NewGetFrameOwnerArgs(page.FrameID(child)))
	if err != nil {
		return 0
	}
	if m.bare {
		return tree.BackendKey(int(owner.BackendNodeID))
	}
	object, err := m.resolve(ctx, owner.BackendNodeID)
	if err != nil {
		return 0
	}
	defer m.release(ctx, object)
	call := runtime.NewCallFunctionOnArgs("function(){return observerAgent.key(this)}").SetObjectID(object).SetReturnByValue(true)
	reply, err := runtime.NewClient(m.session.conn).CallFunctionOn(ctx, call)
	if err != nil || reply.ExceptionDetails != nil {
		return 0
	}
	key, err := strconv.ParseUint(string(reply.Result.Value), 10, 64)
	if err != nil {
		return 0
	}
	m.owners[child] = tree.Key(key)
	return tree.Key(key)
}
