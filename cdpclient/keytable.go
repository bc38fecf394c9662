package cdpclient

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// keyDef is a key of a US keyboard, with the fields of Input.dispatchKeyEvent.
type keyDef struct {
	key      string // KeyboardEvent.key without modifiers
	code     string // KeyboardEvent.code
	shifted  string // KeyboardEvent.key under Shift, where it differs
	text     string // what it types
	virtual  int    // the Windows virtual key code, which KeyboardEvent.keyCode shows
	location int    // KeyboardEvent.location: 1 left, 2 right, 3 keypad
}

func (k keyDef) isLetter() bool { return k.virtual >= 'A' && k.virtual <= 'Z' && len(k.key) == 1 }

// keyboard returns the table of all keys, which is built on first use.
var keyboard = sync.OnceValue(buildKeys)

// keyTable indexes the keys of the keyboard.
type keyTable struct {
	byKey   map[string]keyDef // KeyboardEvent.key, plain and shifted
	shifted map[string]bool   // which of these need Shift
	byName  map[string]keyDef // KeyboardEvent.key longer than a character, KeyboardEvent.code and common names, in lower case
}

// keyNamed returns the key of a name, and whether the name stands for its shifted character.
// Names longer than one character are matched regardless of case.
func keyNamed(name string) (def keyDef, shift, ok bool) {
	keys := keyboard()
	if def, ok = keys.byKey[name]; ok {
		return def, keys.shifted[name], true
	}
	if utf8.RuneCountInString(name) == 1 {
		return keyDef{}, false, false
	}
	def, ok = keys.byName[strings.ToLower(name)]
	return def, false, ok
}

func buildKeys() keyTable {
	t := keyTable{byKey: map[string]keyDef{}, shifted: map[string]bool{}, byName: map[string]keyDef{}}
	for i := range 26 {
		lower, upper := string(rune('a'+i)), string(rune('A'+i))
		t.add(keyDef{key: lower, code: "Key" + upper, shifted: upper, text: lower, virtual: 'A' + i})
	}
	for i, shifted := range ")!@#$%^&*(" {
		digit := strconv.Itoa(i)
		t.add(keyDef{key: digit, code: "Digit" + digit, shifted: string(shifted), text: digit, virtual: '0' + i})
	}
	for i := range 24 {
		name := "F" + strconv.Itoa(i+1)
		t.add(keyDef{key: name, code: name, virtual: 112 + i})
	}
	for _, k := range symbolKeys {
		k.text = k.key
		t.add(k)
	}
	for _, k := range namedKeys {
		t.add(k)
	}
	for _, k := range keypadKeys() {
		t.addName(k.code, k)
	}
	for alias, key := range keyAliases {
		t.addName(alias, t.byName[strings.ToLower(key)])
	}
	return t
}

func (t *keyTable) add(k keyDef) {
	t.addName(k.code, k)
	if _, taken := t.byKey[k.key]; !taken {
		t.byKey[k.key] = k
		if utf8.RuneCountInString(k.key) > 1 {
			t.addName(k.key, k)
		}
	}
	if k.shifted != "" {
		t.byKey[k.shifted] = k
		t.shifted[k.shifted] = true
	}
}

// addName gives a key one more name; the first key of a name keeps it.
func (t *keyTable) addName(name string, k keyDef) {
	name = strings.ToLower(name)
	if _, taken := t.byName[name]; !taken {
		t.byName[name] = k
	}
}

// symbolKeys are the keys beside letters and digits that type a character.
var symbolKeys = []keyDef{
	{key: " ", code: "Space", virtual: 32},
	{key: "`", code: "Backquote", shifted: "~", virtual: 192},
	{key: "-", code: "Minus", shifted: "_", virtual: 189},
	{key: "=", code: "Equal", shifted: "+", virtual: 187},
	{key: "[", code: "BracketLeft", shifted: "{", virtual: 219},
	{key: "]", code: "BracketRight", shifted: "}", virtual: 221},
	{key: `\`, code: "Backslash", shifted: "|", virtual: 220},
	{key: ";", code: "Semicolon", shifted: ":", virtual: 186},
	{key: "'", code: "Quote", shifted: `"`, virtual: 222},
	{key: ",", code: "Comma", shifted: "<", virtual: 188},
	{key: ".", code: "Period", shifted: ">", virtual: 190},
	{key: "/", code: "Slash", shifted: "?", virtual: 191},
}

// namedKeys are the keys that type nothing, and Enter, which types a carriage return: without it
// Chromium neither submits a form nor breaks a line.
var namedKeys = []keyDef{
	{key: "Enter", code: "Enter", text: "\r", virtual: 13},
	{key: "Tab", code: "Tab", virtual: 9},
	{key: "Escape", code: "Escape", virtual: 27},
	{key: "Backspace", code: "Backspace", virtual: 8},
	{key: "Delete", code: "Delete", virtual: 46},
	{key: "Insert", code: "Insert", virtual: 45},
	{key: "Home", code: "Home", virtual: 36},
	{key: "End", code: "End", virtual: 35},
	{key: "PageUp", code: "PageUp", virtual: 33},
	{key: "PageDown", code: "PageDown", virtual: 34},
	{key: "ArrowLeft", code: "ArrowLeft", virtual: 37},
	{key: "ArrowUp", code: "ArrowUp", virtual: 38},
	{key: "ArrowRight", code: "ArrowRight", virtual: 39},
	{key: "ArrowDown", code: "ArrowDown", virtual: 40},
	{key: "Shift", code: "ShiftLeft", virtual: 16, location: 1},
	{key: "Shift", code: "ShiftRight", virtual: 16, location: 2},
	{key: "Control", code: "ControlLeft", virtual: 17, location: 1},
	{key: "Control", code: "ControlRight", virtual: 17, location: 2},
	{key: "Alt", code: "AltLeft", virtual: 18, location: 1},
	{key: "Alt", code: "AltRight", virtual: 18, location: 2},
	{key: "Meta", code: "MetaLeft", virtual: 91, location: 1},
	{key: "Meta", code: "MetaRight", virtual: 92, location: 2},
	{key: "AltGraph", code: "AltGraph", virtual: 225},
	{key: "CapsLock", code: "CapsLock", virtual: 20},
	{key: "NumLock", code: "NumLock", virtual: 144},
	{key: "ScrollLock", code: "ScrollLock", virtual: 145},
	{key: "Pause", code: "Pause", virtual: 19},
	{key: "PrintScreen", code: "PrintScreen", virtual: 44},
	{key: "ContextMenu", code: "ContextMenu", virtual: 93},
	{key: "Help", code: "Help", virtual: 47},
	{key: "Clear", code: "NumpadClear", virtual: 12, location: 3},
	{key: "BrowserBack", code: "BrowserBack", virtual: 166},
	{key: "BrowserForward", code: "BrowserForward", virtual: 167},
	{key: "BrowserRefresh", code: "BrowserRefresh", virtual: 168},
	{key: "AudioVolumeMute", code: "AudioVolumeMute", virtual: 173},
	{key: "AudioVolumeDown", code: "AudioVolumeDown", virtual: 174},
	{key: "AudioVolumeUp", code: "AudioVolumeUp", virtual: 175},
	{key: "MediaTrackNext", code: "MediaTrackNext", virtual: 176},
	{key: "MediaTrackPrevious", code: "MediaTrackPrevious", virtual: 177},
	{key: "MediaStop", code: "MediaStop", virtual: 178},
	{key: "MediaPlayPause", code: "MediaPlayPause", virtual: 179},
}

// keypadKeys are the keys of the keypad with NumLock on, named by their code only.
func keypadKeys() []keyDef {
	ks := []keyDef{
		{key: "*", code: "NumpadMultiply", text: "*", virtual: 106, location: 3},
		{key: "+", code: "NumpadAdd", text: "+", virtual: 107, location: 3},
		{key: "-", code: "NumpadSubtract", text: "-", virtual: 109, location: 3},
		{key: ".", code: "NumpadDecimal", text: ".", virtual: 110, location: 3},
		{key: "/", code: "NumpadDivide", text: "/", virtual: 111, location: 3},
		{key: "Enter", code: "NumpadEnter", text: "\r", virtual: 13, location: 3},
	}
	for i := range 10 {
		digit := strconv.Itoa(i)
		ks = append(ks, keyDef{key: digit, code: "Numpad" + digit, text: digit, virtual: 96 + i, location: 3})
	}
	return ks
}

// keyAliases are names people use that neither KeyboardEvent.key nor KeyboardEvent.code has.
var keyAliases = map[string]string{
	"Return": "Enter", "Esc": "Escape", "Del": "Delete", "Ins": "Insert", "Spacebar": "Space", "Plus": "NumpadAdd",
	"Left": "ArrowLeft", "Right": "ArrowRight", "Up": "ArrowUp", "Down": "ArrowDown",
	"PgUp": "PageUp", "PgDn": "PageDown", "PgDown": "PageDown",
}
