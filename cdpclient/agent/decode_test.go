package agent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// A whole state as the agent writes it: html with a button "Go" and a paragraph of text.
const whole = "F1" + "2" + "F" + "0" + "0" + "0" + "3a:b1T" + "0" + // head with address and title
	"5" + // records
	"0" + "0" + "4html0" + "1" + "4" + "2" + // html, a block with two children
	"0" + "0" + "6button6button0" + "C" + "1" + // named by its text
	"0" + "0" + "5#text00" + "1" + "2Go" +
	"0" + "0" + "1p9paragraph1" + "4" + "1" +
	"0" + "4" + "5Hi 😀"

func decode(t *testing.T, d *Decoder, answer string) Answer {
	t.Helper()
	a, err := d.Decode(answer)
	require.NoError(t, err)
	return a
}

func TestAWholeStateIsRead(t *testing.T) {
	a := decode(t, NewDecoder(), whole)
	require.True(t, a.Update.Full)
	require.Equal(t, "a:b", a.URL)
	require.Equal(t, "T", a.Title)
	doc := tree.NewDocument()
	require.NoError(t, doc.Apply(a.Update))
	html := doc.Root()
	require.Equal(t, "html", html.Tag)
	require.Len(t, html.Kids, 2)
	require.Equal(t, "Go", html.Kids[0].Name)
	require.Equal(t, "Hi 😀", html.Kids[1].Kids[0].Name)
	require.Equal(t, tree.Text, html.Kids[1].Kids[0].Kind)
}

func TestADeltaMovesAndReplacesNodes(t *testing.T) {
	d, doc := NewDecoder(), tree.NewDocument()
	require.NoError(t, doc.Apply(decode(t, d, whole).Update))
	paragraph := doc.Root().Kids[1]
	// The text of the button (key 3) changes; html (key 1) loses the paragraph's place to a new hr
	// (key 6) and takes the paragraph (key 4) behind it.
	delta := "D2" + "0" + "F" + "0" + "0" + "0" + "0" + "2" +
		"1" + "4" + "4" + "4Stop" +
		"2" + "5" + "1" + "1" + "2" + "8" + "0" + "2hr9separator1" + "0" + "5" + "1"
	require.NoError(t, doc.Apply(decode(t, d, delta).Update))
	html := doc.Root()
	require.Len(t, html.Kids, 3)
	require.Equal(t, "Stop", html.Kids[0].Kids[0].Name)
	require.Equal(t, "hr", html.Kids[1].Tag)
	require.Same(t, paragraph, html.Kids[2], "what did not change is the same node")
}

func TestAnswersThatAreCutAreRefused(t *testing.T) {
	for i := range whole {
		_, err := NewDecoder().Decode(whole[:i])
		require.ErrorIs(t, err, ErrWire, whole[:i])
	}
	_, err := NewDecoder().Decode(whole + "x")
	require.ErrorIs(t, err, ErrWire)
}

func FuzzDecode(f *testing.F) {
	f.Add(whole, "D2"+"0"+"F"+"0"+"0"+"0"+"0"+"1"+"1"+"4"+"4"+"4Stop")
	f.Add("N1000000", "E1000000")
	f.Fuzz(func(t *testing.T, first, second string) {
		d, doc := NewDecoder(), tree.NewDocument()
		for _, answer := range []string{first, second} {
			a, err := d.Decode(answer)
			if err != nil {
				return
			}
			if len(a.Update.Records) > len(answer) {
				t.Fatal("more records than bytes")
			}
			if a.Changed && doc.Apply(a.Update) != nil {
				return
			}
		}
		walk(t, doc.Root(), doc.Len())
	})
}

// walk fails when a tree is larger than its document says, as one with a cycle would be.
func walk(t *testing.T, root *tree.Raw, most int) {
	stack := []*tree.Raw{root}
	for n := 0; len(stack) > 0; n++ {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r == nil {
			continue
		}
		if n > most {
			t.Fatal("the tree has more nodes than the document")
		}
		stack = append(stack, r.Kids...)
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add("0312" + "00")
	f.Fuzz(func(t *testing.T, answer string) {
		places, err := Places(answer)
		if err == nil && len(places) > len(answer) {
			t.Fatal("more places than bytes")
		}
	})
}

func TestTheSourceIsOneScript(t *testing.T) {
	require.NotContains(t, Source(), "\nimport ")
	require.NotContains(t, Source(), "\nexport ")
	for _, name := range modules {
		require.Contains(t, Source(), "modules."+name+" = ")
	}
	require.True(t, strings.HasPrefix(Ears(), "//"))
}
