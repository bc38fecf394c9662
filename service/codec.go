package service

import (
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // the codec this one stands before
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

// encoded is a message in its wire format. Any number of streams may send the same one.
type encoded []byte

// encode marshals a message once for all streams that send it.
func encode(m proto.Message) (encoded, error) { return proto.Marshal(m) }

// codec sends encoded messages as they are and leaves everything else to the proto codec.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2("proto")} }

// Marshal returns the wire format of v.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	if b, ok := v.(encoded); ok {
		return mem.BufferSlice{mem.SliceBuffer(b)}, nil
	}
	return c.CodecV2.Marshal(v)
}
