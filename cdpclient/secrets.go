package cdpclient

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/observer-svc/observer-svc/tree"
)

const (
	// masked stands for a secret, whatever its length.
	masked = "••••"
	// secretsKept is how many secrets of a context are known; the oldest is forgotten for a new one.
	secretsKept = 200
	// shortestSecret and longestSecret are how many bytes a secret has to be known by.
	shortestSecret, longestSecret = 3, 4096
	// wholeSecret is how many bytes a secret needs to be found inside a word: a short code is the
	// end of many numbers.
	wholeSecret = 8
)

// secrets are the texts of a context that no output may hold.
type secrets struct {
	mu      sync.RWMutex
	known   []string // the oldest first
	longest []string // the same, the longest first, so that none is cut by a part of it
}

// Hide keeps a text out of what the pages of the context say from now on outside their documents:
// addresses, titles, dialogs, console messages and names of files. Its documents hide what they hold
// in secret fields by themselves. Texts of fewer than 3 bytes are not hidden, those of fewer than 8
// only where they stand alone.
func (c *Context) Hide(secret string) {
	if len(secret) < shortestSecret || len(secret) > longestSecret {
		return
	}
	s := &c.secrets
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.known, secret) {
		return
	}
	if len(s.known) == secretsKept {
		s.known = slices.Delete(s.known, 0, 1)
	}
	s.known = append(s.known, secret)
	s.longest = slices.Clone(s.known)
	slices.SortFunc(s.longest, func(a, b string) int { return len(b) - len(a) })
}

// clean returns a text of a page without the secrets, plain or as addresses write them.
func (c *Context) clean(text string) string {
	s := &c.secrets
	s.mu.RLock()
	defer s.mu.RUnlock()
	if text == "" {
		return text
	}
	for _, secret := range s.longest {
		text = without(text, secret)
	}
	return text
}

// excerpt returns the first n bytes of a text of a page, cleaned.
func (c *Context) excerpt(text string, n int) string {
	if most := n + 3*longestSecret; len(text) > most { // so that no secret is cut before it is found
		text = text[:most]
	}
	return abridge(c.clean(strings.ToValidUTF8(text, "\uFFFD")), n)
}

// cleanAddress is clean for an address, whose scheme, host and port it leaves alone.
func (c *Context) cleanAddress(address string) string {
	start := 0
	if i := strings.Index(address, "://"); i >= 0 && i < strings.IndexAny(address+"/", "/?#") {
		start = len(address)
		if end := strings.IndexAny(address[i+3:], "/?#"); end >= 0 {
			start = i + 3 + end
		}
	}
	return address[:start] + c.clean(address[start:])
}

// cleanFrames cleans the addresses and titles of frames.
func (c *Context) cleanFrames(frames []tree.Frame) {
	for i := range frames {
		frames[i].URL, frames[i].Title = c.cleanAddress(frames[i].URL), c.clean(frames[i].Title)
	}
}

// without masks a secret wherever it stands in a text, each of its bytes as it is, percent-encoded,
// or, if it is a blank, as a plus sign.
func without(text, secret string) string {
	var out strings.Builder
	rest := 0
	for i := 0; i < len(text); {
		end := i + match(text[i:], secret)
		if end == i || len(secret) < wholeSecret && !alone(text, i, end) {
			i++
			continue
		}
		out.WriteString(text[rest:i])
		out.WriteString(masked)
		i, rest = end, end
	}
	if rest == 0 {
		return text
	}
	return out.String() + text[rest:]
}

// match returns how long a secret is at the beginning of a text, 0 when it is not there.
func match(text, secret string) int {
	at := 0
	for i := range len(secret) {
		switch {
		case at < len(text) && text[at] == secret[i], at < len(text) && text[at] == '+' && secret[i] == ' ':
			at++
		case at+2 < len(text) && text[at] == '%' && unhex(text[at+1])<<4|unhex(text[at+2]) == int(secret[i]):
			at += 3
		default:
			return 0
		}
	}
	return at
}

// unhex returns the value of a hexadecimal digit, and what is no byte for anything else.
func unhex(digit byte) int {
	if i := strings.IndexByte("0123456789abcdef", digit|0x20); i >= 0 && digit > ' ' {
		return i
	}
	return 1 << 12
}

// alone reports whether no letter or digit touches a part of a text.
func alone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !wordRune(before) && !wordRune(after)
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
