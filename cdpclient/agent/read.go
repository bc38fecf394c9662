package agent

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/observer-svc/observer-svc/tree"
)

// The digits of numbers: five bits each, low ones first, in one alphabet for the last digit and
// another for those before it.
const (
	lastDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	moreDigits = "abcdefghijklmnopqrstuvwxyz!#$%&'"
)

// maxDigits is how many digits a number has at most: 50 bits, which a JavaScript number can hold.
const maxDigits = 10

// digits gives the value of each byte as a digit: its five bits, and 0x20 when more follow; 0xff
// when it is none.
var digits = digitTable()

func digitTable() (table [256]byte) {
	for i := range table {
		table[i] = 0xff
	}
	for i := range 32 {
		table[lastDigits[i]] = byte(i)
		table[moreDigits[i]] = byte(i) | 0x20
	}
	return table
}

// reader reads the parts of an answer. After an error it stays where it is and gives zeros.
type reader struct {
	s   string
	at  int
	err error
}

func (r *reader) fail(why string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s at byte %d", ErrWire, why, r.at)
	}
}

func (r *reader) number() uint64 {
	var n uint64
	for i := 0; i < maxDigits && r.err == nil; i++ {
		if r.at >= len(r.s) {
			r.fail("it ends early")
			return 0
		}
		digit := digits[r.s[r.at]]
		if digit == 0xff {
			r.fail("no number")
			return 0
		}
		r.at++
		n |= uint64(digit&0x1f) << (5 * i)
		if digit&0x20 == 0 {
			return n
		}
	}
	r.fail("a number too long")
	return 0
}

// count reads how many of something follow. It is never more than the bytes that are left.
func (r *reader) count() int {
	n := r.number()
	if n > uint64(len(r.s)-r.at) {
		r.fail("more announced than there is")
		return 0
	}
	return int(n)
}

func (r *reader) millis() time.Duration {
	n := r.number()
	return time.Duration(min(n, 1<<31)) * time.Millisecond
}

// text reads a string. Its length is in UTF-16 units, as JavaScript counts.
func (r *reader) text() string {
	n := r.count()
	if r.err != nil || n == 0 {
		return ""
	}
	start := r.at
	for n > 0 {
		if r.at >= len(r.s) {
			r.fail("a string ends early")
			return ""
		}
		if r.s[r.at] < utf8.RuneSelf {
			r.at++
			n--
			continue
		}
		c, size := utf8.DecodeRuneInString(r.s[r.at:])
		r.at += size
		n--
		if c >= 0x10000 {
			n--
		}
	}
	if n < 0 {
		r.fail("half a character")
		return ""
	}
	return r.s[start:r.at]
}

// The fields of Attrs in the order of their bits.
var fields = []func(r *reader, a *tree.Attrs){
	func(r *reader, a *tree.Attrs) { a.Value, a.HasValue = r.text(), true },
	func(r *reader, a *tree.Attrs) { a.Checked = r.toggle() },
	func(r *reader, a *tree.Attrs) { a.Pressed = r.toggle() },
	func(r *reader, a *tree.Attrs) { a.Selected = r.toggle() },
	func(r *reader, a *tree.Attrs) { a.Expanded = r.toggle() },
	func(r *reader, a *tree.Attrs) { a.Level = int(min(r.number(), 1000)) },
	func(r *reader, a *tree.Attrs) { a.Invalid = r.text() },
	func(r *reader, a *tree.Attrs) { a.HasPopup = r.text() },
	func(r *reader, a *tree.Attrs) { a.Current = r.text() },
	func(r *reader, a *tree.Attrs) { a.Placeholder = r.text() },
	func(r *reader, a *tree.Attrs) { a.Description = r.text() },
	func(r *reader, a *tree.Attrs) { a.URL = r.text() },
	func(r *reader, a *tree.Attrs) { r.bounds(a) },
	func(r *reader, a *tree.Attrs) { a.Orientation = r.text() },
	func(r *reader, a *tree.Attrs) { a.Validation = r.text() },
	func(r *reader, a *tree.Attrs) {
		a.Scroll = tree.Scroll{Above: r.pixels(), Below: r.pixels(), Left: r.pixels(), Right: r.pixels()}
	},
	func(r *reader, a *tree.Attrs) { a.InputType = r.text() },
}

func (r *reader) attrs() *tree.Attrs {
	a := &tree.Attrs{}
	mask := r.number()
	for i, read := range fields {
		if mask&(1<<i) != 0 {
			read(r, a)
		}
	}
	if mask>>len(fields) != 0 {
		r.fail("an unknown property")
	}
	return a
}

func (r *reader) toggle() tree.Toggle {
	n := r.number()
	if n > uint64(tree.Mixed) {
		r.fail("a state out of range")
		return tree.NoToggle
	}
	return tree.Toggle(n)
}

func (r *reader) pixels() int { return int(min(r.number(), 1<<31)) }

// bounds reads the ends of a range as the page writes them. Without both there is none.
func (r *reader) bounds(a *tree.Attrs) {
	low, high := strings.TrimSpace(r.text()), strings.TrimSpace(r.text())
	var okLow, okHigh bool
	a.ValueMin, okLow = parseFloat(low)
	a.ValueMax, okHigh = parseFloat(high)
	a.HasRange = okLow && okHigh
	if !a.HasRange {
		a.ValueMin, a.ValueMax = 0, 0
	}
}
