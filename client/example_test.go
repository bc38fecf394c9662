package client_test

import (
	"context"
	"fmt"
	"log"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// A page is read once, a button is clicked by its ref, and the answer says what changed.
func ExampleClient_Act() {
	ctx := context.Background()
	c, err := client.Dial("127.0.0.1:7447", client.DialOptions{})
	if err != nil {
		log.Print(err)
		return
	}
	defer func() { _ = c.Close() }()
	session, err := c.Sessions.CreateSession(ctx, &observerv1.CreateSessionRequest{})
	if err != nil {
		log.Print(err)
		return
	}
	id := session.GetSession().GetSessionId()
	page, err := c.Observe(ctx, &observerv1.ObserveRequest{SessionId: id})
	if err != nil {
		log.Print(err)
		return
	}
	fmt.Print(page.Text)
	results, err := c.Act(ctx, &observerv1.ActRequest{
		SessionId:  id,
		SnapshotId: page.Header.GetSnapshotId(),
		Steps:      []*observerv1.Step{{Action: &observerv1.Step_Click{Click: &observerv1.Click{Ref: "e5"}}}},
	})
	if client.Reason(err) == "STALE_REF" {
		fmt.Println("candidates:", client.Metadata(err)["candidates"])
	}
	for _, r := range results {
		fmt.Print(r.GetOutcome(), r.GetEffect().GetDelta().GetText())
	}
}

// A watch keeps a local copy of the tree, over lost connections and restarts of the server.
func ExampleClient_Watch() {
	ctx := context.Background()
	c, err := client.Dial("127.0.0.1:7447", client.DialOptions{})
	if err != nil {
		log.Print(err)
		return
	}
	defer func() { _ = c.Close() }()
	req := &observerv1.WatchDiffRequest{SessionId: "s1", Format: observerv1.Format_FORMAT_BOTH}
	for event, err := range c.Watch(ctx, req, client.WatchOptions{}) {
		if err != nil {
			log.Print(err) // the tab was closed, or the like
			return
		}
		switch e := event.(type) {
		case client.Snapshot:
			fmt.Print(e.Text)
		case client.Changed:
			fmt.Print(e.Delta.GetText())
			fmt.Println("the page now has", e.Tree.Root.Size(), "nodes")
		case client.Lost:
			log.Printf("trying again in %s: %v", e.Pause, e.Err)
		}
	}
}
