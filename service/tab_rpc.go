package service

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// The time OpenTab takes at most: unless the request says otherwise, and whatever it says.
const (
	openTimeout    = 30 * time.Second
	openTimeoutMax = 10 * time.Minute
)

// tabService handles the calls of TabService.
type tabService struct {
	observerv1.UnimplementedTabServiceServer
	server *Server
}

// OpenTab opens a tab and loads a page in it. When the page cannot be loaded, the tab is closed.
func (s *tabService) OpenTab(ctx context.Context, req *observerv1.OpenTabRequest) (*observerv1.OpenTabResponse, error) {
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer done()
	timeout, err := duration("timeout", req.GetTimeout(), openTimeout, time.Millisecond, openTimeoutMax)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	url := req.GetUrl()
	if url != "" {
		if err := s.server.cfg.URLs.Allow(url); err != nil {
			return nil, err
		}
	}
	t, err := sess.open(ctx, req.GetBackground())
	if err != nil {
		return nil, phase(err, "opening the tab")
	}
	load, err := s.load(ctx, t, url, req.GetWaitUntil())
	if err != nil {
		return nil, err
	}
	_, active := sess.snapshot()
	resp := &observerv1.OpenTabResponse{Tab: t.message(t == active), LoadTimedOut: load.TimedOut}
	if load.IsFile {
		resp.Download = sess.download(load.Download)
	}
	return resp, nil
}

// load loads a page in a new tab. A dialog that the page opens while it loads is no failure: the
// tab is there, and the caller can answer.
func (s *tabService) load(ctx context.Context, t *tab, url string, w observerv1.WaitUntil) (cdpclient.Load, error) {
	if url == "" {
		return cdpclient.Load{}, nil
	}
	load, err := t.page.Tab().Navigate(ctx, url, until(w))
	if err == nil {
		err = load.Download.Refused()
	}
	if err == nil || fault.Is(err, fault.DialogOpen) {
		return load, nil
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	_ = t.close(closing) // the failure of the load is what counts
	return load, phase(err, "loading the page")
}

// ListTabs returns the tabs of a session in the order they were opened.
func (s *tabService) ListTabs(ctx context.Context, req *observerv1.ListTabsRequest) (*observerv1.ListTabsResponse, error) {
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer done()
	resp := &observerv1.ListTabsResponse{}
	tabs, active := sess.snapshot()
	for _, t := range tabs {
		resp.Tabs = append(resp.Tabs, t.message(t == active))
	}
	return resp, nil
}

// ActivateTab makes a tab the one that requests without a tab id mean, and brings it to the front.
func (s *tabService) ActivateTab(ctx context.Context, req *observerv1.ActivateTabRequest) (*observerv1.ActivateTabResponse, error) {
	t, done, err := s.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return nil, err
	}
	defer done()
	if err := t.page.Tab().Activate(ctx); err != nil {
		return nil, phase(err, "activating the tab")
	}
	t.session.activate(t)
	return &observerv1.ActivateTabResponse{Tab: t.message(true)}, nil
}

// CloseTab closes a tab without asking the page.
func (s *tabService) CloseTab(ctx context.Context, req *observerv1.CloseTabRequest) (*observerv1.CloseTabResponse, error) {
	t, done, err := s.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return nil, err
	}
	defer done()
	if err := t.close(ctx); err != nil && !fault.Is(err, fault.TabClosed) {
		return nil, phase(err, "closing the tab")
	}
	return &observerv1.CloseTabResponse{}, nil
}

// HandleDialog answers the JavaScript dialog that is open in a tab.
func (s *tabService) HandleDialog(ctx context.Context, req *observerv1.HandleDialogRequest) (*observerv1.HandleDialogResponse, error) {
	t, done, err := s.server.useTab(ctx, req.GetSessionId(), req.GetTabId())
	if err != nil {
		return nil, err
	}
	defer done()
	answered := t.dialog()
	if answered == nil {
		return nil, fault.New(fault.InvalidRequest, "no dialog is open in tab %s", t.id).With("tab_id", t.id)
	}
	if err := t.page.Tab().AnswerDialog(ctx, req.GetAccept(), req.GetPromptText()); err != nil {
		return nil, phase(err, "answering the dialog")
	}
	accepted := req.GetAccept()
	answered.Accepted = &accepted
	return &observerv1.HandleDialogResponse{Dialog: answered}, nil
}

// useTab returns a tab of a caller's session and keeps the session from expiring until done is
// called.
func (s *Server) useTab(ctx context.Context, sessionID, tabID string) (t *tab, done func(), err error) {
	sess, done, err := s.sessions.use(principalOf(ctx), sessionID)
	if err != nil {
		return nil, nil, err
	}
	if t, err = sess.tab(tabID); err != nil {
		done()
		return nil, nil, err
	}
	return t, done, nil
}

// phase says during what a call ran into its deadline or was cancelled.
func phase(err error, doing string) error {
	switch f := faultOf(err); {
	case fault.Is(err, fault.Timeout) || fault.Is(err, fault.Cancelled), f == nil:
		return err
	case f.Reason == fault.Timeout || f.Reason == fault.Cancelled:
		return fault.New(f.Reason, "%s while %s", f.Message, doing).With("phase", doing).Because(err)
	default:
		return err
	}
}
