package cdpclient

import (
	"context"
	"time"

	"github.com/mafredri/cdp/protocol/input"
)

// releaseTime bounds how long keys and buttons that are held down may take to be released when
// the context of the caller is already over.
const releaseTime = 2 * time.Second

// Press presses and releases a chord: the modifiers go down, then the key, and all come up in
// reverse, also when the context ends meanwhile.
func (t *Tab) Press(ctx context.Context, c Chord) error {
	held, err := t.hold(ctx, c.modifiers)
	if err == nil {
		err = t.keyDown(ctx, c)
		if up := t.keyUp(ctx, c.key, c.modifiers); err == nil {
			err = up
		}
	}
	if up := t.letGo(ctx, held); err == nil {
		err = up
	}
	return err
}

// Hold presses the keys of modifiers and returns a function that releases them, which must be
// called whatever Hold returns.
func (t *Tab) Hold(ctx context.Context, m Modifiers) (release func() error, err error) {
	held, err := t.hold(ctx, m)
	return func() error { return t.letGo(ctx, held) }, err
}

// hold presses modifiers in their order. It returns those that may be down, also with an error.
func (t *Tab) hold(ctx context.Context, m Modifiers) (held Modifiers, err error) {
	for _, one := range modifierOrder {
		if m&one == 0 {
			continue
		}
		held |= one
		if err = t.keyDown(ctx, Chord{modifiers: held, key: modifierDef(one)}); err != nil {
			return held, err
		}
	}
	return held, nil
}

// letGo releases modifiers in reverse order and returns the first error.
func (t *Tab) letGo(ctx context.Context, held Modifiers) (err error) {
	for i := len(modifierOrder) - 1; i >= 0; i-- {
		one := modifierOrder[i]
		if held&one == 0 {
			continue
		}
		held &^= one
		if e := t.keyUp(ctx, modifierDef(one), held); err == nil {
			err = e
		}
	}
	return err
}

func modifierDef(m Modifiers) keyDef {
	def, _, _ := keyNamed(modifierKey[m])
	return def
}

func (t *Tab) keyDown(ctx context.Context, c Chord) error {
	kind := "rawKeyDown"
	if c.key.text != "" {
		kind = "keyDown"
	}
	args := keyArgs(kind, c.key, c.modifiers)
	if command := t.browser.editing(c); command != "" {
		args.SetCommands([]string{command})
	}
	if c.key.text != "" {
		args.SetText(c.key.text).SetUnmodifiedText(c.key.text)
	}
	return t.key(ctx, args)
}

// macCommands are the editing commands of keys under Meta. On a Mac the window system makes them of
// the keys, not the page, so events that come from DevTools must name them.
var macCommands = map[string]string{"a": "selectAll", "c": "copy", "v": "paste", "x": "cut", "z": "undo"}

// editing returns the editing command that a chord must name, if any.
func (b *Browser) editing(c Chord) string {
	if c.modifiers != ModMeta || !b.Mac() {
		return ""
	}
	return macCommands[c.key.key]
}

// keyUp releases a key, also when the context is over. While a dialog blocks the page the browser
// drops input, so the release is sent once the dialog is closed; the error says so.
func (t *Tab) keyUp(ctx context.Context, k keyDef, m Modifiers) error {
	ctx, cancel := releasing(ctx)
	defer cancel()
	args := keyArgs("keyUp", k, m)
	d, open := t.Dialog()
	if !open {
		return t.key(ctx, args)
	}
	t.releaseLater(func(ctx context.Context) error { return t.key(ctx, args) })
	return dialogInTheWay(d)
}

// releasing returns the context of a command that must be sent even when the caller gave up.
func releasing(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
}

func keyArgs(kind string, k keyDef, m Modifiers) *input.DispatchKeyEventArgs {
	return input.NewDispatchKeyEventArgs(kind).
		SetModifiers(int(m)).
		SetKey(k.key).
		SetCode(k.code).
		SetWindowsVirtualKeyCode(k.virtual).
		SetNativeVirtualKeyCode(k.virtual).
		SetLocation(k.location % 3).
		SetIsKeypad(k.location == 3)
}

func (t *Tab) key(ctx context.Context, args *input.DispatchKeyEventArgs) error {
	return t.input(ctx, func(ctx context.Context, c inputClient) error { return c.DispatchKeyEvent(ctx, args) })
}

// Type presses the keys of a text one after another. A line break is Enter, a tab character is
// Tab; a character that is on no key of a US keyboard is entered without key events. between is
// called before each character and may be nil; an error of it ends the typing.
func (t *Tab) Type(ctx context.Context, text string, between func(typed int) error) error {
	previous := rune(0)
	typed := 0
	for _, r := range text {
		if r == '\n' && previous == '\r' {
			previous = r
			continue
		}
		previous = r
		if between != nil {
			if err := between(typed); err != nil {
				return err
			}
		}
		if err := t.typeRune(ctx, r); err != nil {
			return err
		}
		typed++
	}
	return nil
}

func (t *Tab) typeRune(ctx context.Context, r rune) error {
	name := string(r)
	switch r {
	case '\n', '\r':
		name = "Enter"
	case '\t':
		name = "Tab"
	case 0:
		return nil
	}
	c, err := ParseChord(name, false)
	if err != nil {
		return t.InsertText(ctx, name)
	}
	return t.Press(ctx, c)
}
