package service

import (
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // the codec this one stands before
	"google.golang.org/grpc/mem"
)

// encoded is a message in its wire format, in pieces. Any number of streams may send the same ones.
type encoded [][]byte

// codec sends encoded messages as they are and leaves everything else to the proto codec.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2("proto")} }

// Marshal returns the wire format of v.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	pieces, ok := v.(encoded)
	if !ok {
		return c.CodecV2.Marshal(v)
	}
	out := make(mem.BufferSlice, 0, len(pieces))
	for _, p := range pieces {
		out = append(out, mem.SliceBuffer(p))
	}
	return out, nil
}
