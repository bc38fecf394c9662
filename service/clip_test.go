package service

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestLongStringsOfThePageAreCutBetweenCharactersAndSaySo(t *testing.T) {
	require.Equal(t, "short", clip("short", 10))
	got := clip(strings.Repeat("é", 10), 5)
	require.True(t, utf8.ValidString(got))
	require.Equal(t, "éé… (16 bytes more)", got)
}
