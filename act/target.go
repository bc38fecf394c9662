package act

import (
	"context"
	"strings"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
	"github.com/observer-svc/observer-svc/refstore"
	"github.com/observer-svc/observer-svc/tree"
)

// snapshotOf returns the revision of a snapshot id of this tab, 0 when id is empty.
func snapshotOf(store *refstore.Store, id string) (uint64, error) {
	if id == "" {
		return 0, nil
	}
	_, _, revision, err := refstore.ParseSnapshotID(id)
	if err != nil {
		return 0, err
	}
	if store.SnapshotID(revision) != id {
		return 0, fault.New(fault.StaleSnapshotCursor,
			"the snapshot is of another tab, or of a browser that is gone; observe the tab again").With("snapshot_id", id)
	}
	return revision, nil
}

// resolve returns what a ref means now, if it still is what the caller read.
func (s *step) resolve(name string) (refstore.Binding, error) {
	ref, err := parseRef(name)
	if err != nil {
		return refstore.Binding{}, err
	}
	store := s.env.Page.Store()
	b, err := store.Resolve(ref)
	if err != nil {
		return b, err
	}
	if s.snapshot != 0 {
		if err := store.CheckUnchanged(ref, s.snapshot); err != nil {
			return b, err
		}
	}
	return b, nil
}

// element returns the element of a ref, and what the tree says of it.
func (s *step) element(ctx context.Context, name string) (*cdpclient.Element, refstore.Binding, error) {
	b, err := s.resolve(name)
	if err != nil {
		return nil, b, err
	}
	el, err := s.tab().Element(ctx, b.Frame, b.LoaderID, b.Key)
	return el, b, err
}

// target returns a node as messages show it.
func target(n *tree.Node) *observerv1.Target {
	if n == nil {
		return nil
	}
	return &observerv1.Target{Ref: n.Ref.String(), Role: n.Role, Name: n.Name}
}

// describe names a target in a sentence; page text is quoted.
func describe(t *observerv1.Target) string {
	var b strings.Builder
	b.WriteString(t.GetRole())
	if t.GetName() != "" {
		b.WriteString(" " + quote(t.GetName()))
	}
	if t.GetRef() != "" {
		b.WriteString(" [ref=" + t.GetRef() + "]")
	}
	return b.String()
}

// refOf returns the ref that a step acts on, empty when it has none.
func refOf(s *observerv1.Step) string {
	switch a := s.GetAction().(type) {
	case *observerv1.Step_Click:
		return a.Click.GetRef()
	case *observerv1.Step_Hover:
		return a.Hover.GetRef()
	case *observerv1.Step_Focus:
		return a.Focus.GetRef()
	case *observerv1.Step_Fill:
		return a.Fill.GetRef()
	case *observerv1.Step_Type:
		return a.Type.GetRef()
	case *observerv1.Step_Press:
		return a.Press.GetRef()
	case *observerv1.Step_Check:
		return a.Check.GetRef()
	case *observerv1.Step_Select:
		return a.Select.GetRef()
	case *observerv1.Step_Scroll:
		return a.Scroll.GetRef()
	case *observerv1.Step_Upload:
		return a.Upload.GetRef()
	case *observerv1.Step_Drag:
		return a.Drag.GetRef()
	case *observerv1.Step_Clear:
		return a.Clear.GetRef()
	case *observerv1.Step_Compose:
		return a.Compose.GetRef()
	case *observerv1.Step_Release:
		return a.Release.GetRef()
	}
	return ""
}

// refsOf returns all refs that a step names.
func refsOf(s *observerv1.Step) []string {
	refs := []string{}
	if r := refOf(s); r != "" {
		refs = append(refs, r)
	}
	switch a := s.GetAction().(type) {
	case *observerv1.Step_Drag:
		refs = append(refs, a.Drag.GetToRef())
	case *observerv1.Step_Select:
		refs = append(refs, optionRefs(a.Select.GetOptions())...)
	case *observerv1.Step_FillMany:
		for _, f := range a.FillMany.GetFields() {
			refs = append(append(refs, f.GetRef()), optionRefs(f.GetOptions().GetOptions())...)
		}
	case *observerv1.Step_Wait:
		for _, c := range a.Wait.GetAnyOf() {
			if r := c.GetRef(); r != nil {
				refs = append(refs, r.GetRef())
			}
		}
	}
	return refs
}

func optionRefs(options []*observerv1.OptionMatch) (refs []string) {
	for _, o := range options {
		if o.GetRef() != "" {
			refs = append(refs, o.GetRef())
		}
	}
	return refs
}
