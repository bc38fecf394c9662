package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/observer-svc/observer-svc/service"
)

// serveCmd serves the API until it is told to stop.
type serveCmd struct {
	Listen       string        `group:"listen" help:"Where to listen: HOST:PORT or unix:PATH. Addresses that other machines reach need TLS and authentication." default:"127.0.0.1:7788"`
	DrainTimeout time.Duration `group:"listen" help:"How long calls under way may take to finish when the server stops." default:"10s"`

	Replica string `group:"listen" help:"The name of this server among others behind one proxy, such as its host name: a DNS label. Session ids then end with it, and calls for the session of another fail with WRONG_REPLICA, which names it." placeholder:"NAME"`

	Auth      authFlags      `embed:""`
	Browser   browserFlags   `embed:""`
	Policy    policyFlags    `embed:""`
	Limits    limitFlags     `embed:""`
	History   historyFlags   `embed:""`
	Telemetry telemetryFlags `embed:""`
}

// serving is everything that a server needs, checked and opened.
type serving struct {
	server    *service.Server
	listener  net.Listener
	metrics   *http.Server // nil when there is no endpoint for them
	metricsOn net.Listener
	drain     time.Duration
	closers   closers
}

// Run completes the flags, serves until the context ends, and drains.
func (c *serveCmd) Run(env *environment) error {
	s, err := c.complete(env)
	if err != nil {
		return err
	}
	return s.run(env)
}

// complete does all the validation and opens everything, so that a server that starts has what it needs.
func (c *serveCmd) complete(env *environment) (*serving, error) {
	s := &serving{drain: c.DrainTimeout}
	if err := c.open(env, s); err != nil {
		return nil, errors.Join(err, s.closers.close(context.WithoutCancel(env.ctx)))
	}
	return s, nil
}

func (c *serveCmd) open(env *environment, s *serving) error {
	cfg := service.Config{Logger: env.log, Replica: c.Replica}
	if err := errors.Join(c.Browser.apply(&cfg, env.log), c.Policy.apply(&cfg), c.Limits.apply(&cfg), c.History.apply(&cfg)); err != nil {
		return err
	}
	if err := c.Auth.apply(&cfg, &s.closers, env.log); err != nil {
		return err
	}
	if err := c.Telemetry.apply(env, &cfg, s); err != nil {
		return err
	}
	var err error
	if s.listener, err = listen(env.ctx, c.Listen); err != nil {
		return err
	}
	s.closers.add(func(context.Context) error { return ignoreClosed(s.listener.Close()) })
	s.server, err = service.NewServer(cfg)
	return err
}

// run serves until the context ends or a listener fails, and then closes everything in order.
func (s *serving) run(env *environment) error {
	defer runtime.KeepAlive(make([]byte, spareHeap))
	env.log.Info("serving", "address", s.listener.Addr().String(), "version", version())
	group, ctx := errgroup.WithContext(env.ctx)
	group.Go(func() error { return s.server.Serve(s.listener) })
	if s.metrics != nil {
		env.log.Info("serving metrics", "address", s.metricsOn.Addr().String())
		group.Go(func() error { return ignoreServerClosed(s.metrics.Serve(s.metricsOn)) })
	}
	group.Go(func() error {
		<-ctx.Done()
		return s.stop(context.WithoutCancel(ctx), env)
	})
	err := group.Wait()
	env.log.Info("stopped")
	return err
}

func (s *serving) stop(ctx context.Context, env *environment) error {
	env.log.Info("draining", "timeout", s.drain.String())
	ctx, cancel := context.WithTimeout(ctx, s.drain)
	defer cancel()
	err := s.server.Drain(ctx)
	flush, cancelFlush := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancelFlush()
	if s.metrics != nil {
		err = errors.Join(err, s.metrics.Shutdown(flush))
	}
	return errors.Join(err, s.closers.close(flush))
}

// flushTimeout is how long telemetry may take to leave after the server has stopped.
const flushTimeout = 5 * time.Second

// listen opens HOST:PORT or unix:PATH.
func listen(ctx context.Context, address string) (net.Listener, error) {
	network, address := splitAddress(address)
	l, err := (&net.ListenConfig{}).Listen(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func ignoreServerClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
