package agent

import (
	"fmt"

	"github.com/observer-svc/observer-svc/tree"
)

// Place is one node of an enumeration: what the agent says about a node to someone who walks the
// same document by other means.
type Place struct {
	Key      tree.Key
	Text     bool
	Children int // elements and texts of the flat tree
}

// Places reads what observerAgent.enumerate answers: the nodes of the flat tree in document order.
func Places(answer string) ([]Place, error) {
	in := reader{s: answer}
	var places []Place
	var last uint64
	for in.at < len(answer) && in.err == nil {
		n := in.number()
		last += 1 + uint64(int64(n>>1)^-int64(n&1))
		p := Place{Key: tree.Key(last)}
		kind := in.number()
		if p.Text = kind == 0; !p.Text {
			p.Children = int((kind - 1) / 2)
		}
		if last == 0 || last >= 1<<38 || p.Children > len(answer) {
			in.fail("a place out of range")
		}
		places = append(places, p)
	}
	if in.err != nil {
		return nil, fmt.Errorf("enumeration: %w", in.err)
	}
	return places, nil
}
