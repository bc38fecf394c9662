package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// while is how long a page of the audience's own is followed, and enough how many diffs end it sooner.
const (
	while  = 10 * time.Second
	enough = 5
)

// diffs prints what the service pushes.
type diffs struct {
	show   *show
	cancel context.CancelFunc
	pushed chan string // the text of each diff; closed at the end of the stream
}

// follow begins to print diffs; it returns once the stream is up to date with the page.
func (s *show) follow(ctx context.Context) (*diffs, error) {
	s.title("WatchDiff: what changes from now on")
	ctx, cancel := context.WithCancel(ctx)
	stream, err := s.observer().WatchDiff(ctx, &observerv1.WatchDiffRequest{SessionId: s.session, TabId: s.tab})
	for err == nil {
		var m *observerv1.WatchDiffResponse
		if m, err = stream.Recv(); m.GetCurrent() != nil {
			break
		}
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("watch: %w", err)
	}
	d := &diffs{show: s, cancel: cancel, pushed: make(chan string)}
	go d.read(ctx, stream)
	return d, nil
}

func (d *diffs) read(ctx context.Context, stream observerv1.ObserverService_WatchDiffClient) {
	defer close(d.pushed)
	for {
		m, err := stream.Recv()
		if err != nil {
			return
		}
		if text := m.GetDelta().GetText(); text != "" {
			select {
			case d.pushed <- fmt.Sprintf("-- pushed: revision %d\n%s", m.GetDelta().GetRevision(), text):
			case <-ctx.Done():
			}
		}
	}
}

func (d *diffs) stop() {
	d.cancel()
	for range d.pushed { // until the reader has closed it
	}
}

// until prints diffs until there were so many and each of the texts was in one of them.
func (d *diffs) until(ctx context.Context, count int, texts ...string) error {
	for count > 0 || len(texts) > 0 {
		select {
		case text, open := <-d.pushed:
			if !open {
				return fmt.Errorf("watch: the stream ended")
			}
			fmt.Fprint(d.show.out, text)
			count--
			texts = missing(texts, text)
		case <-ctx.Done():
			return fmt.Errorf("watch: %d diffs and %q did not come: %w", max(0, count), texts, context.Cause(ctx))
		}
	}
	return nil
}

func missing(texts []string, in string) []string {
	var left []string
	for _, t := range texts {
		if !strings.Contains(in, t) {
			left = append(left, t)
		}
	}
	return left
}

// forAWhile prints the diffs of a page that may never change.
func (d *diffs) forAWhile(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, while)
	defer cancel()
	if err := d.until(ctx, enough); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
