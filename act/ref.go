package act

import (
	"strconv"
	"strings"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// parseRef reads "e5", "@e5" or "ref=e5".
func parseRef(s string) (tree.Ref, error) {
	bare := strings.TrimPrefix(strings.TrimPrefix(s, "@"), "ref=")
	digits, ok := strings.CutPrefix(bare, "e")
	n, err := strconv.ParseUint(digits, 10, 63)
	if !ok || err != nil || n == 0 || digits[0] == '0' || digits[0] == '+' {
		return 0, fault.New(fault.InvalidRequest, "%q is not a ref; a ref looks like e5, as the tree shows it", s).
			With("field", "ref").With("ref", s)
	}
	return tree.Ref(n), nil
}
