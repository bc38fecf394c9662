package cdpclient

import (
	"context"
	"encoding/json"

	"github.com/mafredri/cdp/protocol/dom"
	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/tree"
)

// Chooser is a file chooser that a page opened and that was not shown.
type Chooser struct {
	input    *Element
	multiple bool
}

// Multiple is whether it takes more than one file.
func (c Chooser) Multiple() bool { return c.multiple }

// Input returns the file input that opened the chooser, which takes the files with SetFiles. It
// may be no part of the document.
func (c Chooser) Input() *Element { return c.input }

// Choosing catches the file chooser that do makes the page open, in place of showing it. It waits
// for one until ctx is over, and then fails with fault.Timeout.
func (t *Tab) Choosing(ctx context.Context, do func(context.Context) error) (c Chooser, err error) {
	opened := make(chan chooserOpened, 1)
	end := t.tap(func(s *session, method string, params json.RawMessage) {
		if method != "Page.fileChooserOpened" {
			return
		}
		decode(params, func(e *chooserOpened) {
			e.session = s
			select {
			case opened <- *e:
			default:
			}
		})
	})
	defer end()
	if err := t.interceptChoosers(ctx, true); err != nil {
		return Chooser{}, err
	}
	defer func() {
		ctx, cancel := releasing(ctx)
		defer cancel()
		if off := t.interceptChoosers(ctx, false); err == nil && t.why() == nil {
			err = off
		}
	}()
	if err := do(ctx); err != nil {
		return Chooser{}, err
	}
	guarded, cancel := t.guard(ctx)
	defer cancel()
	select {
	case e := <-opened:
		return t.chooser(guarded, e)
	case <-guarded.Done():
		return Chooser{}, callError(guarded, guarded.Err())
	}
}

// chooserOpened are the parameters of Page.fileChooserOpened.
type chooserOpened struct {
	FrameID       tree.FrameID `json:"frameId"`
	Mode          string       `json:"mode"`
	BackendNodeID int          `json:"backendNodeId"`
	session       *session
}

func (t *Tab) chooser(ctx context.Context, e chooserOpened) (Chooser, error) {
	if e.BackendNodeID == 0 {
		return Chooser{}, fault.New(fault.NotActionable, "the page chose another way than a file input, which cannot be answered")
	}
	f, ok := t.frame(e.FrameID)
	if !ok {
		return Chooser{}, documentGone()
	}
	el, err := t.Element(ctx, f.id, f.loader, tree.BackendKey(e.BackendNodeID))
	return Chooser{input: el, multiple: e.Mode == "selectMultiple"}, err
}

// interceptChoosers tells every session of the tab whether to show file choosers.
func (t *Tab) interceptChoosers(ctx context.Context, on bool) error {
	done := map[*session]bool{}
	for _, f := range t.frames() {
		if f.session == nil || done[f.session] {
			continue
		}
		done[f.session] = true
		err := page.NewClient(f.session.conn).SetInterceptFileChooserDialog(ctx, page.NewSetInterceptFileChooserDialogArgs(on))
		if err != nil && f.session.main() {
			return callError(ctx, err)
		}
	}
	return nil
}

// Give gives files to the input of the chooser, also when it is no part of the document.
func (c Chooser) Give(ctx context.Context, paths []string) error {
	ctx, cancel := c.input.tab.guard(ctx)
	defer cancel()
	f, err := c.input.document(ctx)
	if err != nil {
		return err
	}
	id, _ := c.input.backend()
	err = dom.NewClient(f.session.conn).SetFileInputFiles(ctx, dom.NewSetFileInputFilesArgs(paths).SetBackendNodeID(id))
	return callError(ctx, err)
}
