package service

import (
	"strconv"
	"unicode/utf8"
)

// How many bytes of what a page says outside its tree are sent, so that no page can make a message
// too large for its reader. Browsers take addresses of 2 MB, most of them data: addresses.
const (
	clipURL  = 64 << 10
	clipText = 16 << 10
)

// clip cuts a string at a limit and says how much was left out.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "… (" + strconv.Itoa(len(s)-end) + " bytes more)"
}
