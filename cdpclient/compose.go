package cdpclient

import (
	"context"
	"unicode/utf16"

	"github.com/mafredri/cdp/protocol/input"
)

// imeKey is the key that an input method shows the page in place of the real one.
var imeKey = keyDef{key: "Process", virtual: 229}

// Compose enters text as an input method does: a composition that shows each of the stages, and is
// then committed as the text. Each of them comes with a key of its own, as the UI Events
// specification says. When it fails the composition is taken back, also when the context is over.
func (t *Tab) Compose(ctx context.Context, stages []string, text string) (err error) {
	defer func() {
		if err != nil {
			ctx, cancel := releasing(ctx)
			defer cancel()
			_ = t.composition(ctx, "") // the first failure is the one to report
		}
	}()
	for _, stage := range stages {
		if err := t.processed(ctx, func() error { return t.composition(ctx, stage) }); err != nil {
			return err
		}
	}
	return t.processed(ctx, func() error { return t.InsertText(ctx, text) })
}

// processed does something between the press and the release of a key that an input method takes.
func (t *Tab) processed(ctx context.Context, do func() error) error {
	err := t.keyDown(ctx, Chord{key: imeKey})
	if err == nil {
		err = do()
	}
	if up := t.keyUp(ctx, imeKey, 0); err == nil {
		err = up
	}
	return err
}

// composition shows a text that is not entered yet, with the caret at its end.
func (t *Tab) composition(ctx context.Context, text string) error {
	end := len(utf16.Encode([]rune(text)))
	return t.input(ctx, func(ctx context.Context, c inputClient) error {
		return c.IMESetComposition(ctx, input.NewIMESetCompositionArgs(text, end, end))
	})
}
