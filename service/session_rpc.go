package service

import (
	"context"
	"math"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/observer-svc/observer-svc/act"
	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// sessionService handles the calls of SessionService.
type sessionService struct {
	observerv1.UnimplementedSessionServiceServer
	server *Server
}

// CreateSession starts a session, launching the browser on first use.
func (s *sessionService) CreateSession(ctx context.Context, req *observerv1.CreateSessionRequest) (*observerv1.CreateSessionResponse, error) {
	settings, err := s.server.settings(req.GetOptions())
	if err != nil {
		return nil, err
	}
	secrets, err := credentialsOf(settings)
	if err != nil {
		return nil, err
	}
	registry := s.server.sessions
	if err := registry.reserve(); err != nil {
		return nil, err
	}
	sess, err := s.server.newSession(ctx, req.GetLabel(), settings, secrets)
	if err != nil {
		registry.release()
		return nil, err
	}
	if !registry.add(sess) {
		sess.end(errDraining())
		return nil, errDraining()
	}
	if err := sess.browser.Err(); err != nil { // it may have gone before the session was registered
		sess.end(err)
		return nil, err
	}
	return &observerv1.CreateSessionResponse{Session: sess.message()}, nil
}

// GetSession returns one session.
func (s *sessionService) GetSession(ctx context.Context, req *observerv1.GetSessionRequest) (*observerv1.GetSessionResponse, error) {
	sess, done, err := s.server.sessions.use(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	defer done()
	return &observerv1.GetSessionResponse{Session: sess.message()}, nil
}

// ListSessions returns the sessions of the caller, oldest first.
func (s *sessionService) ListSessions(ctx context.Context, _ *observerv1.ListSessionsRequest) (*observerv1.ListSessionsResponse, error) {
	resp := &observerv1.ListSessionsResponse{}
	for _, sess := range s.server.sessions.list(principalOf(ctx)) {
		resp.Sessions = append(resp.Sessions, sess.message())
	}
	return resp, nil
}

// DeleteSession closes all tabs of a session and forgets it.
func (s *sessionService) DeleteSession(ctx context.Context, req *observerv1.DeleteSessionRequest) (*observerv1.DeleteSessionResponse, error) {
	sess, err := s.server.sessions.remove(principalOf(ctx), req.GetSessionId())
	if err != nil {
		return nil, err
	}
	sess.end(fault.New(fault.SessionNotFound, "the session %q was deleted", sess.id).With("session_id", sess.id))
	return &observerv1.DeleteSessionResponse{}, nil
}

// settings fills in and checks the options of a session.
func (s *Server) settings(asked *observerv1.SessionOptions) (*observerv1.SessionOptions, error) {
	o := &observerv1.SessionOptions{}
	if asked != nil {
		o = proto.CloneOf(asked)
	}
	if o.Viewport == nil {
		o.Viewport = &observerv1.Viewport{Width: 1280, Height: 720}
	}
	if scale := o.Viewport.DeviceScaleFactor; scale == 0 || math.IsNaN(scale) {
		o.Viewport.DeviceScaleFactor = 1
	}
	if o.DialogPolicy == observerv1.DialogPolicy_DIALOG_POLICY_UNSPECIFIED {
		o.DialogPolicy = observerv1.DialogPolicy_DIALOG_POLICY_DISMISS
	}
	if _, known := observerv1.DialogPolicy_name[int32(o.DialogPolicy)]; !known {
		return nil, invalid("options.dialog_policy", "is not a policy of this version")
	}
	if o.DownloadPolicy == observerv1.DownloadPolicy_DOWNLOAD_POLICY_UNSPECIFIED {
		o.DownloadPolicy = observerv1.DownloadPolicy_DOWNLOAD_POLICY_DENY
	}
	if err := s.mayDownload(o.DownloadPolicy); err != nil {
		return nil, err
	}
	limits := s.cfg.Limits
	idle, err := duration("options.idle_timeout", o.IdleTimeout, limits.Idle, time.Second, limits.MaxIdle)
	if err != nil {
		return nil, err
	}
	o.IdleTimeout = durationpb.New(idle)
	return o, nil
}

// newSession makes a session in the browser at hand. One that turns out to be lost just now is
// replaced: the caller of a new session has nothing to do with it.
func (s *Server) newSession(ctx context.Context, label string, settings *observerv1.SessionOptions, secrets []cdpclient.Credential) (*session, error) {
	sess, err := s.sessionInBrowser(ctx, label, settings, secrets)
	if fault.Is(err, fault.BrowserDisconnected) {
		return s.sessionInBrowser(ctx, label, settings, secrets)
	}
	return sess, err
}

func (s *Server) sessionInBrowser(ctx context.Context, label string, settings *observerv1.SessionOptions, secrets []cdpclient.Credential) (*session, error) {
	browser, err := s.browsers.get(ctx)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	sess := &session{
		id: newSessionID(s.cfg.Replica), owner: principalOf(ctx), label: label, created: now, used: now,
		idle: settings.IdleTimeout.AsDuration(), settings: settings,
		browser: browser, epoch: browser.Epoch(), refs: refstore.NewRefs(),
		maxTabs: s.cfg.Limits.Tabs, names: map[string]string{}, memory: act.NewMemory(),
		pipeline: pipeline{history: s.cfg.History, page: s.cfg.Page, measures: s.measures},
	}
	sess.pipeline.page.Staged = s.measures.stage
	sess.context, err = browser.NewContext(ctx, s.contextOptions(sess, secrets))
	if fault.Is(err, fault.BrowserDisconnected) {
		select {
		case <-browser.Done(): // so that the next attempt gets another one
		case <-ctx.Done():
		}
	}
	if err != nil {
		return nil, err
	}
	return sess, nil
}

func (s *Server) contextOptions(sess *session, secrets []cdpclient.Credential) cdpclient.ContextOptions {
	o := sess.settings
	return cdpclient.ContextOptions{
		Width: int(o.Viewport.Width), Height: int(o.Viewport.Height), Scale: o.Viewport.DeviceScaleFactor,
		Locale: o.Locale, Timezone: o.Timezone,
		OnTab:   sess.popup,
		Dialogs: dialogPolicy(o.DialogPolicy), PromptText: o.PromptText,
		AllowURL:  s.cfg.URLs.Allow,
		Downloads: s.downloads(o.DownloadPolicy), Permissions: permissions(o.Permissions), Geolocation: geolocation(o.Geolocation),
		Credentials: secrets,
		Logger:      s.log.With("session_id", sess.id),
	}
}

func dialogPolicy(p observerv1.DialogPolicy) cdpclient.DialogPolicy {
	switch p {
	case observerv1.DialogPolicy_DIALOG_POLICY_ACCEPT:
		return cdpclient.AcceptDialogs
	case observerv1.DialogPolicy_DIALOG_POLICY_ASK:
		return cdpclient.AskDialogs
	default:
		return cdpclient.DismissDialogs
	}
}

// message describes the session to callers.
func (s *session) message() *observerv1.Session {
	tabs, _ := s.snapshot()
	return &observerv1.Session{
		SessionId: s.id, Label: s.label, CreateTime: timestamppb.New(s.created),
		BrowserVersion: s.browser.Version(), Epoch: s.epoch,
		TabCount: uint32(len(tabs)),
		Options:  s.settings,
	}
}

// invalid returns a fault about one field of the request.
func invalid(field, format string, args ...any) error {
	return fault.New(fault.InvalidRequest, field+": "+format, args...).With("field", field)
}

// duration reads a duration of a request: the default when unset, and at most the given maximum.
// It fails when it is negative, malformed or below the minimum.
func duration(field string, d *durationpb.Duration, unset, least, most time.Duration) (time.Duration, error) {
	if d == nil {
		return unset, nil
	}
	if err := d.CheckValid(); err != nil {
		return 0, invalid(field, "is not a valid duration")
	}
	v := d.AsDuration()
	if v < least {
		return 0, invalid(field, "must be at least %s", least)
	}
	return min(v, most), nil
}
