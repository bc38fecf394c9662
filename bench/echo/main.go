// Command echo is what the load of scripts/load.sh is compared with: a gRPC server without anything
// behind it. The first time it gets a request, it asks the service and keeps the messages of the
// answer; from then on it answers the same request with the same bytes. So an echo has the size and
// the number of messages of the real answer, and costs nothing but gRPC.
//
// A stream that goes on, such as a watch, is kept for a while; afterwards its last message is sent
// again and again at its pace.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "echo:", err)
		os.Exit(1)
	}
}

func run() error {
	var like string
	var span time.Duration
	flag.StringVar(&like, "like", "", "the address of the service")
	flag.DurationVar(&span, "keep", 2*time.Second, "how long to listen to a stream that goes on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	conn, err := grpc.NewClient(like, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(bytesCodec{})))
	if err != nil {
		return err
	}
	defer conn.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it listens at once or not at all
	if err != nil {
		return err
	}
	tape := &tape{conn: conn, span: span, answers: map[string]*answer{}}
	s := grpc.NewServer(grpc.ForceServerCodecV2(bytesCodec{}), grpc.UnknownServiceHandler(tape.handle))
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	fmt.Println(l.Addr())
	<-ctx.Done()
	s.Stop()
	return <-ended
}
