package e2e

import (
	"context"
	"encoding/json"
	"fmt"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// locate returns the node that t means and a snapshot in which it stands. Where role and name do
// not tell, or only the DOM shows the element, the element that t.CSS selects is matched by its text.
// The node has a ref: elements that are not actionable get one by asking for it.
func (d *driver) locate(ctx context.Context, t target) (*observerv1.Node, error) {
	s, err := d.observe(ctx)
	if err != nil {
		return nil, err
	}
	if n := d.pick(ctx, s, t); n.GetRef() != "" {
		return n, nil
	}
	all, err := d.observe(ctx, allRefs)
	if err != nil {
		return nil, err
	}
	if n := d.pick(ctx, all, t); n.GetRef() != "" {
		return n, nil
	}
	return nil, fmt.Errorf("%s has no line with a ref in\n%s", t, all.text)
}

// pick chooses among the nodes of a snapshot; nil when t is not in it.
func (d *driver) pick(ctx context.Context, s *snapshot, t target) *observerv1.Node {
	found := s.find(t)
	if t.CSS != "" && (len(found) != 1 || found[0].GetRef() == "") {
		if byText := d.byDOMText(ctx, s, t); byText != nil {
			return byText
		}
	}
	if t.Nth < len(found) {
		if t.Nth == 0 {
			return preferRef(found)
		}
		return found[t.Nth]
	}
	return nil
}

func preferRef(nodes []*observerv1.Node) *observerv1.Node {
	for _, n := range nodes {
		if n.GetRef() != "" {
			return n
		}
	}
	return nodes[0]
}

// byDOMText finds the node whose text is that of the element in the DOM; of several the outermost with a ref.
func (d *driver) byDOMText(ctx context.Context, s *snapshot, t target) *observerv1.Node {
	selector, _ := json.Marshal(t.CSS) //nolint:errchkjson // a string
	var text string
	if err := d.evaluate(ctx, inAnyFrame(string(selector)), &text); err != nil || squeeze(text) == "" {
		return nil
	}
	var found []*observerv1.Node
	for _, n := range s.nodes {
		if s.subtreeText(n) == squeeze(text) || squeeze(n.GetName()) == squeeze(text) {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return preferRef(found)
}

// inAnyFrame is an expression for the text of the first element that the selector finds in the
// page or, where it may look, in a frame.
func inAnyFrame(selector string) string {
	return `(() => {
		const find = doc => {
			const e = doc.querySelector(` + selector + `);
			if (e) return e.innerText;
			for (const f of doc.querySelectorAll('iframe')) {
				const t = f.contentDocument && find(f.contentDocument);
				if (t) return t;
			}
		};
		return find(document) || '';
	})()`
}
