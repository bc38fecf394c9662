package service

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAReplicaTellsWhoseSessionItIs(t *testing.T) {
	r := newRig(t, Config{Replica: "web-2"}, "a")
	own, other := newSessionID("web-2"), newSessionID("web-1")
	require.Regexp(t, `^s[0-9a-f]{32}\.web-2$`, own)
	require.Regexp(t, `^s[0-9a-f]{32}$`, newSessionID(""))
	for id, want := range map[string]fault.Reason{
		other: fault.WrongReplica, own: fault.SessionNotFound, newSessionID(""): fault.SessionNotFound,
		"s1.": fault.SessionNotFound, "s1.not a name": fault.SessionNotFound,
	} {
		_, _, err := r.sessions.use("", id)
		require.Equal(t, want, fault.ReasonOf(err), id)
		s := &sessionService{server: r.Server}
		_, err = s.DeleteSession(t.Context(), &observerv1.DeleteSessionRequest{SessionId: id})
		require.Equal(t, want, fault.ReasonOf(err), id)
	}
	_, _, err := r.sessions.use("", other)
	require.Equal(t, "web-1", faultOf(err).Meta["replica"])
}

func TestANameOfAReplicaIsADNSLabel(t *testing.T) {
	for name, right := range map[string]bool{"": true, "web-2": true, "a": true, "-a": false, "a.b": false, "A": false} {
		s, err := NewServer(Config{Replica: name})
		require.Equal(t, right, err == nil, name)
		if err == nil {
			require.NoError(t, s.Close())
		}
	}
}
