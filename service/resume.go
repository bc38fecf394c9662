package service

import (
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// place is where a watch is in the history of a tab: it has sent everything up to a revision, and
// the page events up to a sequence number.
type place struct {
	epoch      string
	generation uint64
	revision   uint64
	event      uint64
}

// token returns the resume token for a place of a watch. It is bound to the session, the tab, the
// view and the format.
func (w *watch) token(p place) []byte {
	return w.server.sealer.seal(kindResume, w.tab.session.id, w.tab.id, w.shape.key(w.format),
		p.epoch, p.generation, p.revision, p.event)
}

// resumeAt reads a resume token. It fails with fault.ResumeTokenInvalid.
func (w *watch) resumeAt(token []byte) (place, error) {
	var session, tab, key string
	var p place
	err := w.server.sealer.open(kindResume, token, &session, &tab, &key,
		&p.epoch, &p.generation, &p.revision, &p.event)
	switch {
	case err != nil:
		return p, fault.New(fault.ResumeTokenInvalid,
			"the resume token was not issued by this server or was altered; watch without it").Because(err)
	case session != w.tab.session.id || tab != w.tab.id:
		return p, fault.New(fault.ResumeTokenInvalid, "the resume token belongs to another session or tab")
	case key != w.shape.key(w.format):
		return p, fault.New(fault.ResumeTokenInvalid,
			"the resume token belongs to another view or format; send both as they were")
	}
	return p, nil
}

// continuity returns the revision from which a watch can go on to the current one, or why it cannot.
func continuity(store *refstore.Store, epoch string, p place, current *refstore.Revision) (*refstore.Revision, observerv1.ResetReason) {
	switch {
	case p.epoch != epoch:
		return nil, observerv1.ResetReason_RESET_REASON_OTHER_EPOCH
	case p.revision > current.Number:
		return nil, observerv1.ResetReason_RESET_REASON_FUTURE
	case p.generation != current.Generation:
		return nil, observerv1.ResetReason_RESET_REASON_NAVIGATED
	}
	from, err := store.At(p.revision)
	if err != nil {
		return nil, observerv1.ResetReason_RESET_REASON_COMPACTED
	}
	return from, observerv1.ResetReason_RESET_REASON_UNSPECIFIED
}
