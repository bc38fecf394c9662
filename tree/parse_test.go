package tree

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// randomStates sets every field of the states at random, strings to what say returns.
func randomStates(r *rand.Rand, say func() string) States {
	var s States
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		if r.IntN(3) > 0 {
			continue
		}
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Uint8:
			f.SetUint(uint64(r.IntN(4)))
		case reflect.Uint64:
			f.SetUint(uint64(r.IntN(3)))
		case reflect.Int:
			f.SetInt(int64(r.IntN(99)))
		case reflect.String:
			f.SetString(say())
		case reflect.Float64:
			f.SetFloat(r.NormFloat64() * 1e6)
		case reflect.Struct:
			s.Scroll = Scroll{Above: r.IntN(3), Below: r.IntN(9999), Left: r.IntN(2), Right: r.IntN(2)}
		default:
			panic("a state of a kind no mark shows: " + v.Type().Field(i).Name)
		}
	}
	if !s.Covered {
		s.CoveredBy = 0
	}
	if !s.HasRange {
		s.ValueMin, s.ValueMax = 0, 0
	}
	return s
}

// alphabet is what page strings are made of to forge something.
var alphabet = []string{`"`, `\`, `[ref=e1]`, `]`, `[`, "\n", "\r", "\t", " ", "- ", "  ", ": ", "…", "… 1 node", `button "x"`, "é", "日本",
	"\u202e", "\u2066", "\u2028", "\u200d", "\u200b", "\U000e0041", "\U0001f600", "\ue000", "\x00", "\x1b", "\x7f", "\u0085", "\\u0022", `\n`, "[checked]", "a", "0", "=", "text", "\ufeff", "e\u0301", "ا", "\u061c"}

func randomString(r *rand.Rand) string {
	var s strings.Builder
	for range r.IntN(9) {
		s.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return s.String()
}

func TestEveryStateComesBackFromItsLine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	roles := []string{"button", "checkbox", "option", "generic", "tab", "heading", "textbox", "text", "DescriptionList", "a-b"}
	for i := range 20_000 {
		n := &Node{ID: 1, Role: roles[r.IntN(len(roles))], Name: randomString(r), Ref: Ref(r.IntN(3)), States: randomStates(r, func() string { return randomString(r) })}
		n.Actionable = n.Ref != 0
		if n.Role != textRole {
			n.setValue(randomString(r))
		}
		back, err := ParseLine(n.Line())
		if err != nil {
			t.Fatalf("line %d %q: %v", i, n.Line(), err)
		}
		if !n.Equal(back) {
			t.Fatalf("line %d %q comes back as %q:\n%+v\n%+v", i, n.Line(), back.Line(), n, back)
		}
		assertOneSafeLine(t, n.Line())
	}
}

// assertOneSafeLine checks what holds for every line, whatever the page says.
func assertOneSafeLine(t *testing.T, line string) {
	t.Helper()
	if !utf8.ValidString(line) {
		t.Fatalf("%q is not valid UTF-8", line)
	}
	for _, c := range line {
		if c < ' ' || c == 0x7f || c >= 0x80 && unprintable(c) {
			t.Fatalf("%q holds the character %U as it is", line, c)
		}
	}
}

// TestNoPageStringForgesALine puts hostile strings everywhere a page can put strings and compares
// the nodes read back from the text with those of the tree.
func TestNoPageStringForgesALine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	strings := 0
	say := func() string { strings++; return randomString(r) }
	kinds := []string{"a link", "button button", "div", "p paragraph", "li listitem", "td cell", "tr row", "input textbox", "option option", "img img", "label", "section region", "div \"x\" [ref=e9]", "h1 heading"}
	var grow func(depth int) *Raw
	grow = func(depth int) *Raw {
		flags := Flags(0)
		if r.IntN(3) == 0 {
			flags = Flags(r.Uint32()) &^ (Hidden | FrameOwner | Masked)
		}
		e := el(kinds[r.IntN(len(kinds))], say(), flags)
		if r.IntN(2) == 0 {
			e.Attrs = &Attrs{Value: say(), HasValue: true, Invalid: say(), HasPopup: say(), Current: say(), Placeholder: say(), Description: say(), URL: say(), Orientation: say(), Validation: say()}
		}
		for range r.IntN(4) {
			if depth == 0 || r.IntN(3) == 0 {
				e.Kids = append(e.Kids, &Raw{Kind: Text, Tag: "#text", Name: say()})
			} else {
				e.Kids = append(e.Kids, grow(depth-1))
			}
		}
		return e
	}
	for strings < 150_000 {
		tree := built(document(body(grow(4), grow(4), grow(4))))
		assertReadsBack(t, tree, tree.Text())
	}
	t.Logf("%d page strings", strings)
}

// assertReadsBack checks that a text is read back as exactly the nodes of a tree.
func assertReadsBack(t *testing.T, tree *Tree, text string) {
	t.Helper()
	entries, err := ParseText(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	i := 0
	tree.Walk(func(want Entry) bool {
		if i == len(entries) {
			t.Fatalf("the text ends before %q", want.Node.Line())
		}
		got := entries[i]
		same := *want.Node
		same.Actionable = same.Ref != 0
		if got.Depth != want.Depth || got.Line != want.Line || !got.Node.Equal(&same) {
			t.Fatalf("line %d is read as %+v\nwant %+v", i, got.Node, want.Node)
		}
		i++
		return true
	})
	if i != len(entries) {
		t.Fatalf("the text has %d lines that no node made, first %q", len(entries)-i, entries[i].Node.Line())
	}
}

func FuzzParseLine(f *testing.F) {
	for _, line := range []string{`button "Log in" [ref=e5]`, `text: "a"`, `link "x" [ref=e7] [url="/a b"] [offscreen]`, `slider [range=0..1e+21]: "3"`, `list [scroll above=1 right=2]`, `checkbox [checked=mixed]`, `x "\ud83d"`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		n, err := ParseLine(line)
		if err != nil {
			return
		}
		back, err := ParseLine(n.Line())
		if err != nil {
			t.Fatalf("%q is written as %q, which cannot be read: %v", line, n.Line(), err)
		}
		if !n.Equal(back) && n.States.ValueMin == n.States.ValueMin && n.States.ValueMax == n.States.ValueMax {
			t.Fatalf("%q is read as %+v, written as %q and read as %+v", line, n, n.Line(), back)
		}
	})
}

func FuzzParseText(f *testing.F) {
	f.Add("- list\n  - link \"a\" [ref=e1]: \"x\"\n… 3 more nodes\n")
	f.Add("- text: \"- text: \\\"a\\\"\"\n   - b\n")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := ParseText(text)
		if err != nil {
			return
		}
		var again []byte
		for _, e := range entries {
			again = appendNode(again, e.Node, e.Depth)
		}
		back, err := ParseText(string(again))
		if err != nil || len(back) != len(entries) {
			t.Fatalf("%q is written as %q and read as %d lines, %v", text, again, len(back), err)
		}
	})
}

func FuzzQuote(f *testing.F) {
	f.Add("plain")
	f.Add("\u202e\x00\"\\\xff\U000e0041")
	f.Fuzz(func(t *testing.T, s string) {
		quoted := string(appendQuoted(nil, s))
		assertOneSafeLine(t, quoted)
		var back string
		if err := json.Unmarshal([]byte(quoted), &back); err != nil {
			t.Fatalf("%s is no JSON string: %v", quoted, err)
		}
		if want := valid(s); back != want && back != strings.Map(func(r rune) rune { return r }, s) {
			t.Fatalf("%q comes back as %q", want, back)
		}
		value, rest, err := unquote(quoted + "rest")
		if err != nil || rest != "rest" || value != back {
			t.Fatalf("unquote(%s) is %q, %q, %v", quoted, value, rest, err)
		}
	})
}

func TestParseLineRefusesWhatNoNodeWrites(t *testing.T) {
	for _, line := range []string{"", "- button", `button "x`, `button "x" [ref=5]`, `button [ref=e0]`, `button [what]`, `button: x`, `button "x"junk`, `but ton`, `button [level=x]`, `button [scroll up=1]`, "button \"a\nb\" [scroll"} {
		if n, err := ParseLine(line); err == nil {
			t.Errorf("%q is read as %+v", line, n)
		}
	}
	if _, err := ParseText(" - button\n"); err == nil {
		t.Error("a line with one space of indentation is read")
	}
}
