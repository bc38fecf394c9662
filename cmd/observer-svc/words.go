package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// word is one word of a step as a person types it.
type word struct {
	text   string
	quoted bool // it stood in double quotes, so it is text and never a ref or a keyword
}

var errOpenQuote = errors.New("a double quote is not closed")

// words splits a step at white space. A word in double quotes may hold white space and the escapes
// of a Go or JSON string.
func words(s string) ([]word, error) {
	var out []word
	for {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if s == "" {
			return out, nil
		}
		w, rest, err := firstWord(s)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
		s = rest
	}
}

func firstWord(s string) (w word, rest string, err error) {
	if s[0] != '"' {
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 {
			end = len(s)
		}
		return word{text: s[:end]}, s[end:], nil
	}
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return word{}, "", errOpenQuote
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return word{}, "", fmt.Errorf("%s is not a quoted text: %w", quoted, err)
	}
	rest = s[len(quoted):]
	if rest != "" && !unicode.IsSpace([]rune(rest)[0]) {
		return word{}, "", fmt.Errorf("white space is missing after %s", quoted)
	}
	return word{text: text, quoted: true}, rest, nil
}
