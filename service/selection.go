package service

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// selection is what find and budget leave of a view.
type selection struct {
	query  *tree.Query
	budget tree.Budget
	from   int // the position to begin at
}

// any reports whether less than the whole view may be sent.
func (s selection) any() bool { return s.query != nil || s.budget != (tree.Budget{}) }

func (s *Server) selection(req *observerv1.ObserveRequest) (selection, error) {
	var sel selection
	if f := req.GetFind(); f != nil {
		sel.query = &tree.Query{Text: f.GetText(), Max: int(f.GetMaxMatches())}
		if f.GetRegex() == "" && strings.TrimSpace(f.GetText()) == "" {
			return sel, invalid("find.text", "is only white space, which every line has; leave find out to see all")
		}
		if pattern := f.GetRegex(); pattern != "" {
			re, err := regexp.Compile(pattern)
			if err != nil {
				return sel, invalid("find.regex", "is not a regular expression in RE2 syntax")
			}
			sel.query.Regex = re
		}
	}
	if b := req.GetBudget(); b != nil {
		sel.budget = tree.Budget{Bytes: int(b.GetMaxBytes()), Tokens: int(b.GetMaxTokens())}
		if sel.budget.Tokens > 0 {
			sel.budget.Counter = s.tokens
		}
	}
	return sel, nil
}

// parts applies find and budget to the view and notes in end what is left out. It fails with
// fault.InvalidRequest when not even one node fits the budget.
func (v *viewing) parts(end *observerv1.SnapshotEnd) ([]tree.Part, error) {
	t := v.shown()
	if v.pick.query != nil {
		found, matches := tree.Find(t, *v.pick.query)
		found.Root.Seal()
		t, end.MatchCount = found, uint32(matches)
	}
	if v.pick.budget == (tree.Budget{}) {
		return allParts(t), nil
	}
	budget, fence := v.unfenced()
	part := tree.Slice(t, v.pick.from, budget)
	if part.Need > 0 {
		return nil, tooSmall(part.Need+fence, budget)
	}
	end.OmittedNodes = uint32(part.Omitted)
	if !part.Done {
		end.NextCursor = v.cursor(part.Next)
	}
	return []tree.Part{part}, nil
}

// unfenced returns what the fence leaves of the budget, and what it takes.
func (v *viewing) unfenced() (b tree.Budget, taken int) {
	b = v.pick.budget
	if v.nonce == "" || !hasText(v.format) {
		return b, 0
	}
	first, last := fence(v.nonce)
	if b.Tokens > 0 {
		taken = b.Counter.Count(first) + b.Counter.Count(last)
		b.Tokens = max(b.Tokens-taken, 1)
		return b, taken
	}
	taken = len(first) + len(last)
	b.Bytes = max(b.Bytes-taken, 1)
	return b, taken
}

// tooSmall says what budget the next node takes. The cursor stays good.
func tooSmall(need int, b tree.Budget) error {
	field := "budget.max_bytes"
	if b.Tokens > 0 {
		field = "budget.max_tokens"
	}
	return invalid(field, "is too small for the next node: repeat the request, with the same cursor if it had one, with %d or more", need)
}

// shown returns the view of the revision, with what is covered where that was asked for.
func (v *viewing) shown() *tree.Tree {
	t := v.lens.picture(v.rev).tree
	if v.covered == nil {
		return t
	}
	if v.marked == nil {
		v.marked = tree.Cover(t, v.covered.by)
	}
	return v.marked
}

func allParts(t *tree.Tree) []tree.Part {
	var parts []tree.Part
	for from := 0; ; {
		part := tree.Chunk(t, from, chunkBytes)
		parts = append(parts, part)
		if part.Done {
			return parts
		}
		from = part.Next
	}
}

// cursor names the position to read on from. It holds for the same tab, view, format and find.
func (v *viewing) cursor(next int) string {
	return base64.RawURLEncoding.EncodeToString(v.server.sealer.seal(kindCursor,
		v.tab.session.id, v.tab.id, v.question(), v.rev.Number, uint64(next)))
}

// resume reads a cursor, sets the position and returns the revision. It fails with
// fault.StaleSnapshotCursor for a cursor of another server, tab or question.
func (v *viewing) resume(cursor string) (revision uint64, err error) {
	token, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return 0, invalid("cursor", "is not a cursor")
	}
	var session, tab, question string
	var next uint64
	if err := v.server.sealer.open(kindCursor, token, &session, &tab, &question, &revision, &next); err != nil {
		return 0, staleCursor("the cursor was not issued by this server or was altered; observe the page again")
	}
	if v.req.GetView().GetMarkCovered() {
		if v.covered, err = v.tab.covers.at(revision); err != nil {
			return 0, err
		}
	}
	if session != v.tab.session.id || tab != v.tab.id || question != v.question() {
		return 0, staleCursor("the cursor belongs to another tab, view, format or find; send these as they were")
	}
	if id := v.req.GetSnapshotId(); id != "" {
		if _, _, number, err := refstore.ParseSnapshotID(id); err != nil || number != revision {
			return 0, invalid("snapshot_id", "is not the snapshot of the cursor; leave it out or send it as it was")
		}
	}
	v.pick.from = int(next)
	return revision, nil
}

// question names everything but the budget that an answer depends on.
func (v *viewing) question() string {
	find, err := proto.MarshalOptions{Deterministic: true}.Marshal(v.req.GetFind())
	if err != nil {
		return "" // cannot happen: the find was just unmarshalled
	}
	covers := ""
	if v.covered != nil {
		covers = strconv.FormatUint(v.covered.serial, 10)
	}
	return v.shape.key(v.format) + " " + strconv.Quote(string(find)) + covers
}
