package service

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// authority signs certificates for a test.
type authority struct {
	t    *testing.T
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	pool *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t, pool: x509.NewCertPool()}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	var der []byte
	a.key, der = a.sign(template, nil)
	var err error
	a.cert, err = x509.ParseCertificate(der)
	require.NoError(t, err)
	a.pool.AddCert(a.cert)
	return a
}

// sign makes a key and a certificate for it, signed by the authority or, without one, by itself.
func (a *authority) sign(template, parent *x509.Certificate) (*ecdsa.PrivateKey, []byte) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(a.t, err)
	signer := a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	require.NoError(a.t, err)
	return key, der
}

func (a *authority) certificate(name string) tls.Certificate {
	a.t.Helper()
	key, der := a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, a.cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func TestTheSubjectOfAClientCertificateOwnsItsSessions(t *testing.T) {
	a := newAuthority(t)
	cfg := Config{Auth: ClientCertificates(), TLS: &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{a.certificate("server")},
		ClientCAs: a.pool, ClientAuth: tls.VerifyClientCertIfGiven,
	}}
	r := newRig(t, cfg, "a")
	r.session.owner = "CN=ann"
	dial := func(certs ...tls.Certificate) grpc.DialOption {
		return grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{
			MinVersion: tls.VersionTLS13, RootCAs: a.pool, Certificates: certs,
		}))
	}
	first := serve(t, r.Server, dial(a.certificate("ann")))
	require.NoError(t, observeOnce(t, first))
	for want, option := range map[string]grpc.DialOption{
		"SESSION_NOT_FOUND": dial(a.certificate("bob")),
		"UNAUTHENTICATED":   dial(),
	} {
		conn, err := grpc.NewClient(first.Target(), option)
		require.NoError(t, err)
		_, why, _ := reason(t, observeOnce(t, conn))
		require.Equal(t, want, why)
		require.NoError(t, conn.Close())
	}
}

func observeOnce(t *testing.T, conn *grpc.ClientConn) error {
	t.Helper()
	_, err := all(observerv1.NewObserverServiceClient(conn).Observe(t.Context(), &observerv1.ObserveRequest{SessionId: "s1"}))
	return err
}
