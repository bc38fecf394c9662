package main

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

// bytesCodec takes messages as the bytes they are.
type bytesCodec struct{}

// Name makes the content type that of every other gRPC call.
func (bytesCodec) Name() string { return "proto" }

// Marshal takes a []byte.
func (bytesCodec) Marshal(v any) (mem.BufferSlice, error) {
	b, ok := v.([]byte)
	if !ok {
		return nil, fmt.Errorf("a %T instead of bytes", v)
	}
	return mem.BufferSlice{mem.SliceBuffer(b)}, nil
}

// Unmarshal fills a *[]byte.
func (bytesCodec) Unmarshal(data mem.BufferSlice, v any) error {
	b, ok := v.(*[]byte)
	if !ok {
		return fmt.Errorf("a %T instead of bytes", v)
	}
	*b = data.Materialize()
	return nil
}
