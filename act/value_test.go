package act

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatAFieldHoldsIsComparedAsAReaderWould(t *testing.T) {
	require.True(t, same("a\u00a0b\r\nc\n", "a b\nc"))
	require.False(t, same("a b", "ab"))
	require.True(t, sameLines("one\n\n\ntwo\n", "one\ntwo"))
	require.False(t, sameLines("one two", "one\ntwo"))
}

func TestTheStageOfAnEditorShowsTheTextAmongOtherThings(t *testing.T) {
	for name, c := range map[string]struct {
		holds, text, before string
		want                bool
	}{
		"with line numbers":   {"1\n2\nnew\nlines", "new\nlines", "1\nold", true},
		"the old text stayed": {"new\nold", "new", "old", false},
		"joined to the old":   {"new\nlinesold", "new\nlines", "old", false},
		"nothing happened":    {"old", "new", "old", false},
		"in another order":    {"lines\nnew", "new\nlines", "old", false},
	} {
		require.Equal(t, c.want, showsLines(c.holds, c.text, c.before), name)
	}
}

func TestTypedTextReplacesTheSelection(t *testing.T) {
	for _, c := range []struct {
		value      string
		start, end int
		want       string
	}{
		{"abc", 3, 3, "abcX"},
		{"abc", 1, 2, "aXc"},
		{"a😀c", 3, 4, "a😀X"},
		{"abc", 9, 9, "abcX"},
	} {
		require.Equal(t, c.want, inserted(holding{Value: c.value, Start: c.start, End: c.end}, "X"))
	}
}

func FuzzARefIsReadInItsThreeFormsOnly(f *testing.F) {
	for _, s := range []string{"e5", "@e5", "ref=e5", "#e5", "[ref=e5]", "e05", "e", "e-1", "e18446744073709551616"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ref, err := parseRef(s)
		if err == nil && s != ref.String() && s != "@"+ref.String() && s != "ref="+ref.String() && s != "@ref="+ref.String() {
			t.Errorf("%q was read as %s", s, ref)
		}
	})
}
