package main

import (
	"encoding/json"
	"errors"
	"io"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/observer-svc/observer-svc/client"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// observeCmd prints a page once.
type observeCmd struct {
	URL string `arg:"" optional:"" help:"The page to open."`

	JSON     bool   `help:"Print the structured form: one JSON object with header, nodes, delta and end." name:"json"`
	Engine   string `help:"How to capture the page: ${enum}." enum:"auto,page,ax" default:"auto"`
	Find     string `group:"view" help:"Show only lines whose name or value contains this, with their ancestors." xor:"find" placeholder:"TEXT"`
	Regex    string `group:"view" help:"Show only lines that match, with their ancestors." xor:"find" placeholder:"RE2"`
	Snapshot string `group:"view" help:"Read this snapshot instead of the page as it is now." placeholder:"ID"`
	Since    string `group:"view" help:"Show what changed since this snapshot." placeholder:"ID"`
	Cursor   string `group:"view" help:"Go on where an earlier answer ended." placeholder:"CURSOR"`
	MaxBytes uint32 `group:"view" help:"Print at most this many bytes." xor:"budget"`
	MaxToken uint32 `group:"view" help:"Print at most this many tokens." name:"max-tokens" xor:"budget"`
	Covered  bool   `group:"view" help:"Mark what has a ref but is covered by another element."`
	Fence    bool   `group:"view" help:"Put the text between two lines with a random nonce."`

	View   viewFlags   `embed:""`
	Target targetFlags `embed:""`
}

// Run prints the snapshot, once it is complete.
func (c *observeCmd) Run(env *environment) error {
	return c.Target.with(env, c.URL, func(t *target) error {
		got, err := t.client.Observe(env.ctx, c.request(t))
		if err != nil {
			return err
		}
		switch got.Header.GetStaleReason() {
		case observerv1.StaleReason_STALE_REASON_UNSPECIFIED:
		case observerv1.StaleReason_STALE_REASON_DIALOG:
			env.say("a dialog keeps the page from being read: this is what it showed before")
		default:
			env.say("the page does not answer: this is what it showed before")
		}
		if c.JSON {
			return printJSON(env.out, got)
		}
		if cursor := got.End.GetNextCursor(); cursor != "" {
			env.say("%d more nodes: --cursor %s", got.End.GetOmittedNodes(), cursor)
		}
		_, err = io.WriteString(env.out, got.Text+got.Delta.GetText())
		return err
	})
}

func (c *observeCmd) request(t *target) *observerv1.ObserveRequest {
	r := &observerv1.ObserveRequest{
		SessionId: t.session, TabId: t.tab, View: c.View.view(), Format: observerv1.Format_FORMAT_TEXT,
		Engine: engine(c.Engine), SnapshotId: c.Snapshot, SinceSnapshotId: c.Since, Cursor: c.Cursor, Fence: c.Fence,
	}
	r.View.MarkCovered = c.Covered
	if c.JSON {
		r.Format = observerv1.Format_FORMAT_NODES
	}
	switch {
	case c.Find != "":
		r.Find = &observerv1.Find{Pattern: &observerv1.Find_Text{Text: c.Find}}
	case c.Regex != "":
		r.Find = &observerv1.Find{Pattern: &observerv1.Find_Regex{Regex: c.Regex}}
	}
	switch {
	case c.MaxBytes > 0:
		r.Budget = &observerv1.Budget{Limit: &observerv1.Budget_MaxBytes{MaxBytes: c.MaxBytes}}
	case c.MaxToken > 0:
		r.Budget = &observerv1.Budget{Limit: &observerv1.Budget_MaxTokens{MaxTokens: c.MaxToken}}
	}
	return r
}

func engine(name string) observerv1.Engine {
	switch name {
	case "page":
		return observerv1.Engine_ENGINE_PAGE
	case "ax":
		return observerv1.Engine_ENGINE_AX
	}
	return observerv1.Engine_ENGINE_UNSPECIFIED
}

// answer is the structured form of an Observe. Its parts are in the JSON form of protobuf.
type answer struct {
	Header json.RawMessage   `json:"header"`
	Nodes  []json.RawMessage `json:"nodes,omitempty"`
	Delta  json.RawMessage   `json:"delta,omitempty"`
	End    json.RawMessage   `json:"end"`
}

func printJSON(out io.Writer, got *client.Observation) error {
	var a answer
	header, err := protojson.Marshal(got.Header)
	a.Header = header
	for _, n := range got.Nodes {
		node, e := protojson.Marshal(n)
		a.Nodes, err = append(a.Nodes, node), errors.Join(err, e)
	}
	if got.Delta != nil {
		delta, e := protojson.Marshal(got.Delta)
		a.Delta, err = delta, errors.Join(err, e)
	}
	end, e := protojson.Marshal(got.End)
	a.End = end
	if err = errors.Join(err, e); err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(a)
}
