package cdpclient

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// filenameLength is how many bytes of a file name are kept: as many as file systems take.
const filenameLength = 255

// plainFilename makes of what a page suggests a name that leads out of no folder and hides nothing:
// no separators, no control characters or directional overrides, no dots or blanks at its ends.
func plainFilename(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '_'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
	ext := path.Ext(name)
	if len(ext) > filenameLength/2 {
		ext = ""
	}
	base := name[:len(name)-len(ext)]
	for len(base)+len(ext) > filenameLength {
		_, n := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-n]
	}
	name = strings.TrimFunc(base+ext, func(r rune) bool { return r == '.' || unicode.IsSpace(r) })
	if name == "" {
		return "download"
	}
	return name
}
