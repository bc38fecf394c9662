package refstore_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	"github.com/observer-svc/observer-svc/refstore"
)

func TestRevisionsAreNumberedFromOneWithoutGap(t *testing.T) {
	p := newTab(t, refstore.Options{})
	for i := range uint64(5) {
		require.Equal(t, i+1, p.show(button(1, fmt.Sprint(i))).Number)
		p.loader = fmt.Sprint("L", i/2)
	}
}

func TestARevisionStaysAsItWas(t *testing.T) {
	p := newTab(t, refstore.Options{})
	first := p.show(list(1, "L", button(2, "A"), button(3, "B")))
	digest := first.Tree.Root.Digest()
	p.show(list(1, "L", button(3, "B"), button(2, "C")))
	p.show(list(4, "L", button(5, "C"), button(6, "B")))
	got, err := p.At(first.Number)
	require.NoError(t, err)
	require.Same(t, first, got)
	again := copied(got.Tree.Root)
	again.Children[0].Children[0].Ref, again.Children[0].Children[1].Ref = 1, 2
	again.Seal()
	require.Equal(t, digest, again.Digest())
}

func TestRevisionsOutsideTheHistoryAreRefused(t *testing.T) {
	p := newTab(t, refstore.Options{})
	_, err := p.At(1)
	require.True(t, fault.Is(err, fault.RevisionInFuture), "%v", err)
	p.show(button(1, "A"))
	_, err = p.At(2)
	require.True(t, fault.Is(err, fault.RevisionInFuture), "%v", err)
	_, err = p.At(0)
	require.True(t, fault.Is(err, fault.RevisionCompacted), "%v", err)
}

func TestSinceReturnsARevisionAndAllThatFollowed(t *testing.T) {
	p := newTab(t, refstore.Options{})
	for i := range 4 {
		p.show(button(1, fmt.Sprint(i)))
	}
	revs, err := p.Since(2)
	require.NoError(t, err)
	require.Len(t, revs, 3)
	require.Equal(t, uint64(2), revs[0].Number)
	require.Same(t, p.Current(), revs[2])
}

func TestHistoryIsHeldForItsLeastTimeAndDroppedAfterItsLongest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTab(t, refstore.Options{MinHistory: time.Minute, MaxHistory: 5 * time.Minute, MaxBytes: 1, CeilingBytes: 1 << 20})
		p.show(button(1, "first"))
		time.Sleep(time.Hour)
		p.show(button(1, "second"))
		time.Sleep(59 * time.Second)
		p.show(button(1, "third"))
		_, err := p.At(1)
		require.NoError(t, err, "it was replaced less than a minute ago, whatever it costs")
		time.Sleep(2 * time.Second)
		p.show(button(1, "fourth"))
		_, err = p.At(1)
		require.True(t, fault.Is(err, fault.RevisionCompacted), "%v", err)
		require.Equal(t, "2", meta(t, err)["oldest"])
		_, err = p.At(2)
		require.NoError(t, err)
	})
}

func TestHistoryIsDroppedByTimeAlthoughItIsSmall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTab(t, refstore.Options{MinHistory: time.Minute, MaxHistory: 5 * time.Minute})
		p.show(button(1, "first"))
		p.show(button(1, "second"))
		time.Sleep(5 * time.Minute)
		p.show(button(1, "third"))
		_, err := p.At(1)
		require.NoError(t, err)
		time.Sleep(time.Second)
		p.show(button(1, "fourth"))
		_, err = p.At(1)
		require.True(t, fault.Is(err, fault.RevisionCompacted), "%v", err)
	})
}

func TestNoPageFillsTheMemoryFasterThanTheLeastTimePasses(t *testing.T) {
	p := newTab(t, refstore.Options{MinHistory: time.Hour, MaxBytes: 1000, CeilingBytes: 100_000})
	for i := range 1000 {
		p.show(rows(100_000*(i+1), "Ann", fmt.Sprint("Bob ", i)))
	}
	_, err := p.At(1)
	require.True(t, fault.Is(err, fault.RevisionCompacted), "%v", err)
	_, err = p.At(995)
	require.NoError(t, err)
}

func TestASnapshotIDNamesEpochTabAndRevision(t *testing.T) {
	p := newTab(t, refstore.Options{})
	epoch, tab, rev, err := refstore.ParseSnapshotID(p.SnapshotID(42))
	require.NoError(t, err)
	require.Equal(t, "ep t1 42", fmt.Sprint(epoch, " ", tab, " ", rev))
	for _, bad := range []string{"", ".", "..", "a.b", "a.b.", "a..1", ".b.1", "a.b.0", "a.b.01", "a.b.+1", "a.b.-1", "a.b.1 ", "a.b.18446744073709551616"} {
		_, _, _, err := refstore.ParseSnapshotID(bad)
		require.True(t, fault.Is(err, fault.InvalidRequest), "%q: %v", bad, err)
	}
}

func FuzzParseSnapshotIDAcceptsOnlyWhatSnapshotIDMakes(f *testing.F) {
	f.Add("ep.t1.1")
	f.Add("ep.t.1.007")
	f.Fuzz(func(t *testing.T, id string) {
		epoch, tab, rev, err := refstore.ParseSnapshotID(id)
		if err != nil {
			return
		}
		made := refstore.New(refstore.NewRefs(), epoch, tab, refstore.Options{}).SnapshotID(rev)
		if made != id {
			t.Fatalf("%q was read as %q", id, made)
		}
	})
}
