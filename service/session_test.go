package service

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestASessionExpiresWhenNobodyUsesIt(t *testing.T) {
	inRig(t, Config{Limits: Limits{Idle: time.Minute}}, func(t *testing.T, r *rig) {
		w := r.watch(nodesRequest())
		time.Sleep(30 * time.Minute)
		synctest.Wait()
		require.NoError(t, r.session.ended(), "a watch uses it")
		_ = w.end()
		time.Sleep(59 * time.Second)
		_, err := r.observe(&observerv1.ObserveRequest{})
		require.NoError(t, err)
		time.Sleep(59 * time.Second)
		synctest.Wait()
		require.NoError(t, r.session.ended())
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.True(t, fault.Is(r.session.ended(), fault.SessionNotFound))
		_, err = r.observe(&observerv1.ObserveRequest{})
		require.True(t, fault.Is(err, fault.SessionNotFound))
	}, "a")
}

func TestTheLimitsOfSessionsAndTabsAreKept(t *testing.T) {
	r := newRig(t, Config{Limits: Limits{Sessions: 2}}, "a")
	require.NoError(t, r.sessions.reserve())
	require.True(t, fault.Is(r.sessions.reserve(), fault.TooManySessions))
	r.sessions.release()
	require.NoError(t, r.sessions.reserve())
	r.sessions.release()

	r.session.maxTabs = 2
	require.NoError(t, r.session.reserve())
	require.True(t, fault.Is(r.session.reserve(), fault.TooManyTabs))
	r.session.release()
}

func TestSessionsOfALostBrowserTellWhyAndNoLongerCount(t *testing.T) {
	r := newRig(t, Config{Limits: Limits{Sessions: 1}}, "a")
	require.True(t, fault.Is(r.sessions.reserve(), fault.TooManySessions))
	r.sessions.lose(nil, fault.New(fault.BrowserDisconnected, "gone")) // the rig's browser is nil
	_, err := r.observe(&observerv1.ObserveRequest{})
	require.True(t, fault.Is(err, fault.BrowserDisconnected))
	require.Empty(t, r.sessions.list(""))
	require.NoError(t, r.sessions.reserve())
	r.sessions.release()
	_, err = r.sessions.remove("", "s1")
	require.NoError(t, err)
	_, err = r.observe(&observerv1.ObserveRequest{})
	require.True(t, fault.Is(err, fault.SessionNotFound))
}

func TestTabIDsAreNeverReusedAndTheOpenerBecomesActiveAgain(t *testing.T) {
	s := &session{names: map[string]string{}, maxTabs: 10, pipeline: newRig(t, Config{}, "x").session.pipeline}
	add := func(target, opener string) *tab {
		require.NoError(t, s.reserve())
		other := newRig(t, Config{}, "x").tab.page
		made := s.tabOf(s.name(target), other)
		made.opener = opener
		require.True(t, s.add(made, false))
		return made
	}
	first, second := add("A", ""), add("B", "")
	require.Equal(t, []string{"t1", "t2"}, []string{first.id, second.id})
	popup := add("C", first.id)
	s.activate(popup)
	s.remove(popup)
	_, active := s.snapshot()
	require.Same(t, first, active)
	s.remove(first)
	_, active = s.snapshot()
	require.Same(t, second, active)
	require.Equal(t, "t4", s.name("D"))
	require.Equal(t, "t3", s.name("C"))
	_, err := s.tab("t3")
	require.True(t, fault.Is(err, fault.TabNotFound))
}

func TestSessionOptionsAreFilledInAndChecked(t *testing.T) {
	r := newRig(t, Config{}, "a")
	o, err := r.settings(nil)
	require.NoError(t, err)
	require.Equal(t, uint32(1280), o.GetViewport().GetWidth())
	require.Equal(t, observerv1.DialogPolicy_DIALOG_POLICY_DISMISS, o.GetDialogPolicy())
	require.Equal(t, 30*time.Minute, o.GetIdleTimeout().AsDuration())
	o, err = r.settings(&observerv1.SessionOptions{IdleTimeout: durationpb.New(1000 * time.Hour)})
	require.NoError(t, err)
	require.Equal(t, 24*time.Hour, o.GetIdleTimeout().AsDuration())
	for _, bad := range []*observerv1.SessionOptions{
		{IdleTimeout: durationpb.New(-time.Second)},
		{IdleTimeout: &durationpb.Duration{Seconds: 1, Nanos: -1}},
		{DialogPolicy: 99},
	} {
		_, err := r.settings(bad)
		require.True(t, fault.Is(err, fault.InvalidRequest), "%v", bad)
	}
}
