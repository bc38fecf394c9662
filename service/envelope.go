package service

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// The fields of the responses that hold what is encoded once for all streams.
const (
	observeChunkField  protowire.Number = 2
	observeDeltaField  protowire.Number = 3
	watchSnapshotField protowire.Number = 4
	watchDeltaField    protowire.Number = 6
)

// wrap makes a response of fields of its own, encoded, and one field whose message was encoded
// before. The body is not copied.
func wrap(head []byte, field protowire.Number, body []byte) encoded {
	head = protowire.AppendTag(head, field, protowire.BytesType)
	head = protowire.AppendVarint(head, uint64(len(body)))
	return encoded{head, body}
}

// watchHead encodes what a WatchDiffResponse has beside its event.
func watchHead(at *observerv1.Position, token []byte) []byte {
	head, err := proto.Marshal(&observerv1.WatchDiffResponse{Position: at, ResumeToken: token})
	if err != nil {
		panic(err) // cannot happen: the epoch is a valid string and nothing else can fail
	}
	return head
}
