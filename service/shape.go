package service

import (
	"strconv"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// shape is which part of a tab's trees a caller sees. It is comparable: callers with the same shape
// share what is rendered.
type shape struct {
	interactive, all bool
	depth            uint32
	scope            tree.Ref // 0 for the whole page
}

// shapeOf reads a view.
func shapeOf(v *observerv1.View) (shape, error) {
	s := shape{
		interactive: v.GetInteractiveOnly(), depth: v.GetMaxDepth(),
		all: v.GetRefs() == observerv1.RefPolicy_REF_POLICY_ALL,
	}
	if v.GetScopeRef() == "" {
		return s, nil
	}
	ref, ok := tree.ParseRef(v.GetScopeRef())
	if !ok {
		return s, invalid("view.scope_ref", "%q is not a ref; a ref looks like e5, as the tree shows it", v.GetScopeRef())
	}
	s.scope = ref
	return s, nil
}

// liveShape reads a view whose scope must be an element of the current tree. It fails with
// fault.RefNotFound or fault.StaleRef when it is not.
func liveShape(v *observerv1.View, store *refstore.Store) (shape, error) {
	if v.GetMarkCovered() {
		return shape{}, invalid("view.mark_covered", "is only for Observe; observe after the change instead")
	}
	s, err := shapeOf(v)
	if err == nil && s.scope != 0 {
		_, err = store.Resolve(s.scope)
	}
	return s, err
}

// key names the shape and a format for tokens: two keys are equal when both are.
func (s shape) key(f observerv1.Format) string {
	b := []byte{'0', '0', byte('0' + f)}
	if s.interactive {
		b[0] = '1'
	}
	if s.all {
		b[1] = '1'
	}
	b = append(strconv.AppendUint(b, uint64(s.depth), 10), ' ')
	return string(strconv.AppendUint(b, uint64(s.scope), 10))
}

// view returns the view that shows the scope under the identity it has in some tree.
func (s shape) view(scope tree.ID) tree.View {
	return tree.View{InteractiveOnly: s.interactive, MaxDepth: int(s.depth), Scope: scope, AllRefs: s.all}
}

// format fills in the default.
func format(f observerv1.Format) observerv1.Format {
	if f == observerv1.Format_FORMAT_UNSPECIFIED {
		return observerv1.Format_FORMAT_TEXT
	}
	return f
}

func hasText(f observerv1.Format) bool  { return f != observerv1.Format_FORMAT_NODES }
func hasNodes(f observerv1.Format) bool { return f != observerv1.Format_FORMAT_TEXT }
