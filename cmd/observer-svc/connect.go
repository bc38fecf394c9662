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
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

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

// connect returns a connection to the server, and what ends it and, if one was started, the server.
func (f connectFlags) connect(env *environment) (*grpc.ClientConn, closers, error) {
	if f.Server == "" {
		return f.embedded(env)
	}
	var ends closers
	options, err := f.dialOptions()
	if err != nil {
		return nil, ends, err
	}
	conn, err := grpc.NewClient(f.Server, options...)
	if err != nil {
		return nil, ends, fmt.Errorf("server %s: %w", f.Server, err)
	}
	ends.add(func(context.Context) error { return conn.Close() })
	return conn, ends, nil
}

// maxAnswer is the largest message a client command takes. The server keeps its messages far
// smaller; the default of gRPC would be a second limit to keep in step.
const maxAnswer = 64 << 20

func (f connectFlags) dialOptions() ([]grpc.DialOption, error) {
	options := []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer))}
	secure := f.TLS || f.CAFile != "" || f.ClientCert != ""
	if secure {
		config, err := f.tlsConfig()
		if err != nil {
			return nil, err
		}
		options = append(options, grpc.WithTransportCredentials(credentials.NewTLS(config)))
	} else {
		options = append(options, grpc.WithTransportCredentials(insecure.NewCredentials()))
	}
	if f.TokenFile != "" {
		token, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, fmt.Errorf("token: %w", err)
		}
		options = append(options, grpc.WithPerRPCCredentials(bearer{token: strings.TrimSpace(string(token)), secure: secure}))
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

// bearer sends a token with each call. Without TLS gRPC sends it only where secure is false, which
// suits servers on this machine.
type bearer struct {
	token  string
	secure bool
}

// GetRequestMetadata returns the authorization metadata.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + b.token}, nil
}

// RequireTransportSecurity tells gRPC whether the token may be sent in plaintext.
func (b bearer) RequireTransportSecurity() bool { return b.secure }

// embeddedDrain is how long an embedded server may take to end.
const embeddedDrain = 10 * time.Second

// embedded starts a server inside this program. It listens in memory only, so nobody else can reach it.
func (f connectFlags) embedded(env *environment) (*grpc.ClientConn, closers, error) {
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
	conn, err := grpc.NewClient("passthrough:embedded",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)))
	if err != nil {
		return nil, ends, errors.Join(err, ends.close(context.WithoutCancel(env.ctx)))
	}
	ends.add(func(context.Context) error { return conn.Close() })
	return conn, ends, nil
}
