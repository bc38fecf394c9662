package transport

import (
	"bytes"
	"encoding/json"

	"github.com/mafredri/cdp/rpcc"
)

// message is one message of the browser. The slices point into the message read.
type message struct {
	id      uint64 // of the call that this answers, 0 in an event
	session string
	method  string // of an event
	body    []byte // params of an event, result of an answer
	fail    *rpcc.ResponseError
}

var (
	idKey      = []byte(`{"id":`)
	resultKey  = []byte(`,"result":`)
	methodKey  = []byte(`{"method":"`)
	paramsKey  = []byte(`","params":`)
	sessionKey = []byte(`,"sessionId":"`)
)

// parse takes a message apart without looking into its body where the browser put the keys in
// its usual order (id or method, body, session), which costs the same whatever the size, and
// decodes it as a whole otherwise. The body need not be valid JSON then.
func parse(b []byte) (message, bool) {
	if m, ok := split(b); ok {
		return m, true
	}
	var w struct {
		ID        uint64              `json:"id"`
		SessionID string              `json:"sessionId"`
		Method    string              `json:"method"`
		Params    json.RawMessage     `json:"params"`
		Result    json.RawMessage     `json:"result"`
		Error     *rpcc.ResponseError `json:"error"`
	}
	if err := json.Unmarshal(b, &w); err != nil || (w.ID == 0 && w.Method == "") {
		return message{}, false
	}
	m := message{id: w.ID, session: w.SessionID, method: w.Method, body: w.Result, fail: w.Error}
	if w.Method != "" {
		m.id, m.body = 0, w.Params
	}
	return m, true
}

// split is parse for messages in the usual order.
func split(b []byte) (message, bool) {
	body, session, ok := cutTail(b)
	if !ok {
		return message{}, false
	}
	if rest, ok := bytes.CutPrefix(body, idKey); ok {
		id, rest := leadingNumber(rest)
		result, ok := bytes.CutPrefix(rest, resultKey)
		return message{id: id, session: session, body: result}, ok && id != 0 && isObject(result)
	}
	rest, ok := bytes.CutPrefix(body, methodKey)
	if !ok {
		return message{}, false
	}
	quote := bytes.IndexByte(rest, '"')
	if quote <= 0 {
		return message{}, false
	}
	params, ok := bytes.CutPrefix(rest[quote:], paramsKey)
	m := message{session: session, method: string(rest[:quote]), body: params}
	return m, ok && isObject(params) && bytes.IndexByte(rest[:quote], '\\') < 0
}

// cutTail takes the closing brace and a session id before it off a message.
func cutTail(b []byte) (body []byte, session string, ok bool) {
	body, ok = bytes.CutSuffix(b, []byte(`}`))
	if !ok || len(body) == 0 {
		return nil, "", false
	}
	if body[len(body)-1] == '}' {
		return body, "", true
	}
	head, ok := bytes.CutSuffix(body, []byte(`"`))
	if !ok {
		return nil, "", false
	}
	quote := bytes.LastIndexByte(head, '"')
	if quote < 0 || !bytes.HasSuffix(head[:quote+1], sessionKey) {
		return nil, "", false
	}
	return head[:quote+1-len(sessionKey)], string(head[quote+1:]), true
}

func leadingNumber(b []byte) (uint64, []byte) {
	var n uint64
	i := 0
	for ; i < len(b) && i < 10 && '0' <= b[i] && b[i] <= '9'; i++ {
		n = n*10 + uint64(b[i]-'0')
	}
	return n, b[i:]
}

func isObject(b []byte) bool {
	return len(b) >= 2 && b[0] == '{' && b[len(b)-1] == '}'
}
