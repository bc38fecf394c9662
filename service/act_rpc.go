package service

import (
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/observer-svc/observer-svc/act"
	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// fullTreeBytes is how much text a whole tree inside an Act has at most; the rest is read with
// Observe.
const fullTreeBytes = 512 << 10

// Act runs steps in order and stops at the first that fails.
func (o *observerService) Act(req *observerv1.ActRequest, stream grpc.ServerStreamingServer[observerv1.ActResponse]) error {
	ctx := stream.Context()
	t, done, err := o.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return err
	}
	defer done()
	s, err := liveShape(req.GetView(), t.page.Store())
	if err != nil {
		return err
	}
	ctx, span := o.server.measures.tracer.Start(ctx, "observer.act")
	defer span.End()
	env := act.Env{
		Page:    t.page,
		Encoder: &effects{tab: t, lens: t.renders.lens(s), format: format(req.GetFormat())},
		Memory:  t.session.memory,
		Policy: act.Policy{
			UploadFolder: o.server.cfg.Act.UploadFolder, Evaluate: o.server.cfg.Act.Evaluate,
		},
		Logger: o.server.log.With("session_id", t.session.id, "tab_id", t.id),
	}
	out := o.server.outlet(stream)
	defer out.close()
	err = act.Run(ctx, env, req, func(m *observerv1.ActResponse) error {
		if r := m.GetResult(); r != nil {
			o.server.measures.step(ctx, stepKind(req, r), r)
		}
		return out.put(ctx, m)
	})
	if unread := out.ready(ctx); unread != nil && err == nil {
		err = unread
	}
	return phase(err, "acting")
}

// stepKind names the step that a result belongs to, as the contract does.
func stepKind(req *observerv1.ActRequest, r *observerv1.StepResult) string {
	if int(r.GetStep()) >= len(req.GetSteps()) {
		return "unknown"
	}
	step := req.GetSteps()[r.GetStep()].ProtoReflect()
	if action := step.WhichOneof(step.Descriptor().Oneofs().ByName("action")); action != nil {
		return string(action.Name())
	}
	return "unknown"
}

// effects shows the effects of an Act in the shape and format its caller asked for.
type effects struct {
	tab    *tab
	lens   *lens
	format observerv1.Format
}

var _ act.Encoder = (*effects)(nil)

// Delta returns the change from one revision to another, or nil when the whole tree is better.
func (e *effects) Delta(from, to *refstore.Revision) (*observerv1.Delta, error) {
	if from.Generation != to.Generation {
		return nil, nil //nolint:nilnil // the interface says so
	}
	c, err := e.lens.change(from, to, e.format, defaultContext)
	if err != nil || c.large || len(c.bodies) > 1 {
		return nil, err
	}
	d := &observerv1.Delta{}
	return d, proto.Unmarshal(c.bodies[0], d)
}

// Full returns a whole tree, cut at a limit.
func (e *effects) Full(rev *refstore.Revision) (*observerv1.FullTree, error) {
	part := tree.Slice(e.lens.picture(rev).tree, 0, tree.Budget{Bytes: fullTreeBytes})
	m := chunkOf(part, e.format, 0)
	return &observerv1.FullTree{
		Text: m.GetText(), Nodes: m.GetNodes(),
		OmittedNodes: uint32(part.Omitted),
	}, nil
}

// Events returns what happened to the tab, without console errors.
func (e *effects) Events(events []page.Event) []*observerv1.PageEvent {
	var all []*observerv1.PageEvent
	for _, ev := range events {
		if ev.Kind == cdpclient.EventConsoleError {
			continue
		}
		if m := e.tab.session.pageEvent(ev.Event); m != nil {
			all = append(all, m)
		}
	}
	return all
}
