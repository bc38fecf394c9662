package transport

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestMessagesAreTakenApartWhateverTheOrderOfTheirKeys(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     message
	}{
		{"an answer", `{"id":7,"result":{"a":1}}`, message{id: 7, body: []byte(`{"a":1}`)}},
		{"an answer of a session", `{"id":7,"result":{},"sessionId":"S"}`, message{id: 7, session: "S", body: []byte(`{}`)}},
		{"an event", `{"method":"A.b","params":{"x":"}"}}`, message{method: "A.b", body: []byte(`{"x":"}"}`)}},
		{"an event of a session", `{"method":"A.b","params":{},"sessionId":"S"}`,
			message{method: "A.b", session: "S", body: []byte(`{}`)}},
		{"an answer that ends in a text like a session", `{"id":7,"result":{"a":",\"sessionId\":\"X\""}}`,
			message{id: 7, body: []byte(`{"a":",\"sessionId\":\"X\""}`)}},
		{"another order", `{"sessionId":"S","result":{"a":1},"id":7}`,
			message{id: 7, session: "S", body: []byte(`{"a":1}`)}},
		{"an event without parameters", `{"method":"A.b"}`, message{method: "A.b"}},
		{"white space", ` { "id" : 7 , "result" : {} } `, message{id: 7, body: []byte(`{}`)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := parse([]byte(c.in))
			require.True(t, ok)
			require.Equal(t, c.want, got)
		})
	}
}

func TestARefusalKeepsItsCodeAndText(t *testing.T) {
	got, ok := parse([]byte(`{"id":1,"error":{"code":-32001,"message":"Session with given id not found."}}`))
	require.True(t, ok)
	require.Equal(t, uint64(1), got.id)
	require.Equal(t, int64(-32001), got.fail.Code)
}

func TestWhatIsNoMessageIsDropped(t *testing.T) {
	for _, in := range []string{``, `{}`, `[]`, `{"id":`, `{"result":{}}`, "\x00", `{"id":1,"result":{}`} {
		_, ok := parse([]byte(in))
		require.False(t, ok, in)
	}
}

// FuzzParse checks that the quick way agrees with decoding the whole message.
func FuzzParse(f *testing.F) {
	f.Add(`{"id":7,"result":{"a":1},"sessionId":"S"}`)
	f.Add(`{"method":"A.b","params":{"x":"}"},"sessionId":"S"}`)
	f.Add(`{"id":7,"result":{"a":",\"sessionId\":\"X\""}}`)
	f.Add(`{"id":7,"result":{},"result":{}}`)
	f.Fuzz(func(t *testing.T, in string) {
		quick, ok := split([]byte(in))
		if !ok || !json.Valid([]byte(in)) || !utf8.ValidString(in) {
			return
		}
		var w struct {
			ID        uint64          `json:"id"`
			SessionID string          `json:"sessionId"`
			Method    string          `json:"method"`
			Params    json.RawMessage `json:"params"`
			Result    json.RawMessage `json:"result"`
		}
		if json.Unmarshal([]byte(in), &w) != nil || strings.Contains(w.SessionID, `\`) || hasDuplicates(in) {
			return
		}
		require.Equal(t, w.SessionID, quick.session)
		require.Equal(t, w.Method, quick.method)
		if w.Method != "" {
			require.Equal(t, string(w.Params), string(quick.body))
			return
		}
		require.Equal(t, w.ID, quick.id)
		require.Equal(t, string(w.Result), string(quick.body))
	})
}

// hasDuplicates reports whether a message has other keys than those of the browser, or one twice:
// the browser sends no such thing.
func hasDuplicates(in string) bool {
	d := json.NewDecoder(strings.NewReader(in))
	depth, keys := 0, map[string]bool{}
	key := false
	for {
		tok, err := d.Token()
		if err != nil {
			return false
		}
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
				key = depth == 1
			} else {
				depth--
				key = depth == 1
			}
			continue
		case string:
			if depth == 1 && key {
				lower := strings.ToLower(v)
				if keys[lower] || (lower != v && lower != "sessionid") {
					return true
				}
				keys[lower] = true
				switch v {
				case "id", "method", "params", "result", "sessionId":
				default:
					return true
				}
				key = false
				continue
			}
		}
		if depth == 1 {
			key = true
		}
	}
}
