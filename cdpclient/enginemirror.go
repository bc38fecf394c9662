package cdpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"

	"github.com/observer-svc/observer-svc/cdpclient/agent"
	"github.com/observer-svc/observer-svc/tree"
)

// errNoAgent says that the agent does not run in a document.
var errNoAgent = errors.New("the page agent does not run in the document")

// mirror is our side of the agent of one frame. It follows the frame from document to document.
type mirror struct {
	engine *engine
	busy   chan struct{} // one slot: held by the one who pulls

	frame   tree.FrameID
	session *session // of the document that is mirrored
	world   runtime.ExecutionContextID
	loader  string
	bare    bool // it has no agent
	decoder *agent.Decoder
	doc     *tree.Document
	cursor  uint64
	url     string
	title   string
	answer  agent.Answer              // the last
	owners  map[tree.FrameID]tree.Key // of child frames
	counted counters                  // after the last pull that counted
	hints   int                       // for the next pull
	ears    ears

	still    atomic.Pointer[stillness] // may be read without holding the mirror
	suspects []tree.Key                // elements of this pull that may have a closed shadow root
}

// look says how a pull is to be done.
type look struct {
	exact  bool
	budget time.Duration // of a pull that is not exact, for looking at what is in doubt
	counts bool          // whether to ask the counters too
}

// read brings the mirror up to date with the document that its frame shows.
func (m *mirror) read(ctx context.Context, f frame, l look) (tree.Frame, agent.Answer, error) {
	if err := m.take(ctx); err != nil {
		return tree.Frame{}, agent.Answer{}, err
	}
	defer m.give()
	if m.session != f.session || m.world != f.world || m.loader != f.loader || m.doc == nil {
		m.follow(f)
	}
	if err := m.pull(ctx, l); err != nil {
		m.doc, m.bare = nil, errors.Is(err, errNoAgent)
		return tree.Frame{}, agent.Answer{}, err
	}
	return tree.Frame{
		ID: f.id, LoaderID: f.loader, Parent: f.parent, URL: m.url, Title: m.title,
		Root: m.doc.Root(), Loading: m.answer.Loading, Unheard: m.answer.Unheard,
	}, m.answer, nil
}

// goOn lets the agent look further where it is in doubt. A document that is not mirrored (any more)
// is left alone: the next capture turns to it.
func (m *mirror) goOn(ctx context.Context, f frame) (told bool, a agent.Answer, err error) {
	if err := m.take(ctx); err != nil {
		return false, a, err
	}
	defer m.give()
	if m.session != f.session || m.world != f.world || m.loader != f.loader || m.doc == nil {
		return false, a, errNoObject
	}
	if !m.answer.InDoubt {
		return false, m.answer, nil
	}
	before := m.doc.Root()
	if err := m.pull(ctx, look{budget: sweepBudget}); err != nil {
		m.doc = nil
		return false, a, err
	}
	return m.doc.Root() != before, m.answer, nil
}

// take waits until the mirror is free and holds it until give.
func (m *mirror) take(ctx context.Context) error {
	select {
	case m.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (m *mirror) give() { <-m.busy }

// follow turns to another document.
func (m *mirror) follow(f frame) {
	m.session, m.world, m.loader = f.session, f.world, f.loader
	m.decoder, m.doc, m.cursor = agent.NewDecoder(), tree.NewDocument(), 0
	m.url, m.title, m.answer = f.url, "", agent.Answer{WantsEars: true}
	m.owners = map[tree.FrameID]tree.Key{}
	m.counted, m.hints, m.ears, m.bare = counters{}, 0, ears{}, false
}

// unknown is the version of a structure that was never asked for.
const unknown = -1

// pull asks the agent what changed, with what the ears hear where it wants to know.
func (m *mirror) pull(ctx context.Context, l look) error {
	m.suspects = m.suspects[:0]
	if m.cursor == 0 {
		if err := m.ask(ctx, l, m.hear(ctx, 0), unknown); err != nil {
			return err
		}
	} else if err := m.askTwice(ctx, l); err != nil {
		return err
	}
	if err := m.enterClosed(ctx, l); err != nil {
		return err
	}
	return m.listen(ctx, l)
}

// listen tells the agent what the ears hear, where it wants to know.
func (m *mirror) listen(ctx context.Context, l look) error {
	if !m.answer.WantsEars || !l.exact && m.answer.Changed {
		return nil
	}
	heard := m.hear(ctx, m.answer.Roots)
	if heard == "" {
		return nil
	}
	l.counts = false
	return m.ask(ctx, l, heard, int64(m.answer.Structure))
}

// askTwice pulls, and once more when the counters say that something changed of which the agent
// knows nothing. What else they say is a hint to the next pull.
func (m *mirror) askTwice(ctx context.Context, l look) error {
	if err := m.ask(ctx, l, "", unknown); err != nil {
		return err
	}
	urgent := m.hints&hintMore != 0 && l.exact
	if m.hints&hintRestyled != 0 && !m.answer.KnowsWhy {
		m.hints |= hintRestyledUnknown
		urgent = true
	}
	if urgent {
		changed := m.answer.Changed
		l.counts = false
		if err := m.ask(ctx, l, "", unknown); err != nil {
			return err
		}
		m.answer.Changed = m.answer.Changed || changed
	}
	if m.hints != 0 {
		m.answer.InDoubt = true // so that the next pull comes by itself
	}
	return nil
}

// ask pulls once and takes over the answer.
func (m *mirror) ask(ctx context.Context, l look, heard string, version int64) error {
	answer, err := m.call(ctx, l, heard, version)
	if err != nil {
		return err
	}
	a, err := m.decoder.Decode(answer)
	if err != nil {
		return err
	}
	if a.Changed {
		if err := m.doc.Apply(a.Update); err != nil {
			return err
		}
	}
	if a.HasPlace {
		m.url, m.title = a.URL, a.Title
	}
	m.cursor, m.answer = a.Cursor, a
	m.suspects = append(m.suspects, a.Suspects...)
	return nil
}

// noAgent is the answer of the expressions below where there is no agent.
const noAgent = "missing"

// call evaluates a pull. The first one of a document hands in the utilities, and the agent itself
// where it did not come with the document. It fails with errNoAgent where it does not run.
func (m *mirror) call(ctx context.Context, l look, heard string, version int64) (string, error) {
	pull := fmt.Sprintf("observerAgent.pull(%d,%t,%d,%s,%d,%d)", m.cursor, l.exact, l.budget.Milliseconds(),
		strconv.Quote(heard), version, m.hints&^hintMore)
	m.hints = 0
	if m.cursor != 0 {
		return m.count(ctx, l, pull, false)
	}
	first := "typeof observerAgent === 'undefined' ? '" + noAgent + "' : (observerAgent.isInstalled || " +
		agent.Install + ", " + pull + ")"
	answer, err := m.count(ctx, l, first, true)
	if err != nil || answer != noAgent {
		return answer, err
	}
	if answer, err = m.count(ctx, l, agent.Source()+first, true); answer == noAgent || errors.Is(err, errThrown) {
		return "", errors.Join(errNoAgent, err)
	}
	return answer, err
}

// stringResult is the slim form of Runtime.evaluate's and Runtime.callFunctionOn's reply: the typed
// one would decode a large answer twice.
type stringResult struct {
	Result struct {
		Value string `json:"value"`
	} `json:"result"`
	ExceptionDetails json.RawMessage `json:"exceptionDetails"`
}

// errThrown says that an exception ended what was evaluated.
var errThrown = errors.New("the page agent failed")

func (r *stringResult) check() error {
	if len(r.ExceptionDetails) > 0 {
		return fmt.Errorf("%w: %s", errThrown, abridge(string(r.ExceptionDetails), maxThrown))
	}
	return nil
}

func (m *mirror) evaluation(expression string, utilities bool) *runtime.EvaluateArgs {
	args := runtime.NewEvaluateArgs(expression).SetContextID(m.world).SetReturnByValue(true).SetSilent(true)
	if utilities {
		args.SetIncludeCommandLineAPI(true)
	}
	return args
}

func (m *mirror) evaluate(ctx context.Context, expression string, utilities bool) (string, error) {
	var reply stringResult
	if err := rpcc.Invoke(ctx, "Runtime.evaluate", m.evaluation(expression, utilities), &reply, m.session.conn); err != nil {
		return "", err
	}
	return reply.Result.Value, reply.check()
}
