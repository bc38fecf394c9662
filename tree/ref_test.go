package tree

import "testing"

func TestARefIsReadAsCallersWriteIt(t *testing.T) {
	for s, want := range map[string]Ref{
		"e5": 5, "@e5": 5, "ref=e5": 5, "@ref=e5": 5, "e9223372036854775807": 1<<63 - 1,
		"": 0, "e": 0, "e0": 0, "e05": 0, "e+5": 0, "5": 0, "E5": 0, "e5 ": 0, "e9223372036854775808": 0, "f1e2": 0,
	} {
		got, ok := ParseRef(s)
		if ok != (want != 0) || ok && got != want {
			t.Errorf("ParseRef(%q) = %v, %v", s, got, ok)
		}
	}
}
