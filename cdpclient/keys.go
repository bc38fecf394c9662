package cdpclient

import (
	"strings"

	"github.com/observer-svc/observer-svc/fault"
)

// Modifiers are keys held down, as the bit field of Input.dispatchKeyEvent.
type Modifiers int

// The modifiers.
const (
	ModAlt     Modifiers = 1
	ModControl Modifiers = 2
	ModMeta    Modifiers = 4
	ModShift   Modifiers = 8
)

// Chord is a key with the modifiers held down while it is pressed. Only ParseChord makes one, so
// a Chord is always valid.
type Chord struct {
	modifiers Modifiers
	key       keyDef
}

// Modifiers returns the keys held down.
func (c Chord) Modifiers() Modifiers { return c.modifiers }

// Key returns what KeyboardEvent.key will say.
func (c Chord) Key() string { return c.key.key }

// Text returns the text the chord types; empty with Alt, Control or Meta, and for keys that type
// nothing.
func (c Chord) Text() string { return c.key.text }

// ParseChord reads a key or a chord: a key as KeyboardEvent.key or KeyboardEvent.code names it on
// a US keyboard, with modifiers before it, joined by "+": "Enter", "a", "+", "Control+Shift+ArrowLeft",
// "Control++". ControlOrMeta is Meta when mac is set, and Control otherwise. A character that needs
// Shift brings it along; only a letter under Control, Alt or Meta does not, since "Control+A" is
// how people write that chord. It fails with fault.InvalidRequest and sends nothing.
func ParseChord(s string, mac bool) (Chord, error) {
	names, last := splitChord(s)
	var c Chord
	for _, name := range names {
		m, ok := modifierNamed(name, mac)
		if !ok {
			return Chord{}, invalidKey(s, name, "a modifier is one of Alt, Control, ControlOrMeta, Meta and Shift")
		}
		if c.modifiers&m != 0 {
			return Chord{}, invalidKey(s, name, "a modifier is named once")
		}
		c.modifiers |= m
	}
	if m, ok := modifierNamed(last, mac); ok {
		last = modifierKey[m]
	}
	key, shift, ok := keyNamed(last)
	if !ok {
		return Chord{}, invalidKey(s, last, "use a name of KeyboardEvent.key such as Enter, ArrowLeft or F5, or one character")
	}
	c.key = key
	c.resolve(shift)
	return c, nil
}

// resolve settles what the modifiers make of the key. shift says that the name of the key stands
// for the shifted character.
func (c *Chord) resolve(shift bool) {
	command := c.modifiers&(ModAlt|ModControl|ModMeta) != 0
	if shift && !(command && c.key.isLetter()) {
		c.modifiers |= ModShift
	}
	if c.modifiers&ModShift != 0 && c.key.shifted != "" {
		c.key.key, c.key.text = c.key.shifted, c.key.shifted
	}
	if command {
		c.key.text = ""
	}
}

// splitChord cuts a chord at its plus signs; a plus sign at the end is the key itself.
func splitChord(s string) (modifiers []string, key string) {
	switch {
	case s == "+":
		return nil, s
	case strings.HasSuffix(s, "++"):
		return strings.Split(s[:len(s)-2], "+"), "+"
	}
	parts := strings.Split(s, "+")
	return parts[:len(parts)-1], parts[len(parts)-1]
}

func invalidKey(chord, part, advice string) error {
	return fault.New(fault.InvalidRequest, "%q in the key %q is not known; %s", part, chord, advice).
		With("field", "key").With("key", chord)
}

// modifierNamed returns the modifier of a name, regardless of case.
func modifierNamed(name string, mac bool) (Modifiers, bool) {
	switch strings.ToLower(name) {
	case "alt", "option":
		return ModAlt, true
	case "control", "ctrl":
		return ModControl, true
	case "meta", "command", "cmd":
		return ModMeta, true
	case "shift":
		return ModShift, true
	case "controlormeta":
		if mac {
			return ModMeta, true
		}
		return ModControl, true
	}
	return 0, false
}

// modifierKey names the key of each modifier in the table of keys.
var modifierKey = map[Modifiers]string{
	ModAlt: "AltLeft", ModControl: "ControlLeft", ModMeta: "MetaLeft", ModShift: "ShiftLeft",
}

// modifierOrder is the order in which the keys of modifiers go down; they come up in reverse.
var modifierOrder = [...]Modifiers{ModControl, ModAlt, ModShift, ModMeta}
