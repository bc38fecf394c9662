package tree

// Builder makes trees from captures. It keeps what it made of a subtree with the Raw of the subtree,
// so a Raw must not be given to two Builders at a time.
type Builder struct {
	grafts map[FrameID]*graft // of the last capture
	root   *Node              // of the last capture
	main   *graft             // what root was made of
	stack  stack              // room to work in, empty between two Builds
	merger merger
}

// graft is what became of one frame, to be put under the element that owns the frame. It is the
// same as long as the frame says the same.
type graft struct {
	content *forest // nil when the frame could not be read
	nodes   []*Node
	problem string
	scroll  Scroll
}

// NewBuilder returns a Builder that has seen nothing yet.
func NewBuilder() *Builder { return &Builder{} }

// Build prunes and stitches a capture. The main frame is the one without a parent; a frame whose
// owner is not in the capture is left out. docs numbers each frame's document; it is called once a
// frame. The nodes are not sealed and have no refs. What did not change since the last capture is
// the same *Node as then.
func (b *Builder) Build(frames []Frame, docs func(frame FrameID, loaderID string) Doc) *Tree {
	t := &Tree{Docs: make(map[FrameID]Doc, len(frames))}
	s := &stitching{
		builder: b, docs: t.Docs,
		grafts: make(map[FrameID]*graft, len(frames)),
		inside: make(map[FrameID][]*Frame, len(frames)),
	}
	var main *Frame
	for i := range frames {
		f := &frames[i]
		t.Docs[f.ID] = docs(f.ID, f.LoaderID)
		t.Unheard = t.Unheard || f.Unheard
		if f.Parent != "" {
			s.inside[f.Parent] = append(s.inside[f.Parent], f)
		} else if main == nil {
			main = f
		}
	}
	if main == nil {
		t.Root = &Node{}
		return t
	}
	t.URL, t.Title, t.Loading, t.Problem = valid(main.URL), tidy(main.Title), main.Loading, main.Problem
	g := s.graft(main)
	t.Scroll = g.scroll
	if b.main != g || b.root == nil {
		b.main, b.root = g, &Node{Children: g.nodes}
	}
	t.Root, b.grafts = b.root, s.grafts
	b.release()
	return t
}

// release lets go of what a Build worked on, and of the room too when it was unusually large.
func (b *Builder) release() {
	const usual = 1 << 16
	clear(b.stack[:cap(b.stack)])
	clear(b.merger.lines[:cap(b.merger.lines)])
	if cap(b.stack) > usual {
		b.stack = nil
	}
	if cap(b.merger.lines) > usual {
		b.merger.lines = nil
	}
}

// stitching is one Build at work.
type stitching struct {
	builder *Builder
	docs    map[FrameID]Doc
	grafts  map[FrameID]*graft
	inside  map[FrameID][]*Frame // the frames by their parents; emptied as they are visited
}

// graft builds a frame, the frames in it first.
func (s *stitching) graft(f *Frame) *graft {
	inner := s.inside[f.ID]
	delete(s.inside, f.ID) // a frame that claims to be inside itself ends here
	p := &pass{Builder: s.builder, doc: s.docs[f.ID]}
	if len(inner) > 0 {
		p.inner = make(map[Key]*graft, len(inner))
		for _, kid := range inner {
			p.inner[kid.Owner] = s.graft(kid)
		}
	}
	g := &graft{problem: f.Problem}
	if f.Root == nil {
		if g.problem == "" {
			g.problem = "not available"
		}
	} else {
		g.content = p.element(f.Root, atTop)
		g.problem, g.scroll = "", documentScroll(f.Root)
	}
	if old := s.builder.grafts[f.ID]; old != nil && old.content == g.content && old.problem == g.problem && old.scroll == g.scroll {
		g = old
	} else if g.content != nil {
		g.nodes = p.lines(g.content.parts)
	}
	s.grafts[f.ID] = g
	return g
}

// documentScroll returns the scroll state of a document, which its root or its body has.
func documentScroll(root *Raw) Scroll {
	if root.Attrs != nil && root.Attrs.Scroll != (Scroll{}) {
		return root.Attrs.Scroll
	}
	for _, kid := range root.Kids {
		if kid.Tag == "body" && kid.Attrs != nil {
			return kid.Attrs.Scroll
		}
	}
	return Scroll{}
}
