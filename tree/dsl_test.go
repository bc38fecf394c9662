package tree

import (
	"strings"
	"testing"
)

// el makes a raw element: "tag role" or "tag", its name, and in any order flags, attributes, texts
// and elements in it. Elements that are blocks in a page are blocks.
func el(kind, name string, parts ...any) *Raw {
	tag, role, _ := strings.Cut(kind, " ")
	r := &Raw{Tag: tag, Role: role, Name: name}
	if blockTags.has(tag) {
		r.Flags |= Block
	}
	for _, part := range parts {
		switch p := part.(type) {
		case Flags:
			r.Flags |= p
		case Attrs:
			r.Attrs = &p
		case string:
			r.Kids = append(r.Kids, &Raw{Kind: Text, Tag: "#text", Name: p})
		case *Raw:
			r.Kids = append(r.Kids, p)
		case []*Raw:
			r.Kids = append(r.Kids, p...)
		default:
			panic("el: unknown part")
		}
	}
	return r
}

var blockTags = roles(`html body div p ul ol li h1 h2 h3 table caption thead tbody tr td th fieldset legend
	main nav section article form details summary dialog pre blockquote figure figcaption select header`)

// pseudo makes generated text, such as that of ::before.
func pseudo(tag, text string, flags ...Flags) *Raw {
	r := &Raw{Kind: Text, Tag: tag, Name: text}
	for _, f := range flags {
		r.Flags |= f
	}
	return r
}

// body makes a document.
func body(parts ...any) *Raw {
	return el("html", "", el("body", "", parts...))
}

// number gives every raw node without a key the next one.
func number(root *Raw) *Raw {
	next := Key(1)
	for r := range raws(root) {
		next = max(next, r.Key+1)
	}
	for r := range raws(root) {
		if r.Key == 0 {
			r.Key, next = next, next+1
		}
	}
	return root
}

// raws visits a raw tree in document order.
func raws(root *Raw) func(yield func(*Raw) bool) {
	return func(yield func(*Raw) bool) {
		var visit func(*Raw) bool
		visit = func(r *Raw) bool {
			if !yield(r) {
				return false
			}
			for _, kid := range r.Kids {
				if !visit(kid) {
					return false
				}
			}
			return true
		}
		visit(root)
	}
}

// document makes the main frame.
func document(root *Raw) Frame {
	return Frame{ID: "main", LoaderID: "l1", Root: number(root)}
}

// inFrame makes a frame in a frame.
func inFrame(id, parent FrameID, owner *Raw, root *Raw) Frame {
	return Frame{ID: id, LoaderID: "l1", Parent: parent, Owner: owner.Key, Root: number(root)}
}

// documents numbers documents as they come, the same frame and loader always alike.
func documents() func(FrameID, string) Doc {
	seen := map[string]Doc{}
	return func(f FrameID, loader string) Doc {
		key := string(f) + "\x00" + loader
		if seen[key] == 0 {
			seen[key] = Doc(len(seen) + 1)
		}
		return seen[key]
	}
}

// bound gives refs to actionable nodes in document order, as a commit does.
func bound(n *Node, next *Ref) *Node {
	out := n
	if n.Actionable {
		out = n.With(*next)
		*next++
	}
	kids := make([]*Node, len(n.Children))
	for i, kid := range n.Children {
		kids[i] = bound(kid, next)
	}
	return out.WithChildren(kids)
}

// built builds frames once and gives refs.
func built(frames ...Frame) *Tree {
	t := NewBuilder().Build(frames, documents())
	next := Ref(1)
	t.Root = bound(t.Root, &next)
	t.Root.Seal()
	return t
}

// lined removes the indentation of a text in a test.
func lined(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(text, "\n"), "\t", "")
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	want = lined(want)
	if got != want {
		t.Errorf("text is\n%s\nwant\n%s", got, want)
	}
}
