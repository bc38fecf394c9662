package refstore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// site is a page that changes as pages do: it inserts, removes, moves, renames, hides and shows,
// renders parts again, uses elements for other records, navigates, and replaces its frame.
type site struct {
	*rand.Rand
	keys   int
	main   *el
	hidden []*el  // what was hidden, with its parent in under
	under  []*el  // parents of hidden
	frame  string // the child frame, "" when there is none
	loads  int
	loader map[string]string
	built  map[string]*tree.Node // what earlier captures made, as a builder remembers it
	listen map[tree.ID]bool      // what listens as of the last capture
}

// el is an element of a site.
type el struct {
	key       int
	role      string
	name      string
	text      string
	listening bool
	frame     string // of the document that an iframe holds
	kids      []*el
}

func newSite(seed uint64) *site {
	s := &site{Rand: rand.New(rand.NewPCG(seed, 7)), loader: map[string]string{}, built: map[string]*tree.Node{}, listen: map[tree.ID]bool{}}
	s.navigate()
	return s
}

func (s *site) navigate() {
	s.loads++
	s.loader["main"] = fmt.Sprint("L", s.loads)
	s.main, s.hidden, s.under, s.frame = &el{}, nil, nil, ""
	for range s.IntN(6) {
		s.main.kids = append(s.main.kids, s.part())
	}
}

var words = []string{"", "Ann", "Bob", "Cid"}

func (s *site) el(role string) *el {
	s.keys++
	return &el{key: s.keys, role: role, name: words[s.IntN(len(words))], listening: s.IntN(20) == 0}
}

// part returns a list of records, or a lone button.
func (s *site) part() *el {
	if s.IntN(3) == 0 {
		return s.el("button")
	}
	list := s.el("list")
	for range s.IntN(4) {
		row := s.el("listitem")
		if row.text = words[s.IntN(len(words))]; s.IntN(2) == 0 {
			row.name = ""
		}
		for range 1 + s.IntN(2) {
			row.kids = append(row.kids, s.el("button"))
		}
		list.kids = append(list.kids, row)
	}
	return list
}

// again returns e rendered again: equal elements with new keys, and sometimes something else.
func (s *site) again(e *el) *el {
	s.keys++
	c := *e
	c.key, c.kids = s.keys, nil
	if s.IntN(12) == 0 {
		c.name = words[s.IntN(len(words))]
	}
	if s.IntN(12) == 0 && e.role == "listitem" {
		c.text = words[s.IntN(len(words))]
	}
	for _, kid := range e.kids {
		if kid.role == "iframe" || s.IntN(15) == 0 {
			continue
		}
		c.kids = append(c.kids, s.again(kid))
	}
	return &c
}

// pick returns a random element of the main document and its place.
func (s *site) pick() (parent *el, place int) {
	seen := 0
	var walk func(*el)
	walk = func(p *el) {
		for i, kid := range p.kids {
			seen++
			if s.IntN(seen) == 0 {
				parent, place = p, i
			}
			if kid.role != "iframe" {
				walk(kid)
			}
		}
	}
	walk(s.main)
	return parent, place
}

func (e *el) take(place int) *el {
	kid := e.kids[place]
	e.kids = append(append([]*el(nil), e.kids[:place]...), e.kids[place+1:]...)
	return kid
}

func (e *el) put(place int, kid *el) {
	place = min(place, len(e.kids))
	e.kids = append(append(append([]*el(nil), e.kids[:place]...), kid), e.kids[place:]...)
}

// step does one thing to the page.
func (s *site) step() {
	parent, place := s.pick()
	if parent == nil {
		s.main.put(0, s.part())
		return
	}
	e := parent.kids[place]
	switch s.IntN(14) {
	case 0, 1:
		parent.put(place, s.part())
	case 2:
		s.forget(parent.take(place))
	case 3:
		to, at := s.pick()
		s.move(parent, place, to, at)
	case 4:
		// Also: the element is used for another record.
		if e.role == "listitem" && s.IntN(2) == 0 {
			e.text = words[s.IntN(len(words))]
		} else {
			e.name = words[s.IntN(len(words))]
		}
	case 5:
		if e.role != "iframe" {
			s.hidden, s.under = append(s.hidden, parent.take(place)), append(s.under, parent)
		}
	case 6:
		s.show()
	case 7, 8, 9:
		if e.role != "iframe" {
			s.forget(e)
			parent.kids[place] = s.again(e)
		}
	case 10:
		s.Shuffle(len(parent.kids), func(i, j int) { parent.kids[i], parent.kids[j] = parent.kids[j], parent.kids[i] })
	case 11:
		s.embed()
	case 12:
		e.listening = !e.listening
	case 13:
		if s.IntN(8) == 0 {
			s.navigate()
		}
	}
}

func (s *site) move(from *el, place int, to *el, at int) {
	if kid := from.kids[place]; kid != to && !inside(kid, to) {
		to.put(at, from.take(place))
	}
}

func inside(e, what *el) bool {
	for _, kid := range e.kids {
		if kid == what || inside(kid, what) {
			return true
		}
	}
	return false
}

// show brings back what was hidden, where its parent is still there.
func (s *site) show() {
	if len(s.hidden) == 0 {
		return
	}
	i := s.IntN(len(s.hidden))
	e, p := s.hidden[i], s.under[i]
	s.hidden = append(s.hidden[:i:i], s.hidden[i+1:]...)
	s.under = append(s.under[:i:i], s.under[i+1:]...)
	if p == s.main || inside(s.main, p) {
		p.put(0, e)
	}
}

// forget notes that a frame below e is gone.
func (s *site) forget(e *el) {
	if e.frame != "" && e.frame == s.frame {
		s.frame = ""
	}
	for _, kid := range e.kids {
		s.forget(kid)
	}
}

// embed adds a frame, or loads another document in the one that is there.
func (s *site) embed() {
	s.loads++
	if s.frame == "" {
		s.frame = fmt.Sprint("F", s.loads)
		f := s.el("iframe")
		f.frame = s.frame
		s.main.put(0, f)
	}
	s.loader[s.frame] = fmt.Sprint("L", s.loads)
	for _, kid := range s.main.kids {
		if kid.frame == s.frame {
			kid.kids = []*el{s.part(), s.part()}
		}
	}
}

// tree captures the page for a fork: all of it anew, or as a builder does, with the very nodes of
// earlier captures where nothing changed.
func (s *site) tree(f *refstore.Fork) *tree.Tree {
	t := &tree.Tree{Root: &tree.Node{}, Docs: map[tree.FrameID]tree.Doc{}}
	if s.IntN(3) == 0 {
		clear(s.built)
	}
	t.Unheard = s.IntN(3) == 0
	s.capture(f, t, t.Root, s.main.kids, "main")
	return t
}

// capture adds the nodes of elements to their parent and returns what they are, in words.
func (s *site) capture(f *refstore.Fork, t *tree.Tree, parent *tree.Node, kids []*el, frame string) string {
	doc := f.Doc(tree.FrameID(frame), s.loader[frame])
	t.Docs[tree.FrameID(frame)] = doc
	var all strings.Builder
	for _, e := range kids {
		n := &tree.Node{
			ID: tree.NewID(doc, tree.Key(e.key)), Role: e.role, Name: e.name, Listening: s.hears(doc, e, t.Unheard),
			Actionable: e.role == "button" || e.role == "iframe", Value: e.text, HasValue: e.text != "",
		}
		within := frame
		if e.frame != "" {
			within = e.frame
		}
		words := fmt.Sprint(n.ID, n.Role, n.Name, "/", n.Value, n.Listening, "(", s.capture(f, t, n, e.kids, within), ")")
		if s.built[words] == nil {
			s.built[words] = n
		}
		parent.Children = append(parent.Children, s.built[words])
		all.WriteString(words)
	}
	return all.String()
}

// hears returns whether e is known to listen. A capture that did not hear knows what the last one that
// did knew, and nothing about newer elements.
func (s *site) hears(doc tree.Doc, e *el, deaf bool) bool {
	id := tree.NewID(doc, tree.Key(e.key))
	if !deaf {
		s.listen[id] = e.listening
	}
	return s.listen[id]
}
