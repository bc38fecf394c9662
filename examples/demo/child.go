package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// child is the service as a program of its own, reached over a socket file that only this user can open.
type child struct {
	command *exec.Cmd
	folder  string
	conn    *grpc.ClientConn
	ended   chan error
}

// stopTimeout is how long the service may take to end.
const stopTimeout = 15 * time.Second

func startService(ctx context.Context, binary string) (*child, error) {
	folder, err := os.MkdirTemp("", "observer-demo-")
	if err != nil {
		return nil, err
	}
	address := "unix:" + filepath.Join(folder, "socket")
	c := &child{folder: folder, ended: make(chan error, 1)}
	c.command = exec.Command(binary, "serve", "--listen", address, "--log-level", "warn") //nolint:gosec,noctx // the caller says which; stop ends it, and lets it clean up
	c.command.Stderr = os.Stderr
	c.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is for the demo, which then stops it
	if err := c.command.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start the service: %w", err), os.RemoveAll(folder))
	}
	go func() { c.ended <- c.command.Wait() }()
	if c.conn, err = grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials())); err == nil {
		err = c.ready(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reach the service: %w", err), c.stop())
	}
	return c, nil
}

// ready waits until the service answers that it serves, or has ended.
func (c *child) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	answered := make(chan error, 1)
	go func() {
		_, err := healthpb.NewHealthClient(c.conn).Check(ctx, &healthpb.HealthCheckRequest{}, grpc.WaitForReady(true))
		answered <- err
	}()
	select {
	case err := <-answered:
		return err
	case err := <-c.ended:
		c.ended <- err
		return fmt.Errorf("it ended: %w", err)
	}
}

// stop asks the service to end and waits until it has.
func (c *child) stop() error {
	var err error
	if c.conn != nil {
		err = c.conn.Close()
	}
	_ = c.command.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	select {
	case e := <-c.ended:
		if e != nil {
			err = errors.Join(err, fmt.Errorf("the service: %w", e))
		}
	case <-time.After(stopTimeout):
		_ = c.command.Process.Kill()
		err = errors.Join(err, errors.New("the service did not end in time"), <-c.ended)
	}
	return errors.Join(err, os.RemoveAll(c.folder))
}
