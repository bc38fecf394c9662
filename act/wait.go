package act

import (
	"context"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// waitFor does a wait step: it looks at each revision until one of the conditions holds.
func (s *step) waitFor(ctx context.Context, w *observerv1.Wait) error {
	s.pace = paceNone
	conditions := make([]condition, 0, len(w.GetAnyOf()))
	for _, c := range w.GetAnyOf() {
		one, err := s.condition(c)
		if err != nil {
			return err
		}
		conditions = append(conditions, one)
	}
	if err := s.wait(waitedFor(w.GetAnyOf()), nil); err != nil {
		return err
	}
	release := s.env.Page.Watch()
	defer release()
	for {
		changed := s.env.Page.Changed()
		m, err := s.now(ctx)
		if err != nil {
			return err
		}
		next := m.at.Add(time.Hour)
		for _, holds := range conditions {
			done, again, err := holds(m)
			if done || err != nil {
				return err
			}
			if !again.IsZero() {
				next = earliest(next, again)
			}
		}
		if err := s.until(ctx, changed, next); err != nil {
			return err
		}
	}
}

// until waits for a change of the page, or until a time.
func (s *step) until(ctx context.Context, changed <-chan struct{}, next time.Time) error {
	timer := time.NewTimer(time.Until(next))
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	case <-ctx.Done():
		return outcomeOf(observerv1.Outcome_OUTCOME_NOT_APPLIED,
			interruption(ctx, "waiting for the page").With("waiting_for", s.waiting))
	}
	return nil
}

// moment is the page at one time of a wait.
type moment struct {
	at    time.Time
	rev   *refstore.Revision
	url   string
	state cdpclient.State
}

// now reads the page. A page that cannot be read just now is taken as it was last seen.
func (s *step) now(ctx context.Context) (moment, error) {
	pg := s.env.Page
	if err := pg.Err(); err != nil {
		return moment{}, err
	}
	rev, err := s.observe(ctx)
	if err != nil {
		return moment{}, err
	}
	return moment{at: time.Now(), rev: rev, url: s.tab().URL(), state: s.tab().State()}, nil
}

// condition reports whether it holds, and when to ask again at the latest; zero for when the page
// changes.
type condition func(m moment) (holds bool, again time.Time, err error)

// condition makes a condition of what the caller asked for.
func (s *step) condition(c *observerv1.WaitCondition) (condition, error) {
	began := time.Now()
	simple := func(holds func(m moment) bool) condition {
		return func(m moment) (bool, time.Time, error) { return holds(m), time.Time{}, nil }
	}
	switch by := c.GetCondition().(type) {
	case *observerv1.WaitCondition_Text:
		return simple(func(m moment) bool { return says(m.rev.Tree, by.Text) }), nil
	case *observerv1.WaitCondition_TextGone:
		return simple(func(m moment) bool { return !says(m.rev.Tree, by.TextGone) }), nil
	case *observerv1.WaitCondition_UrlContains:
		return simple(func(m moment) bool { return strings.Contains(m.url, by.UrlContains) }), nil
	case *observerv1.WaitCondition_Ref:
		return s.refCondition(by.Ref)
	case *observerv1.WaitCondition_Load:
		return simple(func(m moment) bool { return s.arrived(m, by.Load) }), nil
	case *observerv1.WaitCondition_Quiet:
		return quietFor(by.Quiet.AsDuration()), nil
	case *observerv1.WaitCondition_NetworkQuiet:
		return s.networkQuietFor(by.NetworkQuiet.AsDuration()), nil
	case *observerv1.WaitCondition_Time:
		end := began.Add(by.Time.AsDuration())
		return func(m moment) (bool, time.Time, error) { return !m.at.Before(end), end, nil }, nil
	}
	return nil, fault.New(fault.InvalidRequest, "a wait condition is empty").With("field", "any_of")
}

// arrived is whether the document has come as far as w says.
func (s *step) arrived(m moment, w observerv1.WaitUntil) bool {
	switch w {
	case observerv1.WaitUntil_WAIT_UNTIL_COMMIT:
		return true
	case observerv1.WaitUntil_WAIT_UNTIL_DOM_CONTENT_LOADED:
		return m.state == cdpclient.Ready || !m.rev.Tree.Loading
	default:
		return m.state == cdpclient.Ready
	}
}

// quietFor holds when the tree has been the same for a while.
func quietFor(d time.Duration) condition {
	var revision uint64
	var since time.Time
	return func(m moment) (bool, time.Time, error) {
		if m.rev.Number != revision || since.IsZero() {
			revision, since = m.rev.Number, m.at
		}
		end := since.Add(d)
		return !m.at.Before(end), end, nil
	}
}

// networkPoll is how often requests are looked at that are waited for.
const networkPoll = 50 * time.Millisecond

// networkQuietFor holds when no request was under way for a while. Requests ring no bell when they
// begin, so it looks often.
func (s *step) networkQuietFor(d time.Duration) condition {
	var begun int
	var since time.Time
	return func(m moment) (bool, time.Time, error) {
		started, open := s.tab().Waiting(requestLimit)
		if open > 0 || started != begun || since.IsZero() {
			begun, since = started, m.at
		}
		end := since.Add(d)
		return open == 0 && !m.at.Before(end), earliest(end, m.at.Add(networkPoll)), nil
	}
}

// refCondition waits for a state of the element of a ref. A ref that was never given out is
// refused; one whose element is gone is an answer.
func (s *step) refCondition(c *observerv1.RefCondition) (condition, error) {
	ref, err := parseRef(c.GetRef())
	if err != nil {
		return nil, err
	}
	return func(moment) (bool, time.Time, error) {
		b, err := s.env.Page.Store().Resolve(ref)
		switch {
		case fault.Is(err, fault.StaleRef):
			if c.GetState() == observerv1.RefState_REF_STATE_GONE {
				return true, time.Time{}, nil
			}
			return false, time.Time{}, err
		case err != nil:
			return false, time.Time{}, err
		}
		shown := b.Node != nil
		switch c.GetState() {
		case observerv1.RefState_REF_STATE_GONE:
			return !shown, time.Time{}, nil
		case observerv1.RefState_REF_STATE_ENABLED:
			return shown && !b.Node.States.Disabled, time.Time{}, nil
		default:
			return shown, time.Time{}, nil
		}
	}, nil
}

// says is whether a name, value or text of a tree contains a text, regardless of case.
func says(t *tree.Tree, text string) bool {
	text = strings.ToLower(text)
	stack := []*tree.Node{t.Root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if mentions(n, text) {
			return true
		}
		stack = append(stack, n.Children...)
	}
	return false
}

// mentions is whether the name, value or text of a node contains a text in lower case.
func mentions(n *tree.Node, lower string) bool {
	return strings.Contains(strings.ToLower(n.Name), lower) || strings.Contains(strings.ToLower(n.Value), lower)
}

// waitedFor names the conditions of a wait.
func waitedFor(all []*observerv1.WaitCondition) string {
	names := make([]string, len(all))
	for i, c := range all {
		switch c.GetCondition().(type) {
		case *observerv1.WaitCondition_Text:
			names[i] = "text"
		case *observerv1.WaitCondition_TextGone:
			names[i] = "text gone"
		case *observerv1.WaitCondition_UrlContains:
			names[i] = "url"
		case *observerv1.WaitCondition_Ref:
			names[i] = "ref"
		case *observerv1.WaitCondition_Load:
			names[i] = "load"
		case *observerv1.WaitCondition_Quiet:
			names[i] = "quiet"
		case *observerv1.WaitCondition_NetworkQuiet:
			names[i] = "network quiet"
		case *observerv1.WaitCondition_Time:
			names[i] = "time"
		}
	}
	return strings.Join(names, " or ")
}
