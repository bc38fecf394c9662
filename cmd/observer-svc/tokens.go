package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/observer-svc/observer-svc/service"
)

// tokenFile is a file of tokens that is read again from time to time, as the files of certificates
// are: a file system may replace it in ways that no notification tells, such as a mounted secret. Its
// goroutine ends with close.
type tokenFile struct {
	name    string
	log     *slog.Logger
	content []byte // of the last reading
	current atomic.Pointer[service.Authenticator]
	stop    context.CancelFunc
	wg      sync.WaitGroup
}

// watchTokens reads a file of tokens, which must be right, and from then on after each interval.
func watchTokens(name string, every time.Duration, log *slog.Logger) (*tokenFile, error) {
	f := &tokenFile{name: name, log: log}
	if err := f.read(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.stop = cancel
	f.wg.Go(func() { f.run(ctx, every) })
	return f, nil
}

func (f *tokenFile) close(context.Context) error {
	f.stop()
	f.wg.Wait()
	return nil
}

func (f *tokenFile) run(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := f.read(); err != nil {
			f.log.Error("the tokens stay as they were", "error", err)
		}
	}
}

// read takes over what the file says when that is new. A file that is not right changes nothing.
func (f *tokenFile) read() error {
	content, err := os.ReadFile(f.name)
	if err != nil {
		return fmt.Errorf("tokens: %w", err)
	}
	if f.current.Load() != nil && bytes.Equal(content, f.content) {
		return nil
	}
	tokens, err := parseTokens(f.name, content)
	if err != nil {
		return err
	}
	again := f.current.Load() != nil
	auth := service.BearerTokens(tokens)
	f.content = content
	f.current.Store(&auth)
	if again {
		f.log.Info("the tokens were read again", "tokens", len(tokens))
	}
	return nil
}

// authenticate is a service.Authenticator.
func (f *tokenFile) authenticate(ctx context.Context) (string, error) {
	return (*f.current.Load())(ctx)
}

// minTokenLength keeps tokens that can be guessed out.
const minTokenLength = 16

// parseTokens reads lines of PRINCIPAL TOKEN and returns the principal of each token.
func parseTokens(name string, content []byte) (map[string]string, error) {
	tokens := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for number := 1; lines.Scan(); number++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
			continue
		case len(fields) != 2:
			return nil, fmt.Errorf("tokens: line %d of %s is not PRINCIPAL TOKEN", number, name)
		case len(fields[1]) < minTokenLength:
			return nil, fmt.Errorf("tokens: the token in line %d of %s is shorter than %d characters", number, name, minTokenLength)
		case tokens[fields[1]] != "":
			return nil, fmt.Errorf("tokens: the token in line %d of %s belongs to %s already", number, name, tokens[fields[1]])
		}
		tokens[fields[1]] = fields[0]
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("tokens: %s has no token", name)
	}
	return tokens, nil
}
