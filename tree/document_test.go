package tree

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// known is a document with a list of two items, each with a text.
func known(t *testing.T) *Document {
	t.Helper()
	d := NewDocument()
	require.NoError(t, d.Apply(Update{Full: true, Root: 1, Records: []Record{
		{Raw: Raw{Key: 1, Tag: "ul"}, KidsChanged: true, Insert: []Key{2, 4}},
		{Raw: Raw{Key: 2, Tag: "li"}, KidsChanged: true, Insert: []Key{3}},
		{Raw: Raw{Key: 3, Kind: Text, Tag: "#text", Name: "one"}},
		{Raw: Raw{Key: 4, Tag: "li"}, KidsChanged: true, Insert: []Key{5}},
		{Raw: Raw{Key: 5, Kind: Text, Tag: "#text", Name: "two"}},
	}}))
	return d
}

func TestAnUpdateSharesWhatDidNotChange(t *testing.T) {
	d := known(t)
	before := d.Root()
	require.NoError(t, d.Apply(Update{Records: []Record{{Raw: Raw{Key: 5, Kind: Text, Tag: "#text", Name: "2"}}}}))
	after := d.Root()
	require.Equal(t, "two", before.Kids[1].Kids[0].Name, "what was given out stays as it was")
	require.Equal(t, "2", after.Kids[1].Kids[0].Name)
	require.Same(t, before.Kids[0], after.Kids[0])
	require.NotSame(t, before, after)
}

func TestANodeMovesAndItsOldPlaceGoes(t *testing.T) {
	d := known(t)
	two := d.Root().Kids[1].Kids[0]
	require.NoError(t, d.Apply(Update{Records: []Record{
		{Raw: Raw{Key: 1}, Keep: true, KidsChanged: true, Start: 1, Delete: 1},
		{Raw: Raw{Key: 2}, Keep: true, KidsChanged: true, Start: 1, Insert: []Key{5}},
		{Raw: Raw{Key: 4}, Keep: true, KidsChanged: true, Start: 0, Delete: 1},
	}}))
	require.Len(t, d.Root().Kids, 1)
	require.Same(t, two, d.Root().Kids[0].Kids[1])
	require.Equal(t, 4, d.Len(), "the item that lost its place is forgotten")
}

func TestAnUpdateThatDoesNotFitIsRefused(t *testing.T) {
	for title, u := range map[string]Update{
		"an unknown node changes":        {Records: []Record{{Raw: Raw{Key: 9}, Keep: true}}},
		"an unknown node becomes a kid":  {Records: []Record{{Raw: Raw{Key: 1}, Keep: true, KidsChanged: true, Insert: []Key{9}}}},
		"more kids go than there are":    {Records: []Record{{Raw: Raw{Key: 1}, Keep: true, KidsChanged: true, Start: 1, Delete: 2}}},
		"a node gets two places":         {Records: []Record{{Raw: Raw{Key: 2}, Keep: true, KidsChanged: true, Insert: []Key{4}}}},
		"a new node hangs on nothing":    {Records: []Record{{Raw: Raw{Key: 9}}}},
		"a node is put into itself":      {Records: []Record{{Raw: Raw{Key: 1}, Keep: true, KidsChanged: true, Delete: 1}, {Raw: Raw{Key: 2}, Keep: true, KidsChanged: true, Insert: []Key{2}}}},
		"the root becomes a kid":         {Records: []Record{{Raw: Raw{Key: 2}, Keep: true, KidsChanged: true, Insert: []Key{1}}}},
		"a whole state lacks its root":   {Full: true, Root: 7, Records: []Record{{Raw: Raw{Key: 1}}}},
		"a whole state of nothing holds": {Full: true, Records: []Record{{Raw: Raw{Key: 1}}}},
	} {
		t.Run(title, func(t *testing.T) {
			require.ErrorIs(t, known(t).Apply(u), ErrMirror)
		})
	}
}

func TestADocumentMayShowNothing(t *testing.T) {
	d := known(t)
	require.NoError(t, d.Apply(Update{Full: true}))
	require.Nil(t, d.Root())
	require.Zero(t, d.Len())
}
