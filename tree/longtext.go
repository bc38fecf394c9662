package tree

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxText is how many bytes of text one line holds at most; longer texts go on in the next line,
	// so that every budget can be read line by line.
	maxText = 1000
	// maxContentName is how many bytes a name may have that only repeats what is in the element.
	maxContentName = 300
	// maxGivenName is how many bytes a text may have that names a clickable without a name.
	maxGivenName = 120
	// maxName is how many bytes of a name or of the value of a field are shown.
	maxName = 4000
	// maxHint is how many bytes of a placeholder, description or validation message are shown.
	maxHint = 500
	// maxWord is how many bytes of an attribute that should be a word are shown.
	maxWord = 40
	// maxURL is how many bytes of an address are shown.
	maxURL = 300
)

// cutText splits a text at a word border into a part of at most maxText bytes and the rest.
func cutText(s string) (part, rest string) {
	if len(s) <= maxText {
		return s, ""
	}
	end := maxText
	for !utf8.RuneStart(s[end]) {
		end--
	}
	for i := end; i > maxText/2; i-- {
		if s[i] == ' ' {
			return s[:i], s[i+1:]
		}
	}
	for end > maxText/2 && joins(s[:end], s[end:]) {
		_, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
	}
	return s[:end], s[end:]
}

// joins reports whether a character is drawn with the one before it.
func joins(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return last == zeroWidthJoiner || first == zeroWidthJoiner || unicode.Is(unicode.M, first)
}

// partKey is the key of the part of a text, numbered from 0. Later parts have keys of their own
// between those of the agent and BackendKey.
func partKey(k Key, part int) Key {
	const keyBits = 26
	if part == 0 {
		return k
	}
	return 1<<38 | Key(part)<<keyBits&(1<<38-1) | k&(1<<keyBits-1)
}

// clip shortens a long string and says by how much.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := most
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "… (" + plural(len(s)-end, "more byte") + ")"
}

// cutURL shortens a long address; the ellipsis says so.
func cutURL(s string) string {
	if len(s) <= maxURL {
		return s
	}
	end := maxURL
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// plural returns "1 node" or "2 nodes".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return group(n) + " " + word + "s"
}

// group writes a count with commas between the thousands.
func group(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	rest := strconv.Itoa(n % 1000)
	return group(n/1000) + "," + strings.Repeat("0", 3-len(rest)) + rest
}
