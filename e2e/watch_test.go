package e2e

import (
	"context"
	"strings"
	"sync"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// watching follows a tab while its steps run and keeps the deltas that were pushed.
type watching struct {
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	deltas []string
	news   chan struct{} // closed and replaced when a delta arrives
}

// watch begins to follow the tab; it returns once the stream is up to date.
func (d *driver) watch(ctx context.Context) (*watching, error) {
	ctx, cancel := context.WithCancel(ctx)
	stream, err := d.observer().WatchDiff(ctx, &observerv1.WatchDiffRequest{SessionId: d.session, TabId: d.tab})
	if err != nil {
		cancel()
		return nil, err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			cancel()
			return nil, err
		}
		if m.GetCurrent() != nil {
			break
		}
	}
	w := &watching{cancel: cancel, done: make(chan struct{}), news: make(chan struct{})}
	go w.collect(stream)
	return w, nil
}

func (w *watching) collect(stream observerv1.ObserverService_WatchDiffClient) {
	defer close(w.done)
	for {
		m, err := stream.Recv()
		if err != nil {
			return
		}
		text := m.GetDelta().GetText()
		if chunk := m.GetSnapshot(); chunk != nil {
			text = chunk.GetText()
		}
		if text != "" {
			w.keep(text)
		}
	}
}

func (w *watching) keep(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deltas = append(w.deltas, text)
	close(w.news)
	w.news = make(chan struct{})
}

func (w *watching) stop() {
	w.cancel()
	<-w.done
}

func (w *watching) mark() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.deltas)
}

// since counts the deltas after a mark, and their bytes.
func (w *watching) since(mark int) (events, bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.deltas[mark:] {
		events++
		bytes += len(d)
	}
	return events, bytes
}

// saw waits until a delta that holds the text was pushed, or ctx ends.
func (w *watching) saw(ctx context.Context, text string) bool {
	for {
		w.mu.Lock()
		all, news := strings.Join(w.deltas, ""), w.news
		w.mu.Unlock()
		if strings.Contains(all, text) {
			return true
		}
		select {
		case <-news:
		case <-w.done:
			return false
		case <-ctx.Done():
			return false
		}
	}
}
