package service

import (
	"context"
	"errors"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
)

func lookupOf(addrs map[string]string) func(context.Context, string) ([]netip.Addr, error) {
	return func(_ context.Context, host string) ([]netip.Addr, error) {
		if a, ok := addrs[host]; ok {
			return []netip.Addr{netip.MustParseAddr(a)}, nil
		}
		return nil, errors.New("no such host")
	}
}

func TestTheDefaultURLPolicyRefusesLocalFilesAndMetadataAddresses(t *testing.T) {
	p := URLPolicy{Lookup: lookupOf(map[string]string{"rebind.example": "169.254.169.254", "fine.example": "203.0.113.7"})}
	for url, want := range map[string]fault.Reason{
		"http://127.0.0.1:8080/":            "",
		"https://fine.example/a?b#c":        "",
		"http://unknown.example/":           "",
		"about:blank":                       "",
		"data:text/html,hi":                 "",
		"blob:https://a.example/1":          "",
		"file:///etc/passwd":                fault.URLNotAllowed,
		"chrome://settings":                 fault.URLNotAllowed,
		"about:version":                     fault.URLNotAllowed,
		"javascript:alert(1)":               fault.URLNotAllowed,
		"view-source:http://a.example/":     fault.URLNotAllowed,
		"http://169.254.169.254/latest":     fault.URLNotAllowed,
		"http://0xa9fea9fe/":                fault.URLNotAllowed,
		"http://2852039166/":                fault.URLNotAllowed,
		"http://0251.0376.0251.0376/":       fault.URLNotAllowed,
		"http://169.254.43518/":             fault.URLNotAllowed,
		"http://[fe80::1]/":                 fault.URLNotAllowed,
		"http://[::ffff:169.254.169.254]/":  fault.URLNotAllowed,
		"http://[fd00:ec2::254]/":           fault.URLNotAllowed,
		"http://metadata.google.internal/":  fault.URLNotAllowed,
		"http://METADATA.google.internal./": fault.URLNotAllowed,
		"http://rebind.example/":            fault.URLNotAllowed,
		"not an address":                    fault.InvalidRequest,
		"http:///path":                      fault.InvalidRequest,
	} {
		require.Equal(t, want, fault.ReasonOf(p.Allow(url)), url)
	}
}

func TestAURLPolicyCanBeWidenedAndNarrowed(t *testing.T) {
	require.NoError(t, URLPolicy{AllowFile: true}.Allow("file:///tmp/a.html"))
	require.True(t, fault.Is(URLPolicy{DenyPrivate: true}.Allow("http://127.0.0.1/"), fault.URLNotAllowed))
	require.True(t, fault.Is(URLPolicy{DenyPrivate: true}.Allow("http://10.1.2.3/"), fault.URLNotAllowed))
	only := URLPolicy{AllowHosts: []string{"example.org"}, Lookup: lookupOf(nil)}
	require.NoError(t, only.Allow("https://www.example.org/"))
	require.True(t, fault.Is(only.Allow("https://notexample.org/"), fault.URLNotAllowed))
	deny := URLPolicy{DenyHosts: []string{"ads.example"}, Lookup: lookupOf(nil)}
	require.True(t, fault.Is(deny.Allow("https://x.ads.example/"), fault.URLNotAllowed))
}
