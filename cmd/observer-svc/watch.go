package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// watchCmd prints a page and then its changes.
type watchCmd struct {
	URL string `arg:"" optional:"" help:"The page to open."`

	For         time.Duration `help:"End after this time; 0 means at an interrupt." placeholder:"DURATION"`
	Count       int           `help:"End after this many diffs; 0 means any number." placeholder:"N"`
	JSON        bool          `help:"Print the messages of the stream as lines of JSON; it is not resumed when it is lost." name:"json"`
	NoSnapshot  bool          `help:"Do not print the page first."`
	MinInterval time.Duration `help:"The shortest time between two diffs; 0 means as the server has it." placeholder:"DURATION"`

	View   viewFlags   `embed:""`
	Target targetFlags `embed:""`
}

// errEnough ends a watch that has printed what it should.
var errEnough = errors.New("enough")

// Run prints the snapshot, and each diff as it comes.
func (c *watchCmd) Run(env *environment) error {
	return c.Target.with(env, c.URL, func(t *target) error {
		ctx, cancel := context.WithCancelCause(env.ctx)
		defer cancel(nil)
		if c.For > 0 {
			timer := time.AfterFunc(c.For, func() { cancel(errEnough) })
			defer timer.Stop()
		}
		follow := c.follow
		if c.JSON {
			follow = c.followJSON
		}
		err := follow(ctx, env, t)
		// An interrupt is how a person ends a watch.
		if errors.Is(err, errEnough) || ctx.Err() != nil {
			return nil
		}
		return err
	})
}

func (c *watchCmd) request(t *target, format observerv1.Format) *observerv1.WatchDiffRequest {
	return &observerv1.WatchDiffRequest{
		SessionId: t.session, TabId: t.tab, View: c.View.view(), Format: format,
		SkipSnapshot: c.NoSnapshot, MinInterval: durationpb.New(c.MinInterval),
	}
}

// follow prints what a person wants to read, over lost connections.
func (c *watchCmd) follow(ctx context.Context, env *environment, t *target) error {
	diffs := 0
	for event, err := range t.client.Watch(ctx, c.request(t, observerv1.Format_FORMAT_TEXT), client.WatchOptions{}) {
		if err != nil {
			return err
		}
		if err := printWatched(env, event); err != nil {
			return err
		}
		if _, ok := event.(client.Changed); ok {
			diffs++
		}
		if c.Count > 0 && diffs >= c.Count {
			return errEnough
		}
	}
	return context.Cause(ctx)
}

// printWatched prints snapshots and diffs on standard output, and the rest as progress.
func printWatched(env *environment, event client.Event) error {
	var err error
	switch e := event.(type) {
	case client.Snapshot:
		_, err = io.WriteString(env.out, e.Text)
	case client.Changed:
		_, err = fmt.Fprintf(env.out, "\nrevision %d:\n%s", e.Delta.GetRevision(), e.Delta.GetText())
	case client.Reset:
		_, err = fmt.Fprintf(env.out, "\nThe whole page again, because %s:\n", resetNames[e.Reason])
	case client.Page:
		env.say("%s", eventText(e.Event))
	case client.Lost:
		env.say("the stream was lost and is resumed: %v", e.Err)
	}
	return err
}

// followJSON prints the messages of one stream as they are.
func (c *watchCmd) followJSON(ctx context.Context, env *environment, t *target) error {
	stream, err := t.client.Observer.WatchDiff(ctx, c.request(t, observerv1.Format_FORMAT_NODES))
	if err != nil {
		return err
	}
	for diffs := 0; c.Count == 0 || diffs < c.Count; {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		if err := printLine(env.out, m); err != nil {
			return err
		}
		if d := m.GetDelta(); d != nil && !d.GetMore() {
			diffs++
		}
	}
	return errEnough
}

var resetNames = map[observerv1.ResetReason]string{
	observerv1.ResetReason_RESET_REASON_UNSPECIFIED:  "continuity was lost",
	observerv1.ResetReason_RESET_REASON_NAVIGATED:    "a new document replaced the old one",
	observerv1.ResetReason_RESET_REASON_COMPACTED:    "the history does not reach back far enough",
	observerv1.ResetReason_RESET_REASON_OTHER_EPOCH:  "the server or the browser was restarted",
	observerv1.ResetReason_RESET_REASON_LARGE_CHANGE: "so much changed that it is shorter",
	observerv1.ResetReason_RESET_REASON_FUTURE:       "the revision has not been reached",
}

// printLine prints a message as one line in the JSON form of protobuf.
func printLine(out io.Writer, m proto.Message) error {
	b, err := protojson.Marshal(m)
	if err != nil {
		return err
	}
	var line bytes.Buffer // protojson varies its white space on purpose
	if err := json.Compact(&line, b); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err = line.WriteTo(out)
	return err
}
