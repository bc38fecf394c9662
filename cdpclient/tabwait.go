package cdpclient

import (
	"context"
)

// Bell has one slot. It rings when the content may have changed or an event happened. It has one
// reader.
func (t *Tab) Bell() <-chan struct{} { return t.bell }

// ring fills the slot of the bell. It never waits.
func (t *Tab) ring() {
	select {
	case t.bell <- struct{}{}:
	default:
	}
}

// update changes the state of the tab and tells who waits for that.
func (t *Tab) update(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	close(t.changed)
	t.changed = make(chan struct{})
}

// wait waits until done reports true or an error. done is called with the lock held.
func (t *Tab) wait(ctx context.Context, done func() (bool, error)) error {
	for {
		t.mu.Lock()
		ok, err := done()
		changed := t.changed
		t.mu.Unlock()
		if ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
		}
	}
}
