package tree

import (
	"errors"
	"fmt"
)

// ErrMirror says that an update does not fit the document it is for. The document is then of no
// use any more: start a new one with a full update.
var ErrMirror = errors.New("the update does not fit the document")

// Update is what an engine says has changed in one document since its last update.
type Update struct {
	Full    bool // the records are the whole document; what was known before is forgotten
	Root    Key  // of a full update; 0 when the document shows nothing
	Records []Record
}

// Record is a new node, or what has changed at a known one.
type Record struct {
	Raw  Raw  // without Kids
	Keep bool // the node itself is as before, only its children changed; only Raw.Key has a meaning
	// KidsChanged says that Delete children from position Start on give way to Insert. An inserted
	// node is new in the same update, or known and moved here from where it was.
	KidsChanged   bool
	Start, Delete int
	Insert        []Key
}

// Document is the mirror of one document on our side. It is not safe for concurrent use; the Raw
// nodes it gives out are.
type Document struct {
	entries map[Key]*entry
	root    *entry
	round   uint32 // counts the updates, to mark entries without clearing marks
}

// entry is a node with its place, which changes, and its picture, which does not.
type entry struct {
	raw    *Raw
	parent *entry
	kids   []*entry
	stale  bool   // raw is not up to date
	sound  uint32 // the round in which it was seen to hang on the root
}

// NewDocument returns an empty document.
func NewDocument() *Document { return &Document{entries: map[Key]*entry{}} }

// Root returns the root element, or nil when the document shows nothing. The nodes are immutable,
// and the same pointers as before where nothing changed in a subtree.
func (d *Document) Root() *Raw {
	if d.root == nil {
		return nil
	}
	return d.root.raw
}

// Len returns how many nodes the document has.
func (d *Document) Len() int { return len(d.entries) }

// Apply brings the document up to date. The cost follows the update and the depth of what changed.
// An error wraps ErrMirror.
func (d *Document) Apply(u Update) error {
	d.round++
	if u.Full {
		d.entries, d.root = make(map[Key]*entry, len(u.Records)), nil
	}
	splices, made, err := d.take(u.Records)
	if err != nil {
		return err
	}
	placed, err := d.splice(splices)
	if err != nil {
		return err
	}
	if u.Full {
		if err := d.plant(u.Root); err != nil {
			return err
		}
	}
	if err := d.check(append(placed, made...)); err != nil {
		return err
	}
	d.repaint()
	return nil
}

// spliced is an entry with the change of its children.
type spliced struct {
	entry  *entry
	record *Record
}

// roomOfEntries is for how many entries there is made room at once: one that stays keeps those made with it
// in memory.
const roomOfEntries = 64

// take takes over the nodes themselves. It returns what is left to do with their children, and the
// new entries.
func (d *Document) take(records []Record) (splices []spliced, made []*entry, err error) {
	var room []entry
	for i := range records {
		r := &records[i]
		e := d.entries[r.Raw.Key]
		switch {
		case e == nil && r.Keep:
			return nil, nil, fmt.Errorf("%w: node %d is not known", ErrMirror, r.Raw.Key)
		case e == nil:
			if len(room) == 0 {
				room = make([]entry, min(len(records)-i, roomOfEntries))
			}
			e, room = &room[0], room[1:]
			e.raw, e.stale = &r.Raw, true
			d.entries[r.Raw.Key] = e
			made = append(made, e)
		case !r.Keep:
			e.raw = &r.Raw
			d.age(e)
		}
		if r.KidsChanged {
			splices = append(splices, spliced{e, r})
		}
	}
	return splices, made, nil
}

// splice changes the lists of children: first everything leaves its place, then everything takes
// its new one. It returns the entries that got a place.
func (d *Document) splice(splices []spliced) ([]*entry, error) {
	var left []*entry
	for _, s := range splices {
		start, end := s.record.Start, s.record.Start+s.record.Delete
		if start < 0 || s.record.Delete < 0 || end > len(s.entry.kids) || end < start {
			return nil, fmt.Errorf("%w: node %d has %d children, not %d", ErrMirror, s.record.Raw.Key, len(s.entry.kids), end)
		}
		for _, kid := range s.entry.kids[start:end] {
			kid.parent = nil
			left = append(left, kid)
		}
	}
	inserted := 0
	for _, s := range splices {
		inserted += len(s.record.Insert)
	}
	placed := make([]*entry, 0, inserted)
	for _, s := range splices {
		kids, err := d.placed(s)
		if err != nil {
			return nil, err
		}
		placed = append(placed, kids...)
		s.entry.kids = join(s.entry.kids[:s.record.Start], kids, s.entry.kids[s.record.Start+s.record.Delete:])
		d.age(s.entry)
	}
	for _, kid := range left {
		d.drop(kid)
	}
	return placed, nil
}

// placed returns the entries a splice inserts, with their parent set.
func (d *Document) placed(s spliced) ([]*entry, error) {
	kids := make([]*entry, len(s.record.Insert))
	for i, key := range s.record.Insert {
		kid := d.entries[key]
		if kid == nil {
			return nil, fmt.Errorf("%w: node %d gets an unknown child %d", ErrMirror, s.record.Raw.Key, key)
		}
		if kid.parent != nil || kid == d.root {
			return nil, fmt.Errorf("%w: node %d has two places", ErrMirror, key)
		}
		kid.parent = s.entry
		kids[i] = kid
	}
	return kids, nil
}

func join(before, middle, after []*entry) []*entry {
	if len(before) == 0 && len(after) == 0 {
		return middle
	}
	kids := make([]*entry, 0, len(before)+len(middle)+len(after))
	kids = append(kids, before...)
	kids = append(kids, middle...)
	return append(kids, after...)
}

// drop forgets an entry that left its place and got no other, with what is below it.
func (d *Document) drop(top *entry) {
	if top.parent != nil {
		return
	}
	stack := []*entry{top}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		delete(d.entries, e.raw.Key)
		for _, kid := range e.kids {
			if kid.parent == e {
				kid.parent = nil
				stack = append(stack, kid)
			}
		}
	}
}

// plant sets the root of a full update.
func (d *Document) plant(root Key) error {
	if root == 0 {
		if len(d.entries) != 0 {
			return fmt.Errorf("%w: nodes without a root", ErrMirror)
		}
		return nil
	}
	e := d.entries[root]
	if e == nil || e.parent != nil {
		return fmt.Errorf("%w: node %d is no root", ErrMirror, root)
	}
	d.root = e
	return nil
}

// check sees to it that what got a place hangs on the root, so that there are no cycles.
func (d *Document) check(placed []*entry) error {
	var path []*entry
	for _, e := range placed {
		path = path[:0]
		for e != nil && e != d.root && e.sound != d.round {
			if len(path) > len(d.entries) {
				return fmt.Errorf("%w: node %d is inside itself", ErrMirror, e.raw.Key)
			}
			path = append(path, e)
			e = e.parent
		}
		if e == nil {
			return fmt.Errorf("%w: a node hangs on nothing", ErrMirror)
		}
		for _, p := range path {
			p.sound = d.round
		}
	}
	return nil
}

// age marks an entry and those above it for a new picture.
func (d *Document) age(e *entry) {
	for ; e != nil && !e.stale; e = e.parent {
		e.stale = true
	}
}

// repaint makes new pictures where needed, children first.
func (d *Document) repaint() {
	if d.root == nil || !d.root.stale {
		return
	}
	stack := []*entry{d.root}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		fresh := true
		for _, kid := range e.kids {
			if kid.stale {
				stack = append(stack, kid)
				fresh = false
			}
		}
		if !fresh {
			continue
		}
		stack = stack[:len(stack)-1]
		e.paint()
	}
}

// paint makes the picture of an entry whose children have theirs. It does not touch what a Builder
// may be writing into the old picture.
func (e *entry) paint() {
	old := e.raw
	raw := &Raw{
		Key: old.Key, Kind: old.Kind, Flags: old.Flags, Tag: old.Tag,
		Role: old.Role, Name: old.Name, Attrs: old.Attrs,
	}
	if len(e.kids) > 0 {
		raw.Kids = make([]*Raw, len(e.kids))
		for i, kid := range e.kids {
			raw.Kids[i] = kid.raw
		}
	}
	e.raw, e.stale = raw, false
}
