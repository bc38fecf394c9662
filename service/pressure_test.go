package service

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAServerShortOfMemoryTakesNoNewWorkAndGoesOnWithTheOld(t *testing.T) {
	r := newRig(t, Config{Limits: Limits{HeapBytes: 1}}, "a")
	conn := serve(t, r.Server)
	_, err := observerv1.NewSessionServiceClient(conn).CreateSession(t.Context(), &observerv1.CreateSessionRequest{})
	code, why, _ := reason(t, err)
	require.Equal(t, codes.ResourceExhausted, code)
	require.Equal(t, "MEMORY_PRESSURE", why)
	require.NoError(t, observeOnce(t, conn))
}
