package tree

// Builder makes trees from captures.
type Builder struct{}

// NewBuilder returns a Builder that has seen nothing yet.
func NewBuilder() *Builder { return &Builder{} }

// Build prunes and stitches a capture. docs numbers each frame's document.
func (b *Builder) Build(frames []Frame, docs func(FrameID, string) Doc) *Tree {
	return &Tree{Root: &Node{}, Docs: map[FrameID]Doc{}}
}
