// Opens a page, prints its tree, clicks the first button, and prints what that changed.
//
//	go run ./examples/go [address of the page] [address of the server]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func main() {
	args := append(os.Args[1:], []string{"https://example.org", "127.0.0.1:7447"}[min(len(os.Args)-1, 2):]...)
	if err := run(context.Background(), args[0], args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, server string) error {
	conn, err := grpc.NewClient(server, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	sessions, tabs, observer := pb.NewSessionServiceClient(conn), pb.NewTabServiceClient(conn), pb.NewObserverServiceClient(conn)
	created, err := sessions.CreateSession(ctx, &pb.CreateSessionRequest{})
	if err != nil {
		return err
	}
	session := created.GetSession().GetSessionId()
	defer sessions.DeleteSession(ctx, &pb.DeleteSessionRequest{SessionId: session})
	if _, err := tabs.OpenTab(ctx, &pb.OpenTabRequest{SessionId: session, Url: url}); err != nil {
		return err
	}
	button := ""
	page, err := observer.Observe(ctx, &pb.ObserveRequest{SessionId: session, Format: pb.Format_FORMAT_BOTH})
	for m := (*pb.ObserveResponse)(nil); err == nil; m, err = page.Recv() {
		fmt.Print(m.GetChunk().GetText())
		for _, n := range m.GetChunk().GetNodes() {
			if button == "" && n.GetRole() == "button" {
				button = n.GetRef()
			}
		}
	}
	if !errors.Is(err, io.EOF) || button == "" {
		return err
	}
	click := &pb.Step{Action: &pb.Step_Click{Click: &pb.Click{Ref: button}}}
	act, err := observer.Act(ctx, &pb.ActRequest{SessionId: session, Steps: []*pb.Step{click}})
	for m := (*pb.ActResponse)(nil); err == nil; m, err = act.Recv() {
		if r := m.GetResult(); r != nil {
			fmt.Printf("%s\n%s", r.GetOutcome(), r.GetEffect().GetDelta().GetText())
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
