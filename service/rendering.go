package service

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/tree"
)

// chunkBytes is how much text a chunk holds at most. Encoded with its nodes a chunk then stays far
// below the 4 MiB that gRPC clients take by default, unless one node alone is larger.
const chunkBytes = 128 << 10

// rendering is a picture in one format, encoded.
type rendering struct {
	bodies [][]byte // SnapshotChunk messages
	nodes  uint32
	lines  uint32
}

// chunks returns a picture in a format.
func (l *lens) chunks(p *picture, f observerv1.Format) (*rendering, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := p.chunks[f]
	l.measures.rendered("snapshot", r != nil)
	if r != nil {
		return r, nil
	}
	r, err := render(p.tree, f)
	if err != nil {
		return nil, err
	}
	p.chunks[f] = r
	return r, nil
}

func render(t *tree.Tree, f observerv1.Format) (*rendering, error) {
	r := &rendering{}
	for from := 0; ; {
		part := tree.Chunk(t, from, chunkBytes)
		m := chunkOf(part, f, int(r.lines))
		body, err := proto.Marshal(m)
		if err != nil {
			return nil, fmt.Errorf("encode a snapshot: %w", err)
		}
		r.bodies = append(r.bodies, body)
		r.nodes += uint32(len(part.Entries))
		r.lines += uint32(part.Lines)
		if part.Done {
			return r, nil
		}
		from = part.Next
	}
}
