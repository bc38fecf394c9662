package client

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// Client calls an observer service.
type Client struct {
	// Sessions creates and ends sessions.
	Sessions observerv1.SessionServiceClient
	// Tabs opens and closes tabs.
	Tabs observerv1.TabServiceClient
	// Observer sees pages, acts on them and follows them.
	Observer observerv1.ObserverServiceClient
	// Downloads lists and reads the files that pages sent.
	Downloads observerv1.DownloadServiceClient

	conn *grpc.ClientConn
}

// DialOptions say how to connect. The zero value is a plaintext connection without a token.
type DialOptions struct {
	// TLS encrypts the connection; plaintext when nil.
	TLS *tls.Config
	// Token is sent as a bearer token with every call. It needs TLS, or a loopback address.
	Token string
	// GRPC are further options of the connection.
	GRPC []grpc.DialOption
}

// Dial makes a client for the service at a target such as "127.0.0.1:7447". It does not connect yet;
// the first call does.
func Dial(target string, opts DialOptions) (*Client, error) {
	creds := insecure.NewCredentials()
	if opts.TLS != nil {
		creds = credentials.NewTLS(opts.TLS)
	}
	dial := append([]grpc.DialOption{grpc.WithTransportCredentials(creds)}, opts.GRPC...)
	if opts.Token != "" {
		if opts.TLS == nil && !loopback(target) {
			return nil, errors.New("a token may only be sent over TLS or to a loopback address")
		}
		dial = append(dial, grpc.WithPerRPCCredentials(bearer(opts.Token)))
	}
	conn, err := grpc.NewClient(target, dial...)
	if err != nil {
		return nil, err
	}
	c := New(conn)
	c.conn = conn
	return c, nil
}

// New makes a client on a connection that the caller closes.
func New(conn grpc.ClientConnInterface) *Client {
	return &Client{
		Sessions:  observerv1.NewSessionServiceClient(conn),
		Tabs:      observerv1.NewTabServiceClient(conn),
		Observer:  observerv1.NewObserverServiceClient(conn),
		Downloads: observerv1.NewDownloadServiceClient(conn),
	}
}

// Close ends the connection that Dial made, and with it all calls.
func (c *Client) Close() error {
	if c.conn == nil {
		return nil
	}
	return c.conn.Close()
}

// loopback reports whether a target surely is this machine.
func loopback(target string) bool {
	target = strings.TrimPrefix(target, "passthrough:///")
	if strings.HasPrefix(target, "unix:") {
		return true
	}
	host, _, err := net.SplitHostPort(target)
	if err != nil {
		host = target
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// bearer is a token that goes with every call. Dial has checked where it may go.
type bearer string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(b)}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (bearer) RequireTransportSecurity() bool { return false }
