package service

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// atOnce is how large an answer may be that is sent without a goroutine of its own. A stream takes
// 64 KiB before Send waits for the client (defaultWriteQuota of grpc's transport), so nothing waits.
const atOnce = 32 << 10

// answer sends the stream: header, delta or chunks, end.
func (v *viewing) answer(ctx context.Context, stream grpc.ServerStream) error {
	p := &parcels{server: v.server, stream: stream}
	defer p.close()
	v.dialog = v.tab.dialog()
	if err := v.parcel(func(m any) error { return p.add(ctx, m) }); err != nil {
		return err
	}
	return p.finish(ctx)
}

// parcels gathers the messages of an answer, so that what is small goes out together.
type parcels struct {
	server *Server
	stream grpc.ServerStream
	out    *outlet // nil until more is sent than goes out at once
	held   []any
	size   int
}

// add takes a message, and sends all that are held once they are large.
func (p *parcels) add(ctx context.Context, m any) error {
	if p.held, p.size = append(p.held, m), p.size+sizeOf(m); p.size < chunkBytes {
		return nil
	}
	return p.send(ctx)
}

func (p *parcels) send(ctx context.Context) error {
	if p.out == nil {
		p.out = p.server.outlet(p.stream)
	}
	full := p.held
	p.held, p.size = nil, 0
	return p.out.put(ctx, full...)
}

// finish sends the rest and waits until the client took all.
func (p *parcels) finish(ctx context.Context) error {
	if p.out == nil && p.size <= atOnce {
		return sendAll(p.stream.SendMsg, p.held)
	}
	if err := p.send(ctx); err != nil {
		return err
	}
	return p.out.ready(ctx)
}

func (p *parcels) close() {
	if p.out != nil {
		p.out.close()
	}
}

// sizeOf is how large a message is on the wire.
func sizeOf(m any) (n int) {
	if p, ok := m.(proto.Message); ok {
		return proto.Size(p)
	}
	if pieces, ok := m.(encoded); ok {
		for _, p := range pieces {
			n += len(p)
		}
	}
	return n
}

// parcel sends the messages of the answer, those made for somebody else where they say the same.
func (v *viewing) parcel(send func(any) error) error {
	kind, shared := v.kind()
	if !shared {
		return v.compose(send)
	}
	messages, err := v.lens.answer(v.rev, kind, v.compose)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if err := send(m); err != nil {
			return err
		}
	}
	return nil
}

// compose makes the messages of the answer and sends them.
func (v *viewing) compose(send func(any) error) error {
	delta, why, err := v.since()
	if err != nil {
		return err
	}
	if err := send(v.header(why)); err != nil {
		return err
	}
	end := &observerv1.SnapshotEnd{}
	switch {
	case delta != nil:
		err = v.sendDelta(send, delta)
	case v.pick.any() || v.boxes != nil || v.covered != nil || v.nonce != "" && v.format == observerv1.Format_FORMAT_BOTH:
		err = v.sendPart(send, end)
	default:
		err = v.sendWhole(send, end)
	}
	if err != nil {
		return err
	}
	end.Digest = v.shown().Root.Digest()
	return send(&observerv1.ObserveResponse{Part: &observerv1.ObserveResponse_End{End: end}})
}

// since returns the delta that was asked for, or why the whole tree is sent instead.
func (v *viewing) since() (*change, observerv1.FullReason, error) {
	if v.req.GetSinceSnapshotId() == "" {
		return nil, observerv1.FullReason_FULL_REASON_UNSPECIFIED, nil
	}
	from, why, err := v.baseline()
	if from == nil {
		return nil, why, err
	}
	c, err := v.lens.change(from, v.rev, v.format, defaultContext)
	if err != nil {
		return nil, why, err
	}
	if c.large {
		return nil, observerv1.FullReason_FULL_REASON_LARGE_CHANGE, nil
	}
	return c, why, nil
}

func (v *viewing) header(why observerv1.FullReason) *observerv1.ObserveResponse {
	h := &observerv1.SnapshotHeader{
		SnapshotId: v.tab.page.Store().SnapshotID(v.rev.Number),
		Position:   position(v.tab.session.epoch, v.rev),
		TabId:      v.tab.id, Url: clip(v.rev.Tree.URL, clipURL), Title: clip(v.rev.Tree.Title, clipText), Loading: v.rev.Tree.Loading,
		Engine: v.engine(), StandInDocuments: v.standIns(), FullReason: why, FenceNonce: v.nonce, Dialog: v.dialog,
		UntrustedFields: untrusted(v.format), StaleReason: staleReason(v.age),
	}
	return &observerv1.ObserveResponse{Part: &observerv1.ObserveResponse_Header{Header: h}}
}

// engine tells what read the main document for this answer.
func (v *viewing) engine() observerv1.Engine {
	switch e := v.engines; {
	case e.MainByAX:
		return observerv1.Engine_ENGINE_AX
	case e.Documents > 0:
		return observerv1.Engine_ENGINE_PAGE
	}
	return observerv1.Engine_ENGINE_UNSPECIFIED
}

// standIns tells how many documents were read by another engine than the one that was asked for.
func (v *viewing) standIns() uint32 {
	if v.req.GetEngine() == observerv1.Engine_ENGINE_AX {
		return 0
	}
	return uint32(v.engines.ByAX)
}

func position(epoch string, rev *refstore.Revision) *observerv1.Position {
	return &observerv1.Position{Epoch: epoch, Generation: rev.Generation, Revision: rev.Number}
}

// untrusted lists the fields of an answer that hold page text.
func untrusted(f observerv1.Format) []string {
	fields := []string{"header.url", "header.title", "header.dialog.message", "header.dialog.default_prompt"}
	if hasText(f) {
		fields = append(fields, "chunk.text", "delta.text")
	}
	if hasNodes(f) {
		fields = append(fields, "chunk.nodes", "delta.operations")
	}
	return append(fields, "delta.rebound.name")
}

// sendWhole sends all of the view from what is rendered once for everybody.
func (v *viewing) sendWhole(send func(any) error, end *observerv1.SnapshotEnd) error {
	r, err := v.lens.chunks(v.lens.picture(v.rev), v.format)
	if err != nil {
		return err
	}
	return v.fenced(send, end, func() error {
		for _, body := range r.bodies {
			if err := send(wrap(nil, observeChunkField, body)); err != nil {
				return err
			}
		}
		end.NodeCount, end.LineCount = end.NodeCount+r.nodes, end.LineCount+r.lines
		return nil
	})
}

// sendPart sends what find and budget leave of the view.
func (v *viewing) sendPart(send func(any) error, end *observerv1.SnapshotEnd) error {
	parts, err := v.parts(end)
	if err != nil {
		return err
	}
	return v.fenced(send, end, func() error {
		for _, part := range parts {
			m := chunkOf(part, v.format, int(end.LineCount))
			if v.boxes != nil {
				v.boxes.put(m.GetNodes())
			}
			end.NodeCount += uint32(len(part.Entries))
			end.LineCount += uint32(part.Lines)
			if err := send(chunkResponse(m)); err != nil {
				return err
			}
		}
		return nil
	})
}

// fenced sends the two lines of the fence around what content sends.
func (v *viewing) fenced(send func(any) error, end *observerv1.SnapshotEnd, content func() error) error {
	if v.nonce == "" || !hasText(v.format) {
		return content()
	}
	first, last := fence(v.nonce)
	end.LineCount++
	if err := send(chunkResponse(&observerv1.SnapshotChunk{Text: first})); err != nil {
		return err
	}
	if err := content(); err != nil {
		return err
	}
	end.LineCount++
	return send(chunkResponse(&observerv1.SnapshotChunk{Text: last}))
}

// fence returns the lines around untrusted text. No page can know the nonce.
func fence(nonce string) (first, last string) {
	return "<<<untrusted " + nonce + "\n", "untrusted " + nonce + ">>>\n"
}

func (v *viewing) sendDelta(send func(any) error, c *change) error {
	for i, body := range c.bodies {
		if i == 0 && v.nonce != "" && hasText(v.format) {
			var err error
			if body, err = fenceDelta(body, v.nonce); err != nil {
				return err
			}
		}
		if err := send(wrap(nil, observeDeltaField, body)); err != nil {
			return err
		}
	}
	return nil
}

func fenceDelta(body []byte, nonce string) ([]byte, error) {
	var d observerv1.Delta
	if err := proto.Unmarshal(body, &d); err != nil {
		return nil, err
	}
	first, last := fence(nonce)
	d.Text = first + d.Text + last
	return proto.Marshal(&d)
}

func chunkResponse(m *observerv1.SnapshotChunk) *observerv1.ObserveResponse {
	return &observerv1.ObserveResponse{Part: &observerv1.ObserveResponse_Chunk{Chunk: m}}
}

// chunkOf converts a part of a tree. Its text begins at a line of the whole text.
func chunkOf(part tree.Part, f observerv1.Format, line int) *observerv1.SnapshotChunk {
	m := &observerv1.SnapshotChunk{}
	if hasText(f) {
		m.Text = part.Text
	}
	if hasNodes(f) {
		m.Nodes = nodesOf(part.Entries, line, hasText(f))
	}
	return m
}
