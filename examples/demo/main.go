// Demo starts observer-svc with its own headless Chromium, opens a page, observes it, acts on it
// by ref, and prints the diffs that the service pushes. It ends by itself and leaves nothing behind.
//
//	go run ./examples/demo -server bin/observer-svc [-url https://…]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// longest is how long the demo runs at most.
const longest = 60 * time.Second

func main() {
	server := flag.String("server", "bin/observer-svc", "the service to start")
	url := flag.String("url", "", "the page to observe; the bundled page when empty")
	flag.Parse()
	// SIGPIPE, too: whoever reads the output may stop reading, and the service must end all the same.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	err := run(ctx, *server, *url, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// run shows one page and ends everything it started.
func run(ctx context.Context, server, url string, out io.Writer) (err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	bundled := url == ""
	if bundled {
		site := startSite()
		defer site.Close()
		url = site.URL
	}
	child, err := startService(ctx, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, child.stop()) }()
	show := &show{conn: child.conn, out: out}
	if err := show.open(ctx, url); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, show.close(context.WithoutCancel(ctx))) }()
	return show.run(ctx, bundled)
}
