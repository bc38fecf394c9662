// Package client is the Go client of the observer service.
//
// A Client is a thin layer over the generated stubs, which it exposes: Sessions, Tabs, Observer. What
// it adds is what every caller of a stream would have to write: Observe and Act collect their
// streams, and Watch follows a tab for as long as its context lives, over lost connections, server
// restarts and slow reading.
//
//	c, err := client.Dial("127.0.0.1:7447", client.DialOptions{})
//	…
//	for event, err := range c.Watch(ctx, &observerv1.WatchDiffRequest{SessionId: id}, client.WatchOptions{}) {
//		if err != nil {
//			return err // it cannot go on, for example because the tab was closed
//		}
//		if changed, ok := event.(client.Changed); ok {
//			fmt.Print(changed.Delta.GetText())
//		}
//	}
//
// A Fold is the state machine behind Watch: it turns the messages of a watch into a local tree and
// checks that none is missing, doubled or damaged.
//
// A Client may be used by several goroutines; a Fold belongs to one.
package client
