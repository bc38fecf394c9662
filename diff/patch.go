package diff

import (
	"errors"
	"fmt"

	"github.com/observer-svc/observer-svc/tree"
)

// ErrMismatch is the error of operations that do not fit the tree they are applied to.
var ErrMismatch = errors.New("the operation does not fit the tree")

// Apply returns the tree that a becomes by the operations of d. What they do not touch is shared
// with a. It fails with ErrMismatch, and never panics, when they do not fit.
func Apply(a *tree.Tree, d *Delta) (*tree.Tree, error) {
	p, err := NewPatcher(a)
	if err != nil {
		return nil, err
	}
	if err := p.Apply(d.Ops); err != nil {
		return nil, err
	}
	next := *a
	next.Root = p.Root()
	return &next, nil
}

// Patcher is a tree to which operations are applied, one delta after another, at the cost of what
// they change. It belongs to one goroutine.
type Patcher struct {
	items map[tree.ID]*item
	root  *item
}

// item is a node under change.
type item struct {
	node        *tree.Node // what the node says; its children are right unless dirty
	dirty       bool       // the children, or something below them, changed
	parent      *item
	prev, next  *item
	first, last *item
}

// NewPatcher returns a Patcher that begins with t, which must be sealed. It fails with ErrMismatch
// when an identity occurs twice in t.
func NewPatcher(t *tree.Tree) (*Patcher, error) {
	p := &Patcher{items: make(map[tree.ID]*item, t.Root.Size())}
	if t.Root.ID != 0 {
		return nil, fmt.Errorf("the root is called %d: %w", t.Root.ID, ErrMismatch)
	}
	root, err := p.take(t.Root)
	if err != nil {
		return nil, err
	}
	p.root = root
	return p, nil
}

// Root returns the tree as it is now, sealed and immutable.
func (p *Patcher) Root() *tree.Node {
	root := p.root.build()
	root.Seal()
	return root
}

// Apply applies operations in order. After an error the Patcher is of no use any more.
func (p *Patcher) Apply(ops []Op) error {
	for i, op := range ops {
		if err := p.apply(op); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	return nil
}

func (p *Patcher) apply(op Op) error {
	switch op.Kind {
	case Added:
		return p.add(op)
	case Removed:
		return p.remove(op)
	case Changed:
		return p.change(op)
	case Moved:
		return p.move(op)
	case Renewed:
		return p.renew(op)
	default:
		return fmt.Errorf("kind %d: %w", op.Kind, ErrMismatch)
	}
}

// take makes items of a subtree.
func (p *Patcher) take(n *tree.Node) (*item, error) {
	if n == nil {
		return nil, fmt.Errorf("no node: %w", ErrMismatch)
	}
	if p.items[n.ID] != nil {
		return nil, fmt.Errorf("%d is there already: %w", n.ID, ErrMismatch)
	}
	it := &item{node: n, dirty: !n.Sealed()}
	p.items[n.ID] = it
	for _, kid := range n.Children {
		below, err := p.take(kid)
		if err != nil {
			return nil, err
		}
		it.insert(below, it.last)
	}
	return it, nil
}

// find returns the item of a node that is not the root.
func (p *Patcher) find(id tree.ID) (*item, error) {
	if it := p.items[id]; it != nil && id != 0 {
		return it, nil
	}
	return nil, fmt.Errorf("there is no node %d: %w", id, ErrMismatch)
}

// place returns the parent and the sibling that an operation names.
func (p *Patcher) place(op Op) (parent, after *item, err error) {
	if parent = p.items[op.Parent]; parent == nil {
		return nil, nil, fmt.Errorf("there is no parent %d: %w", op.Parent, ErrMismatch)
	}
	if op.After == 0 {
		return parent, nil, nil
	}
	if after = p.items[op.After]; after == nil || after.parent != parent {
		return nil, nil, fmt.Errorf("%d is no child of %d: %w", op.After, op.Parent, ErrMismatch)
	}
	return parent, after, nil
}

func (p *Patcher) add(op Op) error {
	parent, after, err := p.place(op)
	if err != nil {
		return err
	}
	it, err := p.take(op.Node)
	if err != nil {
		return err
	}
	parent.insert(it, after)
	parent.touch()
	return nil
}

func (p *Patcher) remove(op Op) error {
	it, err := p.find(op.ID)
	if err != nil {
		return err
	}
	it.parent.touch()
	it.cut()
	it.each(func(below *item) { delete(p.items, below.node.ID) })
	return nil
}

func (p *Patcher) change(op Op) error {
	it, err := p.find(op.ID)
	if err != nil {
		return err
	}
	if op.Node == nil || op.Node.ID == 0 {
		return fmt.Errorf("%d becomes nothing: %w", op.ID, ErrMismatch)
	}
	if op.Node.ID != op.ID {
		if p.items[op.Node.ID] != nil {
			return fmt.Errorf("%d is there already: %w", op.Node.ID, ErrMismatch)
		}
		delete(p.items, op.ID)
		p.items[op.Node.ID] = it
	}
	it.node = op.Node
	it.touch()
	return nil
}

func (p *Patcher) move(op Op) error {
	it, err := p.find(op.ID)
	if err != nil {
		return err
	}
	parent, after, err := p.place(op)
	if err != nil {
		return err
	}
	for up := parent; up != nil; up = up.parent {
		if up == it {
			return fmt.Errorf("%d cannot move into itself: %w", op.ID, ErrMismatch)
		}
	}
	if after == it {
		return fmt.Errorf("%d cannot stand after itself: %w", op.ID, ErrMismatch)
	}
	it.parent.touch()
	it.cut()
	parent.insert(it, after)
	parent.touch()
	return nil
}

// renew gives new identities to a subtree.
func (p *Patcher) renew(op Op) error {
	it, err := p.find(op.ID)
	if err != nil {
		return err
	}
	var all []*item
	it.each(func(below *item) { all = append(all, below) })
	if len(all) != len(op.IDs) {
		return fmt.Errorf("%d identities for %d nodes: %w", len(op.IDs), len(all), ErrMismatch)
	}
	for _, below := range all {
		delete(p.items, below.node.ID)
	}
	for i, below := range all {
		id := op.IDs[i]
		if id == 0 || p.items[id] != nil {
			return fmt.Errorf("%d is there already: %w", id, ErrMismatch)
		}
		n := below.node.WithChildren(nil)
		n.ID = id
		below.node, p.items[id] = n, below
		below.dirty = true
	}
	it.parent.touch()
	return nil
}
