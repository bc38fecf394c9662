package service

import (
	"sync"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// What a tab keeps rendered: how many shapes, and of each how many revisions and changes.
const (
	lensesKept   = 16
	picturesKept = 4
	changesKept  = 16
)

// renders holds the lenses of a tab, the most recently used last.
type renders struct {
	store    *refstore.Store
	measures *measures

	mu     sync.Mutex
	lenses []*lens
}

func (r *renders) init(store *refstore.Store, m *measures) { r.store, r.measures = store, m }

// lens returns the lens of a shape.
func (r *renders) lens(s shape) *lens {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, l := range r.lenses {
		if l.shape == s && i == len(r.lenses)-1 {
			return l
		}
		if l.shape == s {
			r.lenses = append(append(r.lenses[:i:i], r.lenses[i+1:]...), l)
			return l
		}
	}
	l := &lens{shape: s, store: r.store, measures: r.measures}
	r.lenses = append(r.lenses, l)
	if over := len(r.lenses) - lensesKept; over > 0 {
		r.lenses = append([]*lens(nil), r.lenses[over:]...)
	}
	return l
}

// lens shows the revisions of a tab in one shape. Everybody who wants that shape shares it, so each
// view, snapshot and change is worked out and encoded once.
type lens struct {
	shape    shape
	store    *refstore.Store
	measures *measures

	mu       sync.Mutex
	scope    tree.ID // what the viewer is made for
	viewer   *tree.Viewer
	pictures []*picture // the newest used last
	changes  []*change
}

// picture is one revision through a lens.
type picture struct {
	rev     *refstore.Revision
	tree    *tree.Tree
	chunks  map[observerv1.Format]*rendering
	answers map[answerKind][]encoded
}

// nodes returns how many nodes the picture has, the root not counted.
func (p *picture) nodes() uint32 {
	return uint32(p.tree.Root.Size() - 1)
}

// picture returns a revision through the lens.
func (l *lens) picture(rev *refstore.Revision) *picture {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pictureLocked(rev)
}

func (l *lens) pictureLocked(rev *refstore.Revision) *picture {
	for _, p := range l.pictures {
		if p.rev == rev {
			return p
		}
	}
	p := &picture{rev: rev, tree: l.applyLocked(rev.Tree), chunks: map[observerv1.Format]*rendering{}, answers: map[answerKind][]encoded{}}
	if p.tree.Root != nil {
		p.tree.Root.Seal()
	}
	l.pictures = append(l.pictures, p)
	if over := len(l.pictures) - picturesKept; over > 0 {
		l.pictures = append([]*picture(nil), l.pictures[over:]...)
	}
	return p
}

func (l *lens) applyLocked(t *tree.Tree) *tree.Tree {
	if l.shape == (shape{}) {
		return t
	}
	scope := tree.ID(0)
	if l.shape.scope != 0 {
		if scope = l.scopeIn(t); scope == 0 {
			return &tree.Tree{Root: &tree.Node{}, URL: t.URL, Title: t.Title, Docs: t.Docs, Loading: t.Loading}
		}
	}
	if l.viewer == nil || scope != l.scope {
		l.viewer, l.scope = tree.NewViewer(l.shape.view(scope), l.refOf), scope
	}
	return l.viewer.Apply(t)
}

// scopeIn returns the identity that the scope's ref has in a tree, 0 when it is not there. The
// present binding says so without a search when the tree is the current one.
func (l *lens) scopeIn(t *tree.Tree) tree.ID {
	now, err := l.store.Resolve(l.shape.scope)
	if current := l.store.Current(); err == nil && current != nil && t == current.Tree {
		return now.ID
	}
	return search(t.Root, l.shape.scope, now.ID)
}

// inScope fails with fault.RefNotFound or fault.StaleRef when a tree does not have the lens's scope.
func (l *lens) inScope(t *tree.Tree) error {
	if l.shape.scope == 0 || l.scopeIn(t) != 0 {
		return nil
	}
	if _, err := l.store.Resolve(l.shape.scope); err != nil {
		return err
	}
	return fault.New(fault.StaleRef, "the element %s is not in this snapshot", l.shape.scope).
		With("ref", l.shape.scope.String())
}

// search returns the id of the node with a ref, or with the id, which is 0 when it is not known.
func search(n *tree.Node, ref tree.Ref, id tree.ID) tree.ID {
	if n.Ref == ref || n.ID == id && id != 0 {
		return n.ID
	}
	for _, kid := range n.Children {
		if found := search(kid, ref, id); found != 0 {
			return found
		}
	}
	return 0
}

func (l *lens) refOf(id tree.ID) tree.Ref {
	ref, _ := l.store.RefFor(id)
	return ref
}
