package cdpclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEventsAreReadFromACursor(t *testing.T) {
	var l eventLog
	require.Empty(t, l.after(0))
	for range 3 {
		l.add(Event{Kind: EventPopup})
	}
	require.Len(t, l.after(0), 3)
	require.Equal(t, uint64(3), l.after(2)[0].Seq)
	require.Empty(t, l.after(3))
	require.Empty(t, l.after(99))
}

func TestConsoleErrorsPushNothingElseOut(t *testing.T) {
	var l eventLog
	l.add(Event{Kind: EventCrashed})
	for range 10 * eventsKept {
		l.add(Event{Kind: EventConsoleError})
	}
	all := l.after(0)
	require.Len(t, all, 1+chatterKept)
	require.Equal(t, EventCrashed, all[0].Kind)
	require.Equal(t, l.last, all[len(all)-1].Seq)
}

func TestTheLogIsBounded(t *testing.T) {
	var l eventLog
	for i := range 10 * eventsKept {
		kind := EventNavigated
		if i%3 == 0 {
			kind = EventConsoleError
		}
		l.add(Event{Kind: kind})
	}
	all := l.after(0)
	require.Len(t, all, eventsKept)
	for i := range all[1:] {
		require.Less(t, all[i].Seq, all[i+1].Seq)
	}
	require.LessOrEqual(t, l.chatter, chatterKept)
}

func TestConsoleErrorsAndExceptionsAreReported(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	require.NoError(t, run(t, tab, `console.error('bad', 7, {a: 1}); console.log('fine');
		setTimeout(() => { throw new Error('thrown') }); new Promise(r => setTimeout(r, 10))`, nil))
	require.NoError(t, tab.wait(patience(t), func() (bool, error) { return tab.events.chatter == 2, nil }))
	var texts []string
	evs, next := tab.Events(0)
	for _, e := range evs {
		if e.Kind == EventConsoleError {
			texts = append(texts, e.Text)
		}
	}
	require.Equal(t, "bad 7 Object", texts[0])
	require.Contains(t, texts[1], "Error: thrown")
	evs, _ = tab.Events(next)
	require.Empty(t, evs)
}

func TestAnEventRingsTheBell(t *testing.T) {
	tab := newTestTab(t, ContextOptions{})
	select {
	case <-tab.Bell():
	default:
	}
	require.NoError(t, run(t, tab, `console.error('ring'); 1`, nil))
	select {
	case <-tab.Bell():
	case <-patience(t).Done():
		t.Fatal("no bell")
	}
}
