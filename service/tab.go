package service

import (
	"context"

	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/page"
	"github.com/observer-svc/observer-svc/refstore"
)

// pipeline is what the tabs of a session are made with.
type pipeline struct {
	history  refstore.Options
	page     page.Options
	measures *measures
}

// tab is one tab of a session: its pipeline, and what is rendered of its revisions.
type tab struct {
	id      string
	session *session
	opener  string // the id of the tab that opened it; empty when the caller did
	page    *page.Page
	renders renders
	covers  covers // what was covered in the last revisions, where somebody asked
}

// newTab starts the pipeline of a tab of the browser.
func (s *session) newTab(t *cdpclient.Tab) *tab {
	id := s.name(t.TargetID())
	store := refstore.New(s.refs, s.epoch, id, s.pipeline.history)
	made := s.tabOf(id, page.New(t, store, s.pipeline.page))
	if opener := t.Opener(); opener != nil {
		made.opener = s.name(opener.TargetID())
	}
	return made
}

func (s *session) tabOf(id string, p *page.Page) *tab {
	t := &tab{id: id, session: s, page: p}
	t.renders.init(p.Store(), s.pipeline.measures)
	return t
}

// open opens a tab that shows about:blank.
func (s *session) open(ctx context.Context, background bool) (*tab, error) {
	if err := s.reserve(); err != nil {
		return nil, err
	}
	raw, err := s.context.NewTab(ctx)
	if err != nil {
		s.release()
		return nil, err
	}
	t := s.newTab(raw)
	if !s.add(t, !background) {
		t.page.Close()
		return nil, s.ended()
	}
	return t, nil
}

// popup takes over a tab that a page opened, or closes it when the session has too many.
func (s *session) popup(raw *cdpclient.Tab) {
	if err := s.reserve(); err != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		_ = raw.Close(ctx) // the browser is gone otherwise
		return
	}
	t := s.newTab(raw)
	if !s.add(t, false) {
		t.page.Close()
	}
}

// close closes the tab and waits until it is gone.
func (t *tab) close(ctx context.Context) error {
	err := t.page.Tab().Close(ctx)
	t.session.remove(t)
	t.page.Close()
	return err
}

// message describes the tab to callers.
func (t *tab) message(active bool) *observerv1.Tab {
	m := &observerv1.Tab{
		TabId: t.id, SessionId: t.session.id, Active: active, OpenerTabId: t.opener,
		Url: clip(t.page.Tab().URL(), clipURL), Title: clip(t.page.Tab().Title(), clipText), State: tabState(t.page.State()),
	}
	if rev := t.page.Store().Current(); rev != nil {
		m.Revision = rev.Number
	}
	m.Dialog = t.dialog()
	return m
}

func tabState(s cdpclient.State) observerv1.TabState {
	switch s {
	case cdpclient.Loading:
		return observerv1.TabState_TAB_STATE_LOADING
	case cdpclient.Ready:
		return observerv1.TabState_TAB_STATE_READY
	case cdpclient.Crashed:
		return observerv1.TabState_TAB_STATE_CRASHED
	default:
		return observerv1.TabState_TAB_STATE_UNSPECIFIED
	}
}

// until converts the end of a navigation.
func until(w observerv1.WaitUntil) cdpclient.Until {
	switch w {
	case observerv1.WaitUntil_WAIT_UNTIL_COMMIT:
		return cdpclient.UntilCommit
	case observerv1.WaitUntil_WAIT_UNTIL_DOM_CONTENT_LOADED:
		return cdpclient.UntilDOMContentLoaded
	default:
		return cdpclient.UntilLoad
	}
}
