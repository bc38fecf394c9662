package act

import (
	"context"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
)

// last returns what a ref meant when its element was last in the tree, when it is not there now but
// may still exist: hidden, or behind a modal dialog.
func (s *step) last(name string) (refstore.Binding, bool) {
	ref, err := parseRef(name)
	if err != nil {
		return refstore.Binding{}, false
	}
	return s.env.Page.Store().Last(ref)
}

// appear waits until an element that still exists is in the tree again. It fails with why when the
// page says that the element is gone, and otherwise with what hides it.
func (s *step) appear(ctx context.Context, b refstore.Binding, why error) error {
	el, err := s.tab().Element(ctx, b.Frame, b.LoaderID, b.Key)
	if err != nil {
		return why
	}
	w := waiting{step: s, since: time.Now(), delay: firstRetry}
	for {
		if _, err := s.resolve(b.Ref.String()); !fault.Is(err, fault.StaleRef) {
			return err
		}
		r, err := el.Ready(ctx, cdpclient.Want{Point: true, Nested: true})
		switch {
		case fault.Is(err, fault.StaleRef):
			return why
		case err != nil:
			return w.explain(err)
		case r.State == cdpclient.StateOK:
			r.State = cdpclient.StateHidden // drawn, but kept from those who read
		}
		if err := w.again(ctx, r); err != nil {
			return err
		}
		if _, err := s.observe(ctx); err != nil {
			return err
		}
	}
}
