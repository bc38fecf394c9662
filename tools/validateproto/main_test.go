package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheCommittedFileIsWhatTheModuleInGoModPrints(t *testing.T) {
	committed, err := os.ReadFile("../../third_party/protovalidate/buf/validate/validate.proto")
	require.NoError(t, err)
	printed, err := source()
	require.NoError(t, err)
	require.Equal(t, string(committed), printed, "run make vendor-proto")
}
