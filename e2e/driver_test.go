package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// driver speaks to the service about one tab, as any client would.
type driver struct {
	conn    grpc.ClientConnInterface
	engine  observerv1.Engine
	aliases map[string][]string
	session string
	tab     string
}

func (d *driver) observer() observerv1.ObserverServiceClient {
	return observerv1.NewObserverServiceClient(d.conn)
}

// open makes a session and loads url in its tab.
func (d *driver) open(ctx context.Context, url string, options *observerv1.SessionOptions) error {
	created, err := observerv1.NewSessionServiceClient(d.conn).CreateSession(ctx, &observerv1.CreateSessionRequest{Options: options})
	if err != nil {
		return fmt.Errorf("create session: %w", err)
	}
	d.session = created.GetSession().GetSessionId()
	opened, err := observerv1.NewTabServiceClient(d.conn).OpenTab(ctx, &observerv1.OpenTabRequest{SessionId: d.session, Url: url})
	if err != nil {
		return fmt.Errorf("open tab: %w", err)
	}
	d.tab = opened.GetTab().GetTabId()
	return nil
}

func (d *driver) close(ctx context.Context) error {
	_, err := observerv1.NewSessionServiceClient(d.conn).DeleteSession(ctx, &observerv1.DeleteSessionRequest{SessionId: d.session})
	return err
}

func (d *driver) tabs(ctx context.Context) ([]*observerv1.Tab, error) {
	r, err := observerv1.NewTabServiceClient(d.conn).ListTabs(ctx, &observerv1.ListTabsRequest{SessionId: d.session})
	return r.GetTabs(), err
}

// observe returns the whole tree. More of the request can be set by edits.
func (d *driver) observe(ctx context.Context, edits ...func(*observerv1.ObserveRequest)) (*snapshot, error) {
	request := &observerv1.ObserveRequest{SessionId: d.session, TabId: d.tab, Engine: d.engine, Format: observerv1.Format_FORMAT_BOTH}
	for _, edit := range edits {
		edit(request)
	}
	stream, err := d.observer().Observe(ctx, request)
	if err != nil {
		return nil, err
	}
	s := &snapshot{children: map[uint64][]*observerv1.Node{}, byID: map[uint64]*observerv1.Node{}, aliases: d.aliases}
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return s, s.complete()
		}
		if err != nil {
			return nil, fmt.Errorf("observe: %w", err)
		}
		if h := m.GetHeader(); h != nil {
			s.header = h
		}
		if e := m.GetEnd(); e != nil {
			s.end = e
		}
		s.text += m.GetChunk().GetText()
		s.add(m.GetChunk().GetNodes())
	}
}

func (s *snapshot) complete() error {
	if s.header == nil || s.end == nil {
		return errors.New("observe: the stream ended without header or end")
	}
	return nil
}

func allRefs(r *observerv1.ObserveRequest) {
	r.View = &observerv1.View{Refs: observerv1.RefPolicy_REF_POLICY_ALL}
}

// acted is how an Act with one step went.
type acted struct {
	result *observerv1.StepResult
	err    error
	took   time.Duration
}

func (d *driver) act(ctx context.Context, step *observerv1.Step, timeout time.Duration) acted {
	request := &observerv1.ActRequest{SessionId: d.session, TabId: d.tab, Steps: []*observerv1.Step{step}, Timeout: durationpb.New(timeout)}
	start := time.Now()
	stream, err := d.observer().Act(ctx, request)
	if err != nil {
		return acted{err: err}
	}
	a := acted{}
	for {
		m, err := stream.Recv()
		if err != nil {
			a.took = time.Since(start)
			if !errors.Is(err, io.EOF) {
				a.err = err
			}
			return a
		}
		if r := m.GetResult(); r != nil {
			a.result = r
		}
	}
}

// unlessEnd returns what ended a stream, nil when it came to its end.
func unlessEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (a acted) applied() bool {
	return a.err == nil && a.result.GetOutcome() == observerv1.Outcome_OUTCOME_APPLIED
}

// reason is why the step failed, from the status or the result.
func (a acted) reason() string {
	if info := errorInfo(a.err); info != nil {
		return info.GetReason()
	}
	return trimReason(a.result.GetReason())
}

func (a acted) unimplemented() bool { return status.Code(a.err) == codes.Unimplemented }

func (a acted) String() string {
	return fmt.Sprintf("outcome %s, reason %s, message %q, obstacle %v, value %q, settled by %s after %s, status %v",
		a.result.GetOutcome(), a.reason(), a.result.GetMessage(), a.result.GetObstacle(), a.result.GetValue(),
		a.result.GetSettleReason(), a.result.GetSettleTime().AsDuration(), a.err)
}

func trimReason(r observerv1.ErrorReason) string {
	const prefix = "ERROR_REASON_"
	return r.String()[len(prefix):]
}

func errorInfo(err error) *errdetails.ErrorInfo {
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok {
			return info
		}
	}
	return nil
}

// evaluate runs a script in the page and decodes what it gives.
func (d *driver) evaluate(ctx context.Context, expression string, into any) error {
	a := d.act(ctx, &observerv1.Step{Action: &observerv1.Step_Evaluate{Evaluate: &observerv1.Evaluate{Expression: expression}}}, 10*time.Second)
	if a.err != nil {
		return a.err
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal([]byte(a.result.GetEvaluateJson()), into)
}
