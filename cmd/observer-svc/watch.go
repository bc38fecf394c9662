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

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// watchCmd prints a page and then its changes.
type watchCmd struct {
	URL string `arg:"" optional:"" help:"The page to open."`

	For         time.Duration `help:"End after this time; 0 means at an interrupt." placeholder:"DURATION"`
	Count       int           `help:"End after this many diffs; 0 means any number." placeholder:"N"`
	JSON        bool          `help:"Print the messages of the stream as lines of JSON." name:"json"`
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
		err := c.follow(ctx, env, t)
		// An interrupt is how a person ends a watch.
		if errors.Is(err, errEnough) || ctx.Err() != nil {
			return nil
		}
		return err
	})
}

func (c *watchCmd) follow(ctx context.Context, env *environment, t *target) error {
	request := &observerv1.WatchDiffRequest{
		SessionId: t.session, TabId: t.tab, View: c.View.view(), SkipSnapshot: c.NoSnapshot,
		MinInterval: durationpb.New(c.MinInterval), Format: observerv1.Format_FORMAT_TEXT,
	}
	if c.JSON {
		request.Format = observerv1.Format_FORMAT_NODES
	}
	stream, err := t.observer().WatchDiff(ctx, request)
	if err != nil {
		return err
	}
	for diffs := 0; ; {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		if c.JSON {
			err = printLine(env.out, m)
		} else {
			err = printWatched(env, m)
		}
		if err != nil {
			return err
		}
		if d := m.GetDelta(); d != nil && !d.GetMore() {
			diffs++
		}
		if c.Count > 0 && diffs >= c.Count {
			return errEnough
		}
	}
}

// printWatched prints snapshot and diffs on standard output, and the rest as progress.
func printWatched(env *environment, m *observerv1.WatchDiffResponse) error {
	var err error
	switch e := m.GetEvent().(type) {
	case *observerv1.WatchDiffResponse_Snapshot:
		_, err = io.WriteString(env.out, e.Snapshot.GetText())
	case *observerv1.WatchDiffResponse_Delta:
		if e.Delta.GetFromRevision() != 0 || e.Delta.GetText() != "" {
			_, err = fmt.Fprintf(env.out, "\nrevision %d:\n%s", e.Delta.GetRevision(), e.Delta.GetText())
		}
	case *observerv1.WatchDiffResponse_Reset_:
		_, err = fmt.Fprintf(env.out, "\nThe whole page again, because %s:\n", resetNames[e.Reset_.GetReason()])
	case *observerv1.WatchDiffResponse_PageEvent:
		env.say("%s", eventText(e.PageEvent))
	case *observerv1.WatchDiffResponse_GoingAway:
		env.say("the server ends the stream: %s", e.GoingAway.GetMessage())
	}
	return err
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
