package tree

import (
	"strconv"
	"strings"
)

// ParseRef reads a ref as callers write it: "e5", "@e5" or "ref=e5".
func ParseRef(s string) (Ref, bool) {
	bare := strings.TrimPrefix(strings.TrimPrefix(s, "@"), "ref=")
	digits, ok := strings.CutPrefix(bare, "e")
	if !ok || digits == "" || digits[0] < '1' || digits[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	return Ref(n), err == nil
}
