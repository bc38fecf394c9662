package tree

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// collapse returns s as a reader sees it: runs of white space, no-break spaces included, become one
// space, soft hyphens and zero width spaces go, bytes that are no UTF-8 become U+FFFD. Spaces at the
// borders stay, as one space each. A string that is so already is returned as it is.
func collapse(s string) string {
	i, space := 0, false
	for i < len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && space {
			break
		}
		space = c == ' '
		i++
	}
	if i == len(s) {
		return s
	}
	return collapseFrom(s, i)
}

// collapseFrom does the work of collapse from byte i on; what is before needs no change.
func collapseFrom(s string, i int) string {
	var out strings.Builder
	out.Grow(len(s))
	out.WriteString(s[:i])
	space := i > 0 && s[i-1] == ' '
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case isSpace(r):
			if !space {
				out.WriteByte(' ')
			}
			space = true
		case invisible(r):
		default:
			out.WriteRune(r)
			space = false
		}
	}
	return out.String()
}

// isSpace reports whether a character is read as a space or line break.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}

// invisible reports whether a character is only a hint where a line may break.
func invisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return false
}

// tidy is collapse without the spaces at the borders.
func tidy(s string) string { return strings.Trim(collapse(s), " ") }

// valid returns s as valid UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// squeeze returns s without any white space.
func squeeze(s string) string {
	if strings.IndexFunc(s, isSpace) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isSpace(r) {
			return -1
		}
		return r
	}, s)
}

// separators are what stands between things without a meaning of its own.
const separators = ".,;:|/\\·•‧∙–—-‐…()[]‹›«»<> "

// isPunctuation reports whether a text is nothing but marks that separate what stands around it.
func isPunctuation(s string) bool {
	const most = 12
	if len(s) > most {
		return false
	}
	return strings.Trim(s, separators) == ""
}

// isBullet reports whether the text of a list marker tells nothing: it has no letter and no digit.
func isBullet(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0
}
