package service

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
)

// see observes and requires success.
func (r *rig) see(req *observerv1.ObserveRequest) *seen {
	r.t.Helper()
	s, err := gather(r.observe(req))
	require.NoError(r.t, err)
	return s
}

func TestObserveSendsHeaderChunksAndEndInTheFormatAskedFor(t *testing.T) {
	r := newRig(t, Config{}, "Log in", "Cancel")
	text := r.see(&observerv1.ObserveRequest{})
	require.Equal(t, "- button \"Log in\" [ref=e1]\n- button \"Cancel\" [ref=e2]\n", text.text)
	require.Empty(t, text.nodes)
	require.Equal(t, uint32(2), text.end.GetNodeCount())
	require.Equal(t, uint32(2), text.end.GetLineCount())
	require.Equal(t, uint64(1), text.header.GetPosition().GetRevision())
	require.Equal(t, "epoch", text.header.GetPosition().GetEpoch())
	require.Contains(t, text.header.GetUntrustedFields(), "chunk.text")

	nodes := r.see(&observerv1.ObserveRequest{Format: observerv1.Format_FORMAT_NODES})
	require.Empty(t, nodes.text)
	require.Len(t, nodes.nodes, 2)
	require.Nil(t, nodes.nodes[0].Line)
	require.Equal(t, text.end.GetDigest(), nodes.end.GetDigest())
}

func TestTwoObservesOfAnUnchangedPageAreEqualAndRenderedOnce(t *testing.T) {
	r := newRig(t, Config{}, "a", "b")
	first := r.see(&observerv1.ObserveRequest{})
	body := r.tab.renders.lenses[0].pictures[0].chunks[observerv1.Format_FORMAT_TEXT].bodies[0]
	second := r.see(&observerv1.ObserveRequest{})
	require.Equal(t, first.text, second.text)
	require.Equal(t, first.header.GetSnapshotId(), second.header.GetSnapshotId())
	require.Same(t, &body[0], &r.tab.renders.lenses[0].pictures[0].chunks[observerv1.Format_FORMAT_TEXT].bodies[0][0])
}

func TestEveryNodeNamesItsLineInTheTextOverAllChunksAndInsideAFence(t *testing.T) {
	var names []string
	for i := range 6000 {
		names = append(names, fmt.Sprintf("button number %d with a long name", i))
	}
	r := newRig(t, Config{}, names...)
	for _, fenced := range []bool{false, true} {
		s := r.see(&observerv1.ObserveRequest{Format: observerv1.Format_FORMAT_BOTH, Fence: fenced})
		require.Greater(t, s.chunks, 2)
		lines := strings.Split(strings.TrimSuffix(s.text, "\n"), "\n")
		require.Len(t, lines, int(s.end.GetLineCount()))
		require.Len(t, s.nodes, len(names))
		for _, n := range s.nodes {
			require.Contains(t, lines[n.GetLine()], fmt.Sprintf("%q [ref=%s]", n.GetName(), n.GetRef()))
		}
	}
}

func TestAFenceStandsAroundTheTextWithANonceOfItsOwn(t *testing.T) {
	r := newRig(t, Config{}, "a")
	one := r.see(&observerv1.ObserveRequest{Fence: true})
	two := r.see(&observerv1.ObserveRequest{Fence: true})
	nonce := one.header.GetFenceNonce()
	require.Len(t, nonce, 32)
	require.NotEqual(t, nonce, two.header.GetFenceNonce())
	require.Equal(t, "<<<untrusted "+nonce+"\n- button \"a\" [ref=e1]\nuntrusted "+nonce+">>>\n", one.text)
	require.Equal(t, uint32(3), one.end.GetLineCount())
	delta := r.see(&observerv1.ObserveRequest{Fence: true, SinceSnapshotId: one.header.GetSnapshotId()})
	require.True(t, strings.HasPrefix(delta.delta.GetText(), "<<<untrusted "+delta.header.GetFenceNonce()+"\n"))
}

func TestAHeldSnapshotIsReadWithoutACapture(t *testing.T) {
	r := newRig(t, Config{}, "a")
	old := r.see(&observerv1.ObserveRequest{})
	r.script.Change(func() { r.script.Names[0] = "b" })
	r.see(&observerv1.ObserveRequest{})
	before := r.script.Captures()
	again := r.see(&observerv1.ObserveRequest{SnapshotId: old.header.GetSnapshotId()})
	require.Equal(t, old.text, again.text)
	require.Equal(t, old.header.GetSnapshotId(), again.header.GetSnapshotId())
	require.Equal(t, before, r.script.Captures())
}

func TestSinceGivesADeltaOrSaysWhyNot(t *testing.T) {
	r := newRig(t, Config{}, "a", "b")
	first := r.see(&observerv1.ObserveRequest{})
	since := func(id string) *observerv1.ObserveRequest {
		return &observerv1.ObserveRequest{SinceSnapshotId: id, Format: observerv1.Format_FORMAT_BOTH}
	}
	same := r.see(since(first.header.GetSnapshotId()))
	require.NotNil(t, same.delta)
	require.Empty(t, same.delta.GetOperations())

	r.script.Change(func() { r.script.Names[1] = "c" })
	changed := r.see(since(first.header.GetSnapshotId()))
	require.Equal(t, uint64(1), changed.delta.GetFromRevision())
	require.Equal(t, uint64(2), changed.delta.GetRevision())
	require.Len(t, changed.delta.GetOperations(), 1)
	require.Contains(t, changed.delta.GetText(), "+ - button \"c\" [ref=e2]\n")
	require.Equal(t, changed.end.GetDigest(), changed.delta.GetDigest())

	r.script.Change(func() { r.script.Loader, r.script.Names = "L2", []string{"new"} })
	navigated := r.see(since(first.header.GetSnapshotId()))
	require.Nil(t, navigated.delta)
	require.Equal(t, observerv1.FullReason_FULL_REASON_NAVIGATED, navigated.header.GetFullReason())
	require.Len(t, navigated.nodes, 1)

	other := refstore.New(refstore.NewRefs(), "another", "t1", refstore.Options{}).SnapshotID(1)
	require.Equal(t, observerv1.FullReason_FULL_REASON_OTHER_BASELINE, r.see(since(other)).header.GetFullReason())

	_, err := r.observe(since("nonsense"))
	require.True(t, fault.Is(err, fault.InvalidRequest))

	latest := r.see(&observerv1.ObserveRequest{}).header.GetSnapshotId()
	r.script.Change(func() {
		for i := range 100 {
			r.script.Names = append(r.script.Names, fmt.Sprint(i))
		}
	})
	middle := r.see(since(latest))
	require.NotNil(t, middle.delta, "what was added is smaller than the whole")
	r.script.Change(func() {
		for i := range r.script.Names {
			r.script.Names[i] = fmt.Sprint("changed ", i)
		}
	})
	large := r.see(since(middle.header.GetSnapshotId()))
	require.Equal(t, observerv1.FullReason_FULL_REASON_LARGE_CHANGE, large.header.GetFullReason())
}

func TestAPageIsReadToItsEndByCursorWithinABudget(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprint("button ", i))
	}
	r := newRig(t, Config{}, names...)
	whole := r.see(&observerv1.ObserveRequest{})
	req := &observerv1.ObserveRequest{Budget: &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: 1000}}}
	var text strings.Builder
	var parts int
	for {
		s := r.see(req)
		require.LessOrEqual(t, len(s.text), 1000)
		for _, line := range strings.SplitAfter(s.text, "\n") {
			if !strings.HasPrefix(strings.TrimSpace(line), "…") {
				text.WriteString(line)
			}
		}
		if parts++; s.end.GetNextCursor() == "" {
			require.Zero(t, s.end.GetOmittedNodes())
			break
		}
		require.NotZero(t, s.end.GetOmittedNodes())
		r.script.Change(func() { r.script.Names = []string{"the page goes on"} })
		req.Cursor = s.end.GetNextCursor()
	}
	require.Greater(t, parts, 5)
	require.Equal(t, whole.text, text.String())
}

func TestACursorHoldsOnlyForItsQuestion(t *testing.T) {
	r := newRig(t, Config{}, strings.Fields(strings.Repeat("name ", 100))...)
	budget := &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: 300}}
	cursor := r.see(&observerv1.ObserveRequest{Budget: budget}).end.GetNextCursor()
	for name, req := range map[string]*observerv1.ObserveRequest{
		"another format": {Cursor: cursor, Budget: budget, Format: observerv1.Format_FORMAT_NODES},
		"another view":   {Cursor: cursor, Budget: budget, View: &observerv1.View{MaxDepth: 2}},
		"a find":         {Cursor: cursor, Budget: budget, Find: &observerv1.Find{Pattern: &observerv1.Find_Text{Text: "n"}}},
		"an altered one": {Cursor: cursor[:len(cursor)-2] + "AA", Budget: budget},
	} {
		_, err := r.observe(req)
		require.True(t, fault.Is(err, fault.StaleSnapshotCursor), "%s: %v", name, err)
	}
	for _, req := range []*observerv1.ObserveRequest{{Cursor: cursor}, {Cursor: "%", Budget: budget}} {
		_, err := r.observe(req)
		require.True(t, fault.Is(err, fault.InvalidRequest), "%v", err)
	}
}

func TestFindShowsTheLinesThatMatch(t *testing.T) {
	r := newRig(t, Config{}, "Apple", "Pear", "Pineapple")
	s := r.see(&observerv1.ObserveRequest{Find: &observerv1.Find{Pattern: &observerv1.Find_Text{Text: "apple"}}})
	require.Equal(t, uint32(2), s.end.GetMatchCount())
	require.Contains(t, s.text, `"Apple" [ref=e1]`)
	require.Contains(t, s.text, `"Pineapple" [ref=e3]`)
	require.NotContains(t, s.text, "Pear")
	one := r.see(&observerv1.ObserveRequest{Find: &observerv1.Find{Pattern: &observerv1.Find_Regex{Regex: `^button "P`}, MaxMatches: 1}})
	require.Equal(t, uint32(2), one.end.GetMatchCount())
	_, err := r.observe(&observerv1.ObserveRequest{Find: &observerv1.Find{Pattern: &observerv1.Find_Regex{Regex: `(`}}})
	require.True(t, fault.Is(err, fault.InvalidRequest))
}

func TestAScopeShowsItsSubtreeAndIsRefusedOnceItsElementIsGone(t *testing.T) {
	r := newRig(t, Config{}, "a", "b")
	first := r.see(&observerv1.ObserveRequest{})
	scope := &observerv1.View{ScopeRef: "@e2"}
	require.Equal(t, "- button \"b\" [ref=e2]\n", r.see(&observerv1.ObserveRequest{View: scope}).text)
	r.script.Change(func() { r.script.Names = r.script.Names[:1] })
	_, err := r.observe(&observerv1.ObserveRequest{View: scope})
	require.True(t, fault.Is(err, fault.StaleRef), "%v", err)
	held := r.see(&observerv1.ObserveRequest{View: scope, SnapshotId: first.header.GetSnapshotId()})
	require.Equal(t, "- button \"b\" [ref=e2]\n", held.text)
}

func TestAnOpenDialogStandsInTheHeader(t *testing.T) {
	r := newRig(t, Config{}, "a")
	r.see(&observerv1.ObserveRequest{})
	r.script.Change(func() {
		r.script.OpenDialog = &cdpclient.Dialog{Type: cdpclient.Prompt, Message: "who?", Default: "me"}
	})
	s := r.see(&observerv1.ObserveRequest{})
	require.Equal(t, observerv1.DialogType_DIALOG_TYPE_PROMPT, s.header.GetDialog().GetType())
	require.Equal(t, "me", s.header.GetDialog().GetDefaultPrompt())
	require.Contains(t, s.text, `button "a"`)
}

func TestABudgetThatTheNextNodeDoesNotFitSaysWhichOneDoes(t *testing.T) {
	r := newRig(t, Config{}, "short", strings.Repeat("long ", 60))
	bytes := func(n uint32) *observerv1.Budget {
		return &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: n}}
	}
	for _, fenced := range []bool{false, true} {
		first := r.see(&observerv1.ObserveRequest{Budget: bytes(220), Fence: fenced})
		require.Contains(t, first.text, "short")
		require.LessOrEqual(t, len(first.text), 220)
		req := &observerv1.ObserveRequest{Budget: bytes(220), Fence: fenced, Cursor: first.end.GetNextCursor()}
		_, err := r.observe(req)
		require.True(t, fault.Is(err, fault.InvalidRequest), "%v", err)
		var need uint32
		_, message, _ := strings.Cut(err.Error(), "with ")
		_, message, _ = strings.Cut(message, "with ")
		_, scan := fmt.Sscanf(message, "%d or more", &need)
		require.NoError(t, scan, err.Error())
		req.Budget = bytes(need)
		rest := r.see(req)
		require.Contains(t, rest.text, "long long")
		require.LessOrEqual(t, len(rest.text), int(need))
		require.Empty(t, rest.end.GetNextCursor())
	}
	_, err := r.observe(&observerv1.ObserveRequest{Budget: &observerv1.Budget{Limit: &observerv1.Budget_MaxTokens{MaxTokens: 50}},
		View: &observerv1.View{ScopeRef: "e2"}})
	require.ErrorContains(t, err, "budget.max_tokens")
}

func TestFieldsThatContradictEachOtherAreRefusedWithAdvice(t *testing.T) {
	r := newRig(t, Config{}, strings.Fields(strings.Repeat("name ", 100))...)
	budget := &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: 300}}
	first := r.see(&observerv1.ObserveRequest{Budget: budget})
	r.script.Change(func() { r.script.Names[0] = "another" })
	later := r.see(&observerv1.ObserveRequest{}).header.GetSnapshotId()
	find := &observerv1.Find{Pattern: &observerv1.Find_Text{Text: "name"}}
	covered := &observerv1.View{MarkCovered: true}
	for name, req := range map[string]*observerv1.ObserveRequest{
		"since and find":             {SinceSnapshotId: later, Find: find},
		"since and budget":           {SinceSnapshotId: later, Budget: budget},
		"since and covered":          {SinceSnapshotId: later, View: covered},
		"bounds as text":             {IncludeBounds: true},
		"bounds of a snapshot":       {IncludeBounds: true, SnapshotId: later, Format: observerv1.Format_FORMAT_NODES},
		"a cursor without a budget":  {Cursor: first.end.GetNextCursor()},
		"a cursor of another id":     {Cursor: first.end.GetNextCursor(), Budget: budget, SnapshotId: later},
		"a find of white space":      {Find: &observerv1.Find{Pattern: &observerv1.Find_Text{Text: " \t"}}},
		"a regex that is none":       {Find: &observerv1.Find{Pattern: &observerv1.Find_Regex{Regex: "(?<x"}}},
		"a scope that is no ref":     {View: &observerv1.View{ScopeRef: "#main"}},
		"a snapshot id that is none": {SnapshotId: "nonsense"},
	} {
		_, err := r.observe(req)
		require.True(t, fault.Is(err, fault.InvalidRequest), "%s: %v", name, err)
	}
	same := r.see(&observerv1.ObserveRequest{Cursor: first.end.GetNextCursor(), Budget: budget, SnapshotId: first.header.GetSnapshotId()})
	require.Equal(t, first.header.GetSnapshotId(), same.header.GetSnapshotId())
	_, err := r.observe(&observerv1.ObserveRequest{SnapshotId: later, View: covered})
	require.True(t, fault.Is(err, fault.StaleSnapshotCursor), "%v", err)
}
