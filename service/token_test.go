package service

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATokenGivesBackWhatWasSealed(t *testing.T) {
	s := sealer{key: []byte("key")}
	token := s.seal(kindResume, "session", uint64(7), "")
	var name, empty string
	var n uint64
	require.NoError(t, s.open(kindResume, token, &name, &n, &empty))
	require.Equal(t, "session", name)
	require.Equal(t, uint64(7), n)
	require.Empty(t, empty)
}

func TestATokenOfAnotherKindKeyOrShapeIsRefused(t *testing.T) {
	s := sealer{key: []byte("key")}
	token := s.seal(kindResume, "session")
	var name string
	var n uint64
	require.Error(t, s.open(kindCursor, token, &name))
	require.Error(t, sealer{key: []byte("other")}.open(kindResume, token, &name))
	require.Error(t, s.open(kindResume, token, &name, &n))
	require.Error(t, s.open(kindResume, token))
	for i := range token {
		forged := bytes.Clone(token)
		forged[i] ^= 1
		require.Error(t, s.open(kindResume, forged, &name), "byte %d", i)
	}
}

func FuzzOpenNeverPanicsAndNeverAcceptsForgedTokens(f *testing.F) {
	s := sealer{key: []byte("key")}
	good := s.seal(kindResume, "session", uint64(7))
	f.Add(good)
	f.Add([]byte{kindResume})
	f.Fuzz(func(t *testing.T, token []byte) {
		var name string
		var n uint64
		if s.open(kindResume, token, &name, &n) == nil && !bytes.Equal(token, s.seal(kindResume, name, n)) {
			t.Fatalf("accepted %x", token)
		}
	})
}
