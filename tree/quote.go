package tree

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendQuoted appends a page string as a JSON string on one line of valid UTF-8. Everything that
// could break the line, hide from a reader or turn its direction is escaped: controls, line and
// paragraph separators, and format characters such as bidi overrides and invisible tags. The joiners
// that scripts and emoji need stay.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscape(dst, rune(c))
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		bad := r == utf8.RuneError && size == 1
		if bad || unprintable(r) {
			dst = append(dst, s[start:i]...)
			if bad {
				dst = utf8.AppendRune(dst, utf8.RuneError)
			} else {
				dst = appendEscape(dst, r)
			}
			start = i + size
		}
		i += size
	}
	return append(append(dst, s[start:]...), '"')
}

// appendEscape appends a character as a JSON escape.
func appendEscape(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	}
	if r > 0xffff {
		hi, lo := utf16.EncodeRune(r)
		return appendUnit(appendUnit(dst, hi), lo)
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// unprintable reports whether a character outside ASCII must be escaped.
func unprintable(r rune) bool {
	if r < 0xa0 {
		return true // the C1 controls
	}
	if r < 0x600 {
		return r == 0xad
	}
	switch r {
	case zeroWidthNonJoiner, zeroWidthJoiner:
		return false
	case '\u2028', '\u2029', 0x115f, 0x1160, 0x3164, 0xffa0: // separators and the blank Hangul fillers
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

var errString = errors.New("tree: a string in a line is not closed or not valid")

// unquote reads the JSON string at the beginning of s and returns it with what follows it.
func unquote(s string) (value, rest string, err error) {
	if s == "" || s[0] != '"' {
		return "", s, errString
	}
	end, plain := 1, true
	for end < len(s) && s[end] != '"' {
		if s[end] == '\\' {
			plain = false
			end++
		}
		end++
	}
	if end >= len(s) {
		return "", s, errString
	}
	rest = s[end+1:]
	if plain {
		return s[1:end], rest, nil
	}
	if err := json.Unmarshal([]byte(s[:end+1]), &value); err != nil {
		return "", s, errString
	}
	return value, rest, nil
}

// appendValue appends the value of a mark: bare when it holds nothing but harmless characters,
// quoted otherwise.
func appendValue(dst []byte, s string) []byte {
	if s == "" {
		return appendQuoted(dst, s)
	}
	for i := range len(s) {
		if !bare(s[i]) {
			return appendQuoted(dst, s)
		}
	}
	return append(dst, s...)
}

// bare reports whether a byte may stand in a mark without quotes.
func bare(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~:/?#@!$&'()*+,;=%", c) >= 0
}
