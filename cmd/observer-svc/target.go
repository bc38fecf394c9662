package main

import (
	"context"
	"errors"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// targetFlags say which tab a client command works on.
type targetFlags struct {
	Connect connectFlags `embed:""`

	Session string        `group:"connect" help:"Use this session instead of a new one." placeholder:"ID"`
	Tab     string        `group:"connect" help:"Use this tab of the session; its active tab when empty." placeholder:"ID"`
	Keep    bool          `group:"connect" help:"Leave the session open at the end and print its id and the tab's."`
	Allow   bool          `kong:"-"` // whether the new session keeps downloads
	Timeout time.Duration `group:"connect" help:"How long the page may take to load." default:"30s"`
}

// target is the tab a client command works on.
type target struct {
	client  *client.Client
	session string
	tab     string
	// download is what the address turned out to be instead of a page, if it did.
	download string
}

// with connects, opens the page, does the work, and closes everything again, however the work ended.
func (f targetFlags) with(env *environment, url string, work func(*target) error) (err error) {
	if url == "" && f.Session == "" {
		return errors.New("name a page, or with --session and --tab one that is open")
	}
	if f.Connect.Server == "" && (f.Session != "" || f.Keep) {
		return errors.New("--session and --keep need a running server, see --server")
	}
	c, ends, err := f.Connect.connect(env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ends.close(context.WithoutCancel(env.ctx))) }()
	t := &target{client: c, session: f.Session, tab: f.Tab}
	if t.session == "" {
		if err := f.newSession(env, t, &ends); err != nil {
			return err
		}
	}
	if url != "" {
		if err := f.open(env, t, url); err != nil {
			return err
		}
	}
	return work(t)
}

func (f targetFlags) newSession(env *environment, t *target, ends *closers) error {
	created, err := t.client.Sessions.CreateSession(env.ctx, f.request())
	if err != nil {
		return err
	}
	t.session = created.GetSession().GetSessionId()
	if f.Keep {
		return nil
	}
	ends.add(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, deleteTimeout)
		defer cancel()
		_, err := t.client.Sessions.DeleteSession(ctx, &observerv1.DeleteSessionRequest{SessionId: t.session})
		return err
	})
	return nil
}

func (f targetFlags) request() *observerv1.CreateSessionRequest {
	r := &observerv1.CreateSessionRequest{Label: "observer-svc command"}
	if f.Allow {
		r.Options = &observerv1.SessionOptions{DownloadPolicy: observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW}
	}
	return r
}

// deleteTimeout is how long the server may take to delete the session of a command.
const deleteTimeout = 10 * time.Second

func (f targetFlags) open(env *environment, t *target, url string) error {
	opened, err := t.client.Tabs.OpenTab(env.ctx, &observerv1.OpenTabRequest{
		SessionId: t.session, Url: url, Timeout: durationpb.New(f.Timeout),
	})
	if err != nil {
		return err
	}
	t.tab = opened.GetTab().GetTabId()
	t.download = opened.GetDownload().GetDownloadId()
	if opened.GetLoadTimedOut() {
		env.say("The page is still loading; this is what it shows so far.")
	}
	if f.Keep {
		env.say("--session %s --tab %s", t.session, t.tab)
	}
	return nil
}
