package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// show is what the audience sees of one tab.
type show struct {
	conn    *grpc.ClientConn
	out     io.Writer
	session string
	tab     string
}

func (s *show) observer() observerv1.ObserverServiceClient {
	return observerv1.NewObserverServiceClient(s.conn)
}

func (s *show) open(ctx context.Context, url string) error {
	s.title("Open %s", url)
	created, err := observerv1.NewSessionServiceClient(s.conn).CreateSession(ctx, &observerv1.CreateSessionRequest{Label: "demo"})
	if err != nil {
		return fmt.Errorf("create a session: %w", err)
	}
	s.session = created.GetSession().GetSessionId()
	opened, err := observerv1.NewTabServiceClient(s.conn).OpenTab(ctx, &observerv1.OpenTabRequest{SessionId: s.session, Url: url})
	if err != nil {
		return errors.Join(fmt.Errorf("open the page: %w", err), s.close(context.WithoutCancel(ctx)))
	}
	s.tab = opened.GetTab().GetTabId()
	fmt.Fprintf(s.out, "%s, session %s, tab %s\n", created.GetSession().GetBrowserVersion(), s.session, s.tab)
	return nil
}

func (s *show) close(ctx context.Context) error {
	_, err := observerv1.NewSessionServiceClient(s.conn).DeleteSession(ctx, &observerv1.DeleteSessionRequest{SessionId: s.session})
	return err
}

// run observes, follows and, on the bundled page, acts.
func (s *show) run(ctx context.Context, bundled bool) error {
	nodes, err := s.observe(ctx)
	if err != nil {
		return err
	}
	diffs, err := s.follow(ctx)
	if err != nil {
		return err
	}
	defer diffs.stop()
	if bundled {
		if err := s.book(ctx, nodes); err != nil {
			return err
		}
		return diffs.until(ctx, 4, "seconds.", "The office is open.")
	}
	return diffs.forAWhile(ctx)
}

func (s *show) title(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	fmt.Fprintf(s.out, "\n== %s %s\n", line, strings.Repeat("=", max(3, 76-len(line))))
}

// observe prints the snapshot and returns its nodes.
func (s *show) observe(ctx context.Context) ([]*observerv1.Node, error) {
	s.title("Observe")
	stream, err := s.observer().Observe(ctx, &observerv1.ObserveRequest{SessionId: s.session, TabId: s.tab, Format: observerv1.Format_FORMAT_BOTH})
	if err != nil {
		return nil, err
	}
	var nodes []*observerv1.Node
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nodes, nil
		}
		if err != nil {
			return nil, fmt.Errorf("observe: %w", err)
		}
		fmt.Fprint(s.out, m.GetChunk().GetText())
		nodes = append(nodes, m.GetChunk().GetNodes()...)
	}
}

// book fills the form of the bundled page and submits it.
func (s *show) book(ctx context.Context, nodes []*observerv1.Node) error {
	name, bike, button := refOf(nodes, "textbox"), refOf(nodes, "checkbox"), refOf(nodes, "button")
	s.title("Act: fill %s, check %s, click %s", name, bike, button)
	stream, err := s.observer().Act(ctx, &observerv1.ActRequest{SessionId: s.session, TabId: s.tab, Steps: []*observerv1.Step{
		{Action: &observerv1.Step_Fill{Fill: &observerv1.Fill{Ref: name, Text: "Ann"}}},
		{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: bike, Checked: true}}},
		{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: button}}},
	}})
	if err != nil {
		return err
	}
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("act: %w", err)
		}
		if r := m.GetResult(); r != nil {
			fmt.Fprintf(s.out, "step %d on %s %q: %s, settled after %s\n%s", r.GetStep()+1, r.GetTarget().GetRole(), r.GetTarget().GetName(),
				r.GetOutcome(), r.GetSettleTime().AsDuration(), r.GetEffect().GetDelta().GetText())
		}
	}
}

// refOf is the ref of the first node of a role.
func refOf(nodes []*observerv1.Node, role string) string {
	for _, n := range nodes {
		if n.GetRole() == role {
			return n.GetRef()
		}
	}
	return ""
}
