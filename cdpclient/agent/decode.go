package agent

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/tree"
)

// ErrWire says that an answer is not in the form this version of the agent writes.
var ErrWire = errors.New("the page agent's answer cannot be read")

// Answer is one decoded answer to pull.
type Answer struct {
	Cursor    uint64        // to be passed to the next pull
	Loading   bool          // the document has not finished loading
	WantsEars bool          // the agent would like to be told the click listeners now
	Unheard   bool          // it does not know the listeners of the newest elements yet
	InDoubt   bool          // it suspects more than it has told; pull after Again for more
	KnowsWhy  bool          // it knows of something that may have led to a new layout
	Unaided   bool          // the browser has no utilities: roles and names are for the accessibility tree to tell
	Structure uint64        // the version of the document's structure, for the ears
	Roots     uint64        // the version of the list of its shadow roots, 0 while it has none
	Again     time.Duration // when to pull again although no bell rang
	Rest      time.Duration // how long not to pull, so that the page keeps most of its time
	HasPlace  bool          // URL and Title are told; they are when they changed
	URL       string
	Title     string
	Suspects  []tree.Key  // elements that may have a closed shadow root
	Changed   bool        // Update says something
	Update    tree.Update // what changed
}

// The heads of answers.
const (
	modeNothing = 'N'
	modeEmpty   = 'E'
	modeFull    = 'F'
	modeDelta   = 'D'
)

// Bits of the head.
const (
	headLoading = 1 << iota
	headPlace
	headEars
	headDoubt
	headUnheard
	headKnowsWhy
	headUnaided
)

// Bits of a form.
const (
	formName = 1 << iota
	formAttrs
	formKids
	formNameOfText
)

// Bits of an entry.
const (
	entryRecord = 1 << iota
	entryKids
)

// fewestBytes is how many bytes a record takes at least: its key and its form.
const fewestBytes = 2

const (
	newForm   = 0
	reference = 1
	firstForm = 2
)

// form is a combination that the records of many nodes share.
type form struct {
	kind  tree.Kind
	flags tree.Flags
	tag   string
	role  string
	bits  uint64
}

// Decoder reads the answers of one agent, which build on each other. It is not safe for concurrent
// use. After an error it must be dropped.
type Decoder struct {
	forms []form
	words map[string]string // tags and roles, each once
	in    reader
	last  uint64 // key
	out   []tree.Record
	keys  []tree.Key // room for lists of children
}

// NewDecoder returns a decoder for an agent that has told nothing yet.
func NewDecoder() *Decoder { return &Decoder{words: map[string]string{}} }

// Decode reads one answer. It allocates in proportion to its length. Errors wrap ErrWire.
func (d *Decoder) Decode(answer string) (a Answer, err error) {
	d.in, d.last = reader{s: answer}, 0
	if answer == "" {
		return a, fmt.Errorf("%w: it is empty", ErrWire)
	}
	d.in.at = 1
	d.head(&a)
	switch answer[0] {
	case modeNothing:
	case modeEmpty:
		a.Changed, a.Update.Full = true, true
	case modeFull:
		a.Changed, a.Update.Full = true, true
		a.Update.Root = d.whole()
	case modeDelta:
		a.Changed = true
		d.delta()
	default:
		d.in.fail("unknown mode")
	}
	if d.in.err == nil && d.in.at != len(answer) {
		d.in.fail("it goes on")
	}
	if d.in.err != nil {
		return Answer{}, d.in.err
	}
	// The decoder outlives the answer, which may be large, and keeps nothing of it but the words.
	a.Update.Records = d.out
	d.in, d.out, d.keys = reader{}, nil, nil
	return a, nil
}

func (d *Decoder) head(a *Answer) {
	a.Cursor = d.in.number()
	bits := d.in.number()
	a.Loading, a.WantsEars = bits&headLoading != 0, bits&headEars != 0
	a.HasPlace, a.InDoubt, a.Unheard = bits&headPlace != 0, bits&headDoubt != 0, bits&headUnheard != 0
	a.KnowsWhy, a.Unaided = bits&headKnowsWhy != 0, bits&headUnaided != 0
	a.Again, a.Rest = d.in.millis(), d.in.millis()
	a.Structure, a.Roots = d.in.number(), d.in.number()
	if a.HasPlace {
		a.URL, a.Title = d.in.text(), d.in.text()
	}
	n := d.in.count()
	for range n {
		a.Suspects = append(a.Suspects, tree.Key(d.in.number()))
	}
}

// whole reads all records there are, after their number.
func (d *Decoder) whole() tree.Key {
	d.forms = d.forms[:0]
	n := min(d.in.count(), (len(d.in.s)-d.in.at)/fewestBytes)
	d.out, d.keys = make([]tree.Record, 0, n), make([]tree.Key, n)
	return d.subtree()
}

func (d *Decoder) delta() {
	n := d.in.count()
	for range n {
		if d.in.err != nil {
			return
		}
		d.entry()
	}
}

// entry reads what changed at one known node.
func (d *Decoder) entry() {
	bits := d.in.number()
	key := d.key()
	at := len(d.out)
	d.out = append(d.out, tree.Record{Raw: tree.Raw{Key: key}, Keep: true})
	if bits&entryRecord != 0 {
		f, ok := d.form()
		if !ok || f.bits&(formKids|formNameOfText) != 0 {
			d.in.fail("a record of an unknown form")
			return
		}
		d.out[at].Keep = false
		d.line(&d.out[at].Raw, f)
	}
	if bits&entryKids == 0 {
		return
	}
	start, remove, n := d.in.number(), d.in.number(), d.in.count()
	if start > math.MaxInt32 || remove > math.MaxInt32 {
		d.in.fail("a splice out of range")
		return
	}
	insert := make([]tree.Key, 0, min(n, 16))
	for range n {
		if d.in.err != nil {
			return
		}
		insert = append(insert, d.subtree())
	}
	r := &d.out[at]
	r.KidsChanged, r.Start, r.Delete, r.Insert = true, int(start), int(remove), insert
}

// open is a node whose children are being read.
type open struct {
	record int // in out
	left   int // children to come
	text   bool
}

// subtree reads a node that is new, with all below it, or a reference to a known one.
func (d *Decoder) subtree() tree.Key {
	root, level, _ := d.node()
	var stack []open
	for {
		for level.left == 0 {
			d.close(level)
			if len(stack) == 0 {
				return root
			}
			level, stack = stack[len(stack)-1], stack[:len(stack)-1]
		}
		key, inner, isKnown := d.node()
		if d.in.err != nil {
			return root
		}
		level.left--
		r := &d.out[level.record]
		r.Insert = append(r.Insert, key)
		if !isKnown && (inner.left > 0 || inner.text) {
			stack = append(stack, level)
			level = inner
		}
	}
}

// node reads the beginning of a node.
func (d *Decoder) node() (key tree.Key, o open, isKnown bool) {
	key = d.key()
	f, ok := d.form()
	if !ok {
		return key, o, true
	}
	o.record = len(d.out)
	d.out = append(d.out, tree.Record{Raw: tree.Raw{Key: key}})
	r := &d.out[o.record]
	d.line(&r.Raw, f)
	if f.bits&formKids != 0 {
		o.left = d.in.count()
		r.KidsChanged = o.left > 0
		r.Insert = d.room(o.left)
	}
	o.text = f.bits&formNameOfText != 0
	return key, o, false
}

// room returns an empty list for so many children.
func (d *Decoder) room(n int) []tree.Key {
	if n > len(d.keys) {
		return make([]tree.Key, 0, min(n, 16))
	}
	list := d.keys[:0:n]
	d.keys = d.keys[n:]
	return list
}

// close completes a node whose children were read. Its name may be the text of the only one, which
// then is the record after it.
func (d *Decoder) close(o open) {
	if !o.text {
		return
	}
	if len(d.out) != o.record+2 || len(d.out[o.record].Insert) != 1 {
		d.in.fail("a name of no text")
		return
	}
	d.out[o.record].Raw.Name = strings.Trim(d.out[o.record+1].Raw.Name, " ")
}

func (d *Decoder) line(r *tree.Raw, f form) {
	r.Kind, r.Flags, r.Tag, r.Role = f.kind, f.flags, f.tag, f.role
	if f.bits&formName != 0 {
		r.Name = d.in.text()
	}
	if f.bits&formAttrs != 0 {
		r.Attrs = d.in.attrs()
	}
}

// form reads which form a record has; not ok means that it is a reference instead.
func (d *Decoder) form() (f form, ok bool) {
	n := d.in.number()
	switch {
	case n == reference:
		return form{}, false
	case n == newForm:
		f = form{tag: d.word(), role: d.word(), flags: tree.Flags(d.in.number()), bits: d.in.number()}
		if f.tag == "#text" || strings.HasPrefix(f.tag, ":") {
			f.kind = tree.Text
		}
		if d.in.err == nil {
			d.forms = append(d.forms, f)
		}
		return f, true
	case n-firstForm < uint64(len(d.forms)):
		return d.forms[n-firstForm], true
	}
	d.in.fail("an unknown form")
	return form{}, true
}

func (d *Decoder) word() string {
	s := d.in.text()
	if known, ok := d.words[s]; ok {
		return known
	}
	s = strings.Clone(s)
	d.words[s] = s
	return s
}

// key reads a key: the difference to the one after the last.
func (d *Decoder) key() tree.Key {
	n := d.in.number()
	delta := int64(n >> 1)
	if n&1 != 0 {
		delta = -delta - 1
	}
	d.last += 1 + uint64(delta)
	if d.last == 0 || d.last >= 1<<38 {
		d.in.fail("a key out of range")
	}
	return tree.Key(d.last)
}

func parseFloat(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return f, err == nil
}
