package refstore_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
)

func TestWhatARefMeantLastIsKnownUntilItsDocumentIsReplaced(t *testing.T) {
	p := newTab(t, refstore.Options{})
	rev := p.show(button(1, "Save"), button(2, "Close"))
	ref := rev.Tree.Root.Children[0].Ref
	_, ok := p.Last(ref)
	require.False(t, ok, "it is in the tree")
	before, err := p.Resolve(ref)
	require.NoError(t, err)

	p.show(button(2, "Close"))
	_, err = p.Resolve(ref)
	require.True(t, fault.Is(err, fault.StaleRef))
	last, ok := p.Last(ref)
	require.True(t, ok)
	require.Equal(t, before.ID, last.ID)
	require.Equal(t, before.LoaderID, last.LoaderID)
	require.Equal(t, "Save", last.Node.Name)

	p.loader = "L2"
	p.show(button(1, "Other"))
	_, ok = p.Last(rev.Tree.Root.Children[1].Ref)
	require.False(t, ok, "its document was replaced")
}
