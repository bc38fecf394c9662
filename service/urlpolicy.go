package service

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/fault"
)

// URLPolicy says which addresses pages may be loaded from. The zero value allows http, https,
// about:blank, about:srcdoc, data: and blob:, and refuses hosts that are, or resolve to, link-local
// or cloud metadata addresses. Loopback and private addresses are allowed: the pages under test
// often live there. It is asked before each document request, redirect and popup. The browser looks
// names up itself afterwards, so a name server that changes its answer in between gets by; where
// that matters, the network around the browser must refuse those addresses too.
type URLPolicy struct {
	// AllowFile allows file: addresses. A page then can read the files of the machine.
	AllowFile bool
	// DenyPrivate also refuses loopback, private and unspecified addresses.
	DenyPrivate bool
	// DenyHosts are refused with all hosts below them: "example.org" also refuses "a.example.org".
	DenyHosts []string
	// AllowHosts, when not empty, are the only http and https hosts allowed, with all below them.
	AllowHosts []string
	// Lookup resolves a host name; the machine's resolver when nil.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
}

// lookupTimeout bounds how long a page load waits for the policy's own look-up.
const lookupTimeout = 2 * time.Second

// Allow fails with fault.URLNotAllowed when the policy refuses an address, and with
// fault.InvalidRequest when it is not one. A host that cannot be resolved is allowed: the browser
// will not reach it either, and reports that better.
func (p URLPolicy) Allow(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return fault.New(fault.InvalidRequest, "the address is not an absolute URL").With("field", "url")
	}
	switch u.Scheme {
	case "http", "https":
		return p.allowHost(u.Hostname())
	case "data", "blob":
		return nil
	case "about":
		if u.Opaque == "blank" || u.Opaque == "srcdoc" {
			return nil
		}
	case "file":
		if p.AllowFile {
			return nil
		}
	}
	return refused("scheme", u.Scheme, "the scheme %q is not allowed", u.Scheme)
}

func refused(key, value, format string, args ...any) error {
	return fault.New(fault.URLNotAllowed, format, args...).With(key, value)
}

func (p URLPolicy) allowHost(host string) error {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "" {
		return fault.New(fault.InvalidRequest, "the address has no host").With("field", "url")
	}
	if below(host, p.DenyHosts) || isMetadataHost(host) || len(p.AllowHosts) > 0 && !below(host, p.AllowHosts) {
		return refused("host", host, "the host %q is not allowed", host)
	}
	for _, addr := range p.resolve(host) {
		if p.denies(addr.Unmap()) {
			return refused("host", host, "the host %q has an address that is not allowed", host)
		}
	}
	return nil
}

// isMetadataHost knows the names of cloud metadata services.
func isMetadataHost(host string) bool {
	return below(host, []string{"metadata.google.internal", "metadata.goog", "instance-data"})
}

// isMetadataAddr knows the addresses of cloud metadata services that are not link-local: Alibaba
// Cloud, Oracle Cloud at its former address, and the IPv6 addresses of AWS and Google Cloud.
func isMetadataAddr(a netip.Addr) bool {
	switch a.String() {
	case "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254":
		return true
	}
	return false
}

func (p URLPolicy) denies(a netip.Addr) bool {
	if a.IsLinkLocalUnicast() || a.IsLinkLocalMulticast() || a.IsMulticast() || isMetadataAddr(a) {
		return true
	}
	return p.DenyPrivate && (a.IsLoopback() || a.IsPrivate() || a.IsUnspecified())
}

// resolve returns the addresses of a host. Chromium reads hosts such as 0xa9fea9fe and 2852039166
// as IPv4 addresses, and so does the resolver of the machine.
func (p URLPolicy) resolve(host string) []netip.Addr {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}
	}
	if a, ok := oddIPv4(host); ok {
		return []netip.Addr{a}
	}
	lookup := p.Lookup
	if lookup == nil {
		lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookupTimeout)
	defer cancel()
	addrs, err := lookup(ctx, host)
	if err != nil {
		return nil
	}
	return addrs
}

func below(host string, domains []string) bool {
	for _, d := range domains {
		if d = strings.ToLower(d); host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	return false
}
