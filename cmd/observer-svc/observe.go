package main

import (
	"encoding/json"
	"errors"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

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
	Fence    bool   `group:"view" help:"Put the text between two lines with a random nonce."`

	View   viewFlags   `embed:""`
	Target targetFlags `embed:""`
}

// Run prints the snapshot.
func (c *observeCmd) Run(env *environment) error {
	return c.Target.with(env, c.URL, func(t *target) error {
		stream, err := t.observer().Observe(env.ctx, c.request(t))
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(env.out, stream)
		}
		return printText(env, stream)
	})
}

func (c *observeCmd) request(t *target) *observerv1.ObserveRequest {
	r := &observerv1.ObserveRequest{
		SessionId: t.session, TabId: t.tab, View: c.View.view(), Format: observerv1.Format_FORMAT_TEXT,
		Engine: engine(c.Engine), SnapshotId: c.Snapshot, SinceSnapshotId: c.Since, Cursor: c.Cursor, Fence: c.Fence,
	}
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

// errIncomplete says that a stream ended without its last message.
var errIncomplete = errors.New("the answer ended before it was complete")

// printText prints exactly the text of the snapshot, or of the delta, on standard output.
func printText(env *environment, stream observerv1.ObserverService_ObserveClient) error {
	complete := false
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			if !complete {
				return errIncomplete
			}
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := io.WriteString(env.out, m.GetChunk().GetText()+m.GetDelta().GetText()); err != nil {
			return err
		}
		if end := m.GetEnd(); end != nil {
			complete = true
			if cursor := end.GetNextCursor(); cursor != "" {
				env.say("%d more nodes: --cursor %s", end.GetOmittedNodes(), cursor)
			}
		}
	}
}

// answer is the structured form of an Observe.
type answer struct {
	Header json.RawMessage   `json:"header,omitempty"`
	Nodes  []json.RawMessage `json:"nodes,omitempty"`
	Delta  []json.RawMessage `json:"delta,omitempty"`
	End    json.RawMessage   `json:"end,omitempty"`
}

// printJSON prints the messages of the stream put together as one object; its parts are in the
// JSON form of protobuf.
func printJSON(out io.Writer, stream observerv1.ObserverService_ObserveClient) error {
	var a answer
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := a.add(m); err != nil {
			return err
		}
	}
	if a.End == nil {
		return errIncomplete
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(a)
}

func (a *answer) add(m *observerv1.ObserveResponse) error {
	var err error
	switch part := m.GetPart().(type) {
	case *observerv1.ObserveResponse_Header:
		a.Header, err = protojson.Marshal(part.Header)
	case *observerv1.ObserveResponse_Chunk:
		for _, n := range part.Chunk.GetNodes() {
			err = errors.Join(err, appendJSON(&a.Nodes, n))
		}
	case *observerv1.ObserveResponse_Delta:
		err = appendJSON(&a.Delta, part.Delta)
	case *observerv1.ObserveResponse_End:
		a.End, err = protojson.Marshal(part.End)
	}
	return err
}

func appendJSON(list *[]json.RawMessage, m proto.Message) error {
	b, err := protojson.Marshal(m)
	*list = append(*list, b)
	return err
}
