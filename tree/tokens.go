package tree

import (
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Counter counts tokens of the o200k encoding. The vocabulary is loaded at the first use, which
// takes some tens of milliseconds and megabytes once. It is safe for concurrent use; one serves a
// whole process.
type Counter struct {
	load func() (tokenizer.Codec, error)
}

// NewCounter returns a counter that has loaded nothing yet.
func NewCounter() *Counter {
	return &Counter{load: sync.OnceValues(func() (tokenizer.Codec, error) {
		return tokenizer.Get(tokenizer.O200kBase)
	})}
}

// Count returns how many tokens a text has. Lines are counted one by one: the encoding never joins
// across the end of a line that is followed by a line with text, so counts of whole lines add up. A
// long line is counted in pieces, which can only come to more, and takes time in proportion to its
// length. Where no count can be had, with a nil Counter above all, every byte counts as a token.
func (c *Counter) Count(text string) int {
	const longest = 2048
	if c == nil {
		return len(text)
	}
	codec, err := c.load()
	total := 0
	for len(text) > 0 {
		piece := text
		if len(piece) > longest {
			end := longest
			for end > 0 && !utf8.RuneStart(piece[end]) {
				end--
			}
			piece = piece[:end]
			total++ // for a token that the cut may have split
		}
		text = text[len(piece):]
		total += countPiece(codec, err, piece)
	}
	return total
}

func countPiece(codec tokenizer.Codec, err error, piece string) int {
	if err != nil {
		return len(piece)
	}
	n, err := codec.Count(piece)
	if err != nil {
		return len(piece)
	}
	return n
}

// Load loads the vocabulary ahead of the first use.
func (c *Counter) Load() error {
	if _, err := c.load(); err != nil {
		return fmt.Errorf("tree: loading the o200k vocabulary: %w", err)
	}
	return nil
}
