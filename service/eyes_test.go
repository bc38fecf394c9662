package service

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// eyes is a client of a server with a real Chromium, and a session of its own.
type eyes struct {
	t        *testing.T
	ctx      context.Context
	server   *Server
	sessions observerv1.SessionServiceClient
	tabs     observerv1.TabServiceClient
	pages    observerv1.ObserverServiceClient
	session  string
	site     string
}

// open starts a server and a session, and a site of the given pages.
func open(t *testing.T, cfg Config, options *observerv1.SessionOptions, pages map[string]string) *eyes {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(site.Close)
	s, err := NewServer(cfg)
	require.NoError(t, err)
	conn := serve(t, s)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	e := &eyes{
		t: t, ctx: ctx, server: s, site: site.URL,
		sessions: observerv1.NewSessionServiceClient(conn), tabs: observerv1.NewTabServiceClient(conn),
		pages: observerv1.NewObserverServiceClient(conn),
	}
	e.session = e.newSession(options)
	return e
}

func (e *eyes) newSession(options *observerv1.SessionOptions) string {
	e.t.Helper()
	created, err := e.sessions.CreateSession(e.ctx, &observerv1.CreateSessionRequest{Options: options})
	require.NoError(e.t, err)
	return created.GetSession().GetSessionId()
}

func (e *eyes) openTab(path string) *observerv1.Tab {
	e.t.Helper()
	opened, err := e.tabs.OpenTab(e.ctx, &observerv1.OpenTabRequest{SessionId: e.session, Url: e.site + path})
	require.NoError(e.t, err)
	return opened.GetTab()
}

func (e *eyes) observe(req *observerv1.ObserveRequest) (*seen, error) {
	if req.SessionId == "" {
		req.SessionId = e.session
	}
	return gather(all(e.pages.Observe(e.ctx, req)))
}

func (e *eyes) see() *seen {
	e.t.Helper()
	s, err := e.observe(&observerv1.ObserveRequest{Format: observerv1.Format_FORMAT_BOTH})
	require.NoError(e.t, err)
	return s
}

// ref returns the ref of the line that contains a text.
func (s *seen) ref(t *testing.T, containing string) string {
	t.Helper()
	for line := range strings.Lines(s.text) {
		if _, after, found := strings.Cut(line, "[ref="); found && strings.Contains(line, containing) {
			ref, _, _ := strings.Cut(after, "]")
			return ref
		}
	}
	require.Failf(t, "no such line", "%q in\n%s", containing, s.text)
	return ""
}

func (e *eyes) act(steps ...*observerv1.Step) (results []*observerv1.StepResult, err error) {
	return e.actWith(&observerv1.ActRequest{Steps: steps})
}

func (e *eyes) actWith(req *observerv1.ActRequest) (results []*observerv1.StepResult, err error) {
	req.SessionId = e.session
	events, err := all(e.pages.Act(e.ctx, req))
	for _, ev := range events {
		if r := ev.GetResult(); r != nil {
			results = append(results, r)
		}
	}
	return results, err
}

func click(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: ref}}}
}

func back() *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: observerv1.HistoryMove_HISTORY_MOVE_BACK}}}
}

// follow watches in FORMAT_BOTH and folds until a condition holds.
type follower struct {
	mirror
	t  *testing.T
	in interface {
		Recv() (*observerv1.WatchDiffResponse, error)
	}
	seen []*observerv1.WatchDiffResponse
	stop context.CancelFunc
}

func (e *eyes) follow(req *observerv1.WatchDiffRequest) *follower {
	e.t.Helper()
	if req.SessionId == "" {
		req.SessionId = e.session
	}
	req.Format = observerv1.Format_FORMAT_BOTH
	ctx, cancel := context.WithCancel(e.ctx)
	e.t.Cleanup(cancel)
	stream, err := e.pages.WatchDiff(ctx, req)
	require.NoError(e.t, err)
	return &follower{t: e.t, in: stream, stop: cancel}
}

func (f *follower) until(what string, holds func(m *observerv1.WatchDiffResponse) bool) {
	f.t.Helper()
	for {
		msg, err := f.in.Recv()
		require.NoError(f.t, err, "waiting for: %s", what)
		require.NoError(f.t, f.fold(msg), "waiting for: %s", what)
		f.seen = append(f.seen, msg)
		if holds(msg) {
			return
		}
	}
}

func (f *follower) untilText(text string) {
	f.t.Helper()
	f.until(text, func(*observerv1.WatchDiffResponse) bool {
		return f.tree != nil && f.loading == nil && strings.Contains(f.tree.Text(), text)
	})
}
