// Opens a page, prints its tree, clicks the first button, and prints what that changed.
//
//	go run ./examples/go [address of the page] [address of the server]
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/observer-svc/observer-svc/client"
	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func main() {
	args := append(os.Args[1:], []string{"https://example.org", "127.0.0.1:7788"}[min(len(os.Args)-1, 2):]...)
	if err := run(context.Background(), args[0], args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, server string) error {
	c, err := client.Dial(server, client.DialOptions{})
	if err != nil {
		return err
	}
	defer c.Close()
	created, err := c.Sessions.CreateSession(ctx, &pb.CreateSessionRequest{})
	if err != nil {
		return err
	}
	session := created.GetSession().GetSessionId()
	defer c.Sessions.DeleteSession(ctx, &pb.DeleteSessionRequest{SessionId: session})
	if _, err := c.Tabs.OpenTab(ctx, &pb.OpenTabRequest{SessionId: session, Url: url}); err != nil {
		return err
	}
	page, err := c.Observe(ctx, &pb.ObserveRequest{SessionId: session, Format: pb.Format_FORMAT_BOTH})
	if err != nil {
		return err
	}
	fmt.Print(page.Text)
	for _, n := range page.Nodes {
		if n.GetRole() == "button" && n.GetRef() != "" {
			click := &pb.Step{Action: &pb.Step_Click{Click: &pb.Click{Ref: n.GetRef()}}}
			results, err := c.Act(ctx, &pb.ActRequest{SessionId: session, Steps: []*pb.Step{click}})
			for _, r := range results {
				fmt.Printf("%s\n%s", r.GetOutcome(), r.GetEffect().GetDelta().GetText())
			}
			return err
		}
	}
	return nil
}
