package cdpclient

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheCountersAreReadHoweverTheReplyIsWritten(t *testing.T) {
	want := counters{layouts: 4, styles: 1.5e3, listeners: 7}
	for _, reply := range []string{
		`{"metrics":[{"name":"Timestamp","value":12.5},{"name":"JSEventListeners","value":7},` +
			`{"name":"LayoutCount","value":4},{"name":"RecalcStyleCount","value":1500}]}`,
		`{"metrics": [{"name": "JSEventListeners", "value": 7}, {"name": "LayoutCount", "value": 4},
			{"name": "RecalcStyleCount", "value": 1500}]}`,
		`{"metrics":[{"value":7,"name":"JSEventListeners"},{"value":4,"name":"LayoutCount"},{"value":1.5e3,"name":"RecalcStyleCount"}]}`,
	} {
		require.Equal(t, want, parseCounters(json.RawMessage(reply)), reply)
	}
	require.Equal(t, counters{layouts: 4}, parseCounters(json.RawMessage(`{"metrics":[{"name":"LayoutCount","value":4}]}`)))
	require.Zero(t, parseCounters(nil))
}
