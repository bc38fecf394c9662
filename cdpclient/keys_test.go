package cdpclient

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/observer-svc/observer-svc/fault"
)

func TestAChordNamesAKeyAndTheModifiersHeldDown(t *testing.T) {
	type event struct {
		Key, Code, Text string
		Virtual         int
		Modifiers       Modifiers
	}
	for chord, want := range map[string]event{
		"a":                       {"a", "KeyA", "a", 65, 0},
		"A":                       {"A", "KeyA", "A", 65, ModShift},
		"Shift+a":                 {"A", "KeyA", "A", 65, ModShift},
		"Control+a":               {"a", "KeyA", "", 65, ModControl},
		"Control+A":               {"a", "KeyA", "", 65, ModControl},
		"Control+Shift+A":         {"A", "KeyA", "", 65, ModControl | ModShift},
		"ControlOrMeta+z":         {"z", "KeyZ", "", 90, ModControl},
		"ctrl+alt+delete":         {"Delete", "Delete", "", 46, ModControl | ModAlt},
		"Control+Shift+ArrowLeft": {"ArrowLeft", "ArrowLeft", "", 37, ModControl | ModShift},
		"+":                       {"+", "Equal", "+", 187, ModShift},
		"Control++":               {"+", "Equal", "", 187, ModControl | ModShift},
		"Control+-":               {"-", "Minus", "", 189, ModControl},
		"?":                       {"?", "Slash", "?", 191, ModShift},
		"Shift+1":                 {"!", "Digit1", "!", 49, ModShift},
		"Enter":                   {"Enter", "Enter", "\r", 13, 0},
		"Shift+Enter":             {"Enter", "Enter", "\r", 13, ModShift},
		"Control+Enter":           {"Enter", "Enter", "", 13, ModControl},
		"escape":                  {"Escape", "Escape", "", 27, 0},
		"Return":                  {"Enter", "Enter", "\r", 13, 0},
		" ":                       {" ", "Space", " ", 32, 0},
		"Space":                   {" ", "Space", " ", 32, 0},
		"KeyQ":                    {"q", "KeyQ", "q", 81, 0},
		"Numpad7":                 {"7", "Numpad7", "7", 103, 0},
		"F12":                     {"F12", "F12", "", 123, 0},
		"Shift":                   {"Shift", "ShiftLeft", "", 16, 0},
		"Control+Shift":           {"Shift", "ShiftLeft", "", 16, ModControl},
	} {
		t.Run(chord, func(t *testing.T) {
			c, err := ParseChord(chord, false)
			if err != nil {
				t.Fatal(err)
			}
			got := event{c.key.key, c.key.code, c.key.text, c.key.virtual, c.modifiers}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestControlOrMetaIsMetaOnAMac(t *testing.T) {
	c, err := ParseChord("ControlOrMeta+c", true)
	if err != nil || c.Modifiers() != ModMeta {
		t.Errorf("modifiers %v, error %v", c.Modifiers(), err)
	}
}

func TestAnUnknownKeyIsRefusedBeforeAnyInput(t *testing.T) {
	for _, s := range []string{"", "Control+", "Control+Foo", "Foo+a", "a+b", "Control+Control+a", "ab", "é", "+a", "Enter+"} {
		if c, err := ParseChord(s, false); !fault.Is(err, fault.InvalidRequest) {
			t.Errorf("ParseChord(%q) = %+v, %v", s, c, err)
		}
	}
}

func TestEveryPrintableASCIICharacterTypesItself(t *testing.T) {
	for r := ' '; r <= '~'; r++ {
		c, err := ParseChord(string(r), false)
		if err != nil {
			t.Errorf("%q: %v", r, err)
		} else if c.Text() != string(r) || c.Key() != string(r) {
			t.Errorf("%q types %q as key %q", r, c.Text(), c.Key())
		}
	}
}

func FuzzParseChordNeverAcceptsTextUnderAModifierThatTypesNothing(f *testing.F) {
	for _, s := range []string{"Control+a", "Shift++", "Alt+Enter", "Meta+Shift+?", "é", "Control+KeyA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseChord(s, false)
		if err != nil {
			if !fault.Is(err, fault.InvalidRequest) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if c.modifiers&(ModAlt|ModControl|ModMeta) != 0 && c.Text() != "" {
			t.Fatalf("%q types %q", s, c.Text())
		}
		if c.key.key == "" || c.key.code == "" || c.key.virtual == 0 {
			t.Fatalf("%q gives %+v", s, c.key)
		}
	})
}

func TestOnAMacTheKeysForEditingNameTheirCommand(t *testing.T) {
	for _, c := range []struct {
		userAgent, key, want string
	}{
		{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "ControlOrMeta+a", "selectAll"},
		{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Meta+c", "copy"},
		{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Control+a", ""},
		{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "a", ""},
		{"Mozilla/5.0 (X11; Linux x86_64)", "ControlOrMeta+a", ""},
		{"Mozilla/5.0 (X11; Linux x86_64)", "Meta+a", ""},
	} {
		b := &Browser{userAgent: c.userAgent}
		chord, err := ParseChord(c.key, b.Mac())
		if err != nil {
			t.Fatal(err)
		}
		if got := b.editing(chord); got != c.want {
			t.Errorf("%s gives the command %q, not %q", c.key, got, c.want)
		}
	}
}
