package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// downloadCmd fetches one file.
type downloadCmd struct {
	Words []string `arg:"" optional:"" name:"url|step" help:"The address of the file; or the page to open, unless --session and --tab name one that is open, and the steps that make it send the file."`

	ID     string        `name:"id" help:"Fetch this download of --session instead." placeholder:"ID"`
	Output string        `short:"o" required:"" help:"Where to write the file, which must not be there yet; - is standard output." placeholder:"FILE"`
	Wait   time.Duration `help:"How long the file may take to begin after the last step, and to arrive." default:"5m"`

	Target targetFlags `embed:""`
}

// Help is the syntax of the steps.
func (*downloadCmd) Help() string { return stepSyntax }

// Run fetches the first file that is sent. A file that is not complete is not left behind.
func (c *downloadCmd) Run(env *environment) error {
	url, lines := split(c.Words)
	if c.ID != "" && (len(c.Words) > 0 || c.Target.Session == "") {
		return errors.New("--id names a download of --session; it stands without an address and steps")
	}
	c.Target.Allow = true
	return c.Target.with(env, url, func(t *target) error {
		id, err := c.start(env.ctx, t, lines)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(env.ctx, c.Wait)
		defer cancel()
		return c.fetch(ctx, env, t, id)
	})
}

// start returns the download to fetch, and runs the steps that make the page send it.
func (c *downloadCmd) start(ctx context.Context, t *target, lines []string) (string, error) {
	if id := c.ID + t.download; id != "" {
		return id, nil
	}
	steps, err := parseSteps(lines)
	if err != nil {
		return "", err
	}
	known, err := downloads(ctx, t)
	if err != nil {
		return "", err
	}
	if _, err := t.client.Act(ctx, &observerv1.ActRequest{SessionId: t.session, TabId: t.tab, Steps: steps}); err != nil {
		return "", err
	}
	waiting, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	id, err := begun(waiting, t, known)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return "", errors.New("the page sent no file")
	}
	return id, err
}

// lookEvery is how often a file is looked for that did not begin with the step.
const lookEvery = 200 * time.Millisecond

// begun returns the first download that is not known yet, once there is one. It may be of a popup.
func begun(ctx context.Context, t *target, known map[string]bool) (string, error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		all, err := t.client.Downloads.ListDownloads(ctx, &observerv1.ListDownloadsRequest{SessionId: t.session})
		if err != nil {
			return "", err
		}
		for _, d := range all.GetDownloads() {
			if !known[d.GetDownloadId()] {
				return d.GetDownloadId(), nil
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func downloads(ctx context.Context, t *target) (map[string]bool, error) {
	all, err := t.client.Downloads.ListDownloads(ctx, &observerv1.ListDownloadsRequest{SessionId: t.session})
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, d := range all.GetDownloads() {
		known[d.GetDownloadId()] = true
	}
	return known, nil
}

// fetch writes the file, under its name only once it is complete and its digest is right.
func (c *downloadCmd) fetch(ctx context.Context, env *environment, t *target, id string) error {
	if c.Output == "-" {
		return receive(ctx, env, t, id, env.out)
	}
	if _, err := os.Lstat(c.Output); err == nil {
		return fmt.Errorf("%s is there already", c.Output)
	}
	f, err := os.CreateTemp(filepath.Dir(c.Output), ".observer-svc-download-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // gone when it got its name
	if err := errors.Join(receive(ctx, env, t, id, f), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), c.Output) // which replaces nothing
}

// receive writes the content of a download and checks it.
func receive(ctx context.Context, env *environment, t *target, id string, out io.Writer) error {
	stream, err := t.client.Downloads.ReadDownload(ctx, &observerv1.ReadDownloadRequest{SessionId: t.session, DownloadId: id})
	if err != nil {
		return err
	}
	sum := sha256.New()
	for {
		m, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return errors.New("the file ended before its end")
		case err != nil:
			return err
		case m.GetDownload() != nil:
			env.say("%s", downloadText(m.GetDownload()))
		case m.GetEnd() != nil:
			if !bytes.Equal(sum.Sum(nil), m.GetEnd().GetSha256()) {
				return errors.New("the file arrived damaged")
			}
			return nil
		}
		if _, err := io.MultiWriter(out, sum).Write(m.GetChunk()); err != nil {
			return err
		}
	}
}
