package refstore

import "github.com/observer-svc/observer-svc/tree"

// vacancy is a ref whose element is gone in the commit under way and which an equal new element may
// take over.
type vacancy struct {
	bond   *bond
	node   *tree.Node
	deaf   bool // whether it surely did not listen
	record record
	anchor path // the path of the unique named ancestor that an unnamed element needs; 0 when named
}

// kind is which of its two paths an element is known by.
type kind func(way) path

func byNames(w way) path { return w.names }
func byTexts(w way) path { return w.texts }

// open are the vacancies of a commit by the path that only they had.
type open map[path]vacancy

// vacancies returns the refs of gone elements that can be adopted, by one kind of path. It looks at
// the tree before the commit.
func (c *change) vacancies(k kind) open {
	all, read := open{}, records{}
	for _, id := range c.gone {
		tie, was := c.store.bonds.byID[id], c.store.live[id]
		if tie == nil || was.node.Role == frameRole || c.store.paths[k(was.way)] != 1 {
			continue
		}
		v := vacancy{bond: tie, node: was.node, deaf: c.store.deaf(was.node), record: c.oldRecord(was, read)}
		if !named(was, k) {
			if v.anchor = c.store.anchor(was, k); v.anchor == 0 {
				continue
			}
		}
		all[k(was.way)] = v
	}
	return all
}

// frameRole is the role of an element that owns a frame. Its ref stands for the frame's document
// too, so it is never adopted.
const frameRole = "iframe"

// named reports whether a path says more of its element than the role.
func named(e element, k kind) bool {
	return e.node.Name != "" || k(e.way) == e.way.texts && text(e.node) != ""
}

// anchor returns the path of the nearest ancestor that is named and has a path of its own, 0 when
// there is none.
func (s *Store) anchor(e element, k kind) path {
	for e.node.ID != 0 {
		e = s.live[e.parent]
		if named(e, k) && s.paths[k(e.way)] == 1 {
			return k(e.way)
		}
	}
	return 0
}

// adopt lets new elements take over the refs of equal ones that are gone. It looks at the tree after
// the commit.
func (c *change) adopt(all open, k kind) {
	if len(all) == 0 {
		return
	}
	read := records{}
	for i := range c.visits {
		v := &c.visits[i]
		if v.old != nil || c.store.bonds.byID[v.node.ID] != nil {
			continue
		}
		p := k(v.at.way)
		old, ok := all[p]
		if !ok || c.store.bonds.byID[old.node.ID] != old.bond || !c.equal(v.node, p, old) ||
			!c.newRecord(v, read).continues(old.record, v.node.Name) {
			continue
		}
		c.rebound = append(c.rebound, Rebound{old.bond.ref, old.bond.id, v.node.ID, v.node.Role, v.node.Name})
		c.store.bonds.adopt(old.bond, v.node.ID)
		if old.deaf && c.store.unheard[v.node.ID] {
			c.store.unsure[v.node.ID] = true
		}
	}
}

// equal reports whether no reader could tell a new element, whose path is p, from the one that is
// gone. Equal paths say that all ancestors are alike. An element that listens for clicks where the
// old one did not is something else: a page that came to life, whose dead buttons did nothing.
func (c *change) equal(n *tree.Node, p path, old vacancy) bool {
	return c.store.paths[p] == 1 &&
		n.Role == old.node.Role && n.Name == old.node.Name &&
		n.ID.Doc() == old.node.ID.Doc() && (!n.Listening || !old.deaf) &&
		(old.anchor == 0 || c.store.paths[old.anchor] == 1)
}

// deaf reports whether an element surely does not listen. One that took over a ref without being
// heard counts as the one before it.
func (s *Store) deaf(n *tree.Node) bool {
	return !n.Listening && (!s.unheard[n.ID] || s.unsure[n.ID])
}

// hear learns which elements listen. An element that turns out to listen where the one whose ref it
// took over did not is something else after all: the ref ends.
func (c *change) hear() {
	s := c.store
	for i := range c.visits {
		n := c.visits[i].node
		if !n.Listening || !s.unsure[n.ID] {
			continue
		}
		s.bonds.part(n.ID, c.number, s.opts.MaxRetired)
		delete(s.unsure, n.ID)
	}
}
