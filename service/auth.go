package service

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"strings"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/auth"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"github.com/observer-svc/observer-svc/fault"
)

// Authenticator tells who calls, from the metadata and the peer of an incoming call. It fails with
// fault.Unauthenticated. It is asked again from time to time while a stream lasts, so it must be
// quick and safe for concurrent use.
type Authenticator func(ctx context.Context) (principal string, err error)

// BearerTokens accepts calls whose authorization metadata is "Bearer " and one of the tokens. The
// map gives the principal of each token; an empty token is never accepted.
func BearerTokens(principals map[string]string) Authenticator {
	type entry struct {
		hash      [sha256.Size]byte
		principal string
	}
	var entries []entry
	for token, principal := range principals {
		if token == "" {
			continue // nobody holds it
		}
		entries = append(entries, entry{sha256.Sum256([]byte(token)), principal})
	}
	return func(ctx context.Context) (string, error) {
		hash := sha256.Sum256([]byte(bearer(ctx)))
		for _, e := range entries {
			if subtle.ConstantTimeCompare(hash[:], e.hash[:]) == 1 {
				return e.principal, nil
			}
		}
		return "", fault.New(fault.Unauthenticated, "send a valid token as authorization metadata: Bearer TOKEN")
	}
}

func bearer(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	for _, v := range md.Get("authorization") {
		scheme, token, found := strings.Cut(v, " ")
		if found && strings.EqualFold(scheme, "Bearer") {
			return token
		}
	}
	return ""
}

// ClientCertificates accepts calls over TLS connections whose client certificate the listener
// verified. The principal is the certificate's subject.
func ClientCertificates() Authenticator {
	return func(ctx context.Context) (string, error) {
		p, _ := peer.FromContext(ctx)
		if p == nil {
			return "", noCertificate()
		}
		info, ok := p.AuthInfo.(credentials.TLSInfo)
		if !ok || len(info.State.VerifiedChains) == 0 || len(info.State.VerifiedChains[0]) == 0 {
			return "", noCertificate()
		}
		leaf := info.State.VerifiedChains[0][0]
		if time.Now().After(leaf.NotAfter) {
			return "", fault.New(fault.Unauthenticated, "the client certificate has expired")
		}
		return leaf.Subject.String(), nil
	}
}

func noCertificate() error {
	return fault.New(fault.Unauthenticated, "connect with a client certificate that the server's authority has signed")
}

// AnyOf accepts calls that one of the authenticators accepts, the first that does.
func AnyOf(authenticators ...Authenticator) Authenticator {
	return func(ctx context.Context) (string, error) {
		err := error(fault.New(fault.Unauthenticated, "the server has no way to authenticate"))
		for _, a := range authenticators {
			principal, e := a(ctx)
			if e == nil {
				return principal, nil
			}
			err = e
		}
		return "", err
	}
}

type principalKey struct{}

// principalOf returns who calls; empty when the server does not authenticate.
func principalOf(ctx context.Context) string {
	p, _ := ctx.Value(principalKey{}).(string)
	return p
}

// Caller names who calls, for limits: the principal, or where nobody is authenticated the address of
// the peer without its port.
func Caller(ctx context.Context) string {
	if p := principalOf(ctx); p != "" {
		return p
	}
	p, ok := peer.FromContext(ctx)
	if !ok || p.Addr == nil {
		return ""
	}
	if host, _, err := net.SplitHostPort(p.Addr.String()); err == nil {
		return host
	}
	return p.Addr.String()
}

// authFunc authenticates every call but health checks.
func (a Authenticator) authFunc(ctx context.Context) (context.Context, error) {
	if method, ok := grpc.Method(ctx); ok && strings.HasPrefix(method, "/"+healthpb.Health_ServiceDesc.ServiceName+"/") {
		return ctx, nil
	}
	principal, err := a(ctx)
	if err != nil {
		return nil, err
	}
	return context.WithValue(ctx, principalKey{}, principal), nil
}

// still tells whether the caller of a stream may go on: the same principal is still accepted.
func (a Authenticator) still(ctx context.Context) error {
	if a == nil {
		return nil
	}
	principal, err := a(ctx)
	if err != nil {
		return err
	}
	if principal != principalOf(ctx) {
		return fault.New(fault.Unauthenticated, "the credentials now belong to somebody else")
	}
	return nil
}

var _ auth.AuthFunc = Authenticator(nil).authFunc
