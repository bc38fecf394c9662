package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	"github.com/observer-svc/observer-svc/client"
	"github.com/observer-svc/observer-svc/service"
)

// connectFlags say which server a client command speaks to.
type connectFlags struct {
	Server     string       `group:"connect" help:"The server to use, HOST:PORT or unix:PATH; when empty, one is started inside this program." placeholder:"ADDRESS"`
	TLS        bool         `group:"connect" name:"tls" help:"Speak TLS with the server, trusting the authorities of this machine."`
	CAFile     string       `group:"connect" name:"ca-file" help:"Speak TLS and trust these authorities." placeholder:"FILE"`
	ClientCert string       `group:"connect" help:"The client certificate as PEM." placeholder:"FILE"`
	ClientKey  string       `group:"connect" help:"The key of the client certificate as PEM." placeholder:"FILE"`
	TokenFile  string       `group:"connect" help:"Send the bearer token in this file." placeholder:"FILE"`
	Browser    browserFlags `embed:""`
	Policy     policyFlags  `embed:""`
}

// connect returns a client of the server, and what ends it and, if one was started, the server.
func (f connectFlags) connect(env *environment) (*client.Client, closers, error) {
	if f.Server == "" {
		return f.embedded(env)
	}
	var ends closers
	options, err := f.dialOptions()
	if err != nil {
		return nil, ends, err
	}
	c, err := client.Dial(f.Server, options)
	if err != nil {
		return nil, ends, fmt.Errorf("server %s: %w", f.Server, err)
	}
	ends.add(func(context.Context) error { return c.Close() })
	return c, ends, nil
}

// maxAnswer is the largest message a client command takes. The server keeps its messages far
// smaller; the default of gRPC would be a second limit to keep in step.
const maxAnswer = 64 << 20

func largeAnswers() grpc.DialOption {
	return grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer))
}

func (f connectFlags) dialOptions() (client.DialOptions, error) {
	options := client.DialOptions{GRPC: []grpc.DialOption{largeAnswers()}}
	if f.TLS || f.CAFile != "" || f.ClientCert != "" || f.ClientKey != "" {
		config, err := f.tlsConfig()
		if err != nil {
			return options, err
		}
		options.TLS = config
	}
	if f.TokenFile != "" {
		token, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return options, fmt.Errorf("token: %w", err)
		}
		options.Token = strings.TrimSpace(string(token))
	}
	return options, nil
}

func (f connectFlags) tlsConfig() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if f.CAFile != "" {
		pem, err := os.ReadFile(f.CAFile)
		if err != nil {
			return nil, fmt.Errorf("tls: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("tls: %s holds no certificate", f.CAFile)
		}
	}
	if (f.ClientCert == "") != (f.ClientKey == "") {
		return nil, errors.New("--client-cert and --client-key must be given together")
	}
	if f.ClientCert != "" {
		pair, err := tls.LoadX509KeyPair(f.ClientCert, f.ClientKey)
		if err != nil {
			return nil, fmt.Errorf("tls: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// embeddedDrain is how long an embedded server may take to end.
const embeddedDrain = 10 * time.Second

// embedded starts a server inside this program. It listens in memory only, so nobody else can reach it.
func (f connectFlags) embedded(env *environment) (*client.Client, closers, error) {
	var ends closers
	cfg := service.Config{Logger: env.log}
	if err := errors.Join(f.Browser.apply(&cfg, env.log), f.Policy.apply(&cfg)); err != nil {
		return nil, ends, err
	}
	server, err := service.NewServer(cfg)
	if err != nil {
		return nil, ends, err
	}
	listener := bufconn.Listen(1 << 20)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	ends.add(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, embeddedDrain)
		defer cancel()
		return errors.Join(server.Drain(ctx), <-served)
	})
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }
	c, err := client.Dial("passthrough:embedded", client.DialOptions{
		GRPC: []grpc.DialOption{grpc.WithContextDialer(dial), largeAnswers()},
	})
	if err != nil {
		return nil, ends, errors.Join(err, ends.close(context.WithoutCancel(env.ctx)))
	}
	ends.add(func(context.Context) error { return c.Close() })
	return c, ends, nil
}
