package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/grpc/credentials/tls/certprovider"
	"google.golang.org/grpc/credentials/tls/certprovider/pemfile"

	"github.com/observer-svc/observer-svc/service"
)

// authFlags secure the listener and say who may call.
type authFlags struct {
	TLSCert     string        `group:"auth" name:"tls-cert" help:"The server's certificate chain as PEM; with it the listener speaks TLS only." placeholder:"FILE"`
	TLSKey      string        `group:"auth" name:"tls-key" help:"The key of the certificate as PEM, in the same folder." placeholder:"FILE"`
	TLSClientCA string        `group:"auth" name:"tls-client-ca" help:"Ask for client certificates of these authorities. A caller with one is authenticated by its subject." placeholder:"FILE"`
	TLSReload   time.Duration `group:"auth" name:"tls-reload" help:"How often the TLS files and the file of tokens are read again." default:"1m"`
	TokensFile  string        `group:"auth" help:"Accept the bearer tokens of this file: lines of PRINCIPAL TOKEN; # begins a comment. It is read again while the server runs." placeholder:"FILE"`
}

func (f authFlags) apply(cfg *service.Config, closers *closers, log *slog.Logger) error {
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key must be given together")
	}
	if f.TLSClientCA != "" && f.TLSCert == "" {
		return errors.New("--tls-client-ca needs --tls-cert and --tls-key")
	}
	if f.TLSCert != "" {
		if err := f.applyTLS(cfg, closers); err != nil {
			return err
		}
	}
	return f.applyAuth(cfg, closers, log)
}

func (f authFlags) applyTLS(cfg *service.Config, closers *closers) error {
	provider, err := pemfile.NewProvider(pemfile.Options{
		CertFile: f.TLSCert, KeyFile: f.TLSKey, RootFile: f.TLSClientCA, RefreshDuration: f.TLSReload,
	})
	if err != nil {
		return fmt.Errorf("tls: %w", err)
	}
	closers.add(func(context.Context) error { provider.Close(); return nil })
	// The provider waits for files that are not right yet; a server that cannot start should say so.
	if _, err := tls.LoadX509KeyPair(f.TLSCert, f.TLSKey); err != nil {
		return fmt.Errorf("tls: %w", err)
	}
	auth := tls.NoClientCert
	switch {
	case f.TLSClientCA != "" && f.TokensFile != "":
		auth = tls.VerifyClientCertIfGiven
	case f.TLSClientCA != "":
		auth = tls.RequireAndVerifyClientCert
	}
	cfg.TLS = reloading(provider, auth)
	return nil
}

// reloading is a configuration that asks the provider for each connection.
func reloading(provider certprovider.Provider, auth tls.ClientAuthType) *tls.Config {
	base := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}, ClientAuth: auth}
	base.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		material, err := provider.KeyMaterial(hello.Context())
		if err != nil {
			return nil, fmt.Errorf("tls: %w", err)
		}
		c := base.Clone()
		c.GetConfigForClient = nil
		c.Certificates, c.ClientCAs = material.Certs, material.Roots
		return c, nil
	}
	return base
}

func (f authFlags) applyAuth(cfg *service.Config, closers *closers, log *slog.Logger) error {
	var ways []service.Authenticator
	if f.TLSClientCA != "" {
		ways = append(ways, service.ClientCertificates())
	}
	if f.TokensFile != "" {
		tokens, err := watchTokens(f.TokensFile, f.TLSReload, log)
		if err != nil {
			return err
		}
		closers.add(tokens.close)
		ways = append(ways, tokens.authenticate)
	}
	if len(ways) > 0 {
		cfg.Auth = service.AnyOf(ways...)
	}
	return nil
}
