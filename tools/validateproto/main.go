// Validateproto prints buf/validate/validate.proto from the descriptor in the Go module of
// protovalidate that go.mod names. The contract imports the file, and this way it needs no remote
// registry and is always the version that the service checks with.
//
//	go run ./tools/validateproto FOLDER
//
// The rules that validate.proto states about its own fields are left out: only the runtimes of
// protovalidate read them, each from a copy of its own, and protobufjs, on which
// @grpc/proto-loader stands, cannot parse them.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/jhump/protoreflect/v2/protoprint"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: validateproto FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "validateproto:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	text, err := source()
	if err != nil {
		return err
	}
	name := filepath.Join(folder, "buf", "validate", "validate.proto")
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil { //nolint:gosec // the caller says where
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600) //nolint:gosec // the caller says where
}

// source returns the text of validate.proto without the rules about itself.
func source() (string, error) {
	file := protodesc.ToFileDescriptorProto(validate.File_buf_validate_validate_proto)
	strip(file.GetMessageType())
	d, err := protodesc.NewFile(file, protoregistry.GlobalFiles)
	if err != nil {
		return "", fmt.Errorf("build the descriptor without its own rules: %w", err)
	}
	return (&protoprint.Printer{}).PrintProtoToString(d)
}

func strip(messages []*descriptorpb.DescriptorProto) {
	for _, m := range messages {
		for _, f := range append(m.GetField(), m.GetExtension()...) {
			f.Options = without(f.GetOptions(), validate.E_Predefined, validate.E_Field)
		}
		for _, o := range m.GetOneofDecl() {
			o.Options = without(o.GetOptions(), validate.E_Oneof)
		}
		m.Options = without(m.GetOptions(), validate.E_Message)
		strip(m.GetNestedType())
	}
}

// without clears extensions of a set of options; it returns nil when nothing is left.
func without[M proto.Message](options M, cleared ...protoreflect.ExtensionType) M {
	if !options.ProtoReflect().IsValid() {
		return options
	}
	for _, x := range cleared {
		proto.ClearExtension(options, x)
	}
	if proto.Size(options) == 0 {
		var none M
		return none
	}
	return options
}
