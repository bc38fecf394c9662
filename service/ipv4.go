package service

import (
	"net/netip"
	"strconv"
	"strings"
)

// oddIPv4 reads a host as the URL standard's IPv4 parser does: one to four numbers in decimal,
// octal (0…) or hexadecimal (0x…), the last of which fills the remaining bytes.
// https://url.spec.whatwg.org/#concept-ipv4-parser
func oddIPv4(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, part := range parts {
		n, ok := ipv4Number(part)
		if !ok {
			return netip.Addr{}, false
		}
		left := 4 - i // bytes this and the following numbers fill
		if i < len(parts)-1 {
			if n > 255 {
				return netip.Addr{}, false
			}
			value |= n << (8 * (left - 1))
			continue
		}
		if n >= 1<<(8*left) {
			return netip.Addr{}, false
		}
		value |= n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

func ipv4Number(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		if s = s[2:]; s == "" {
			return 0, true
		}
		base = 16
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	if s == "" || s[0] == '+' || s[0] == '-' || strings.Contains(s, "_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil
}
