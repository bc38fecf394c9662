package main

import observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"

// viewFlags say which part of the tree to show.
type viewFlags struct {
	InteractiveOnly bool   `group:"view" help:"Show only what has a ref, and its named ancestors."`
	MaxDepth        uint32 `group:"view" help:"Show at most this many levels; 0 means all."`
	Scope           string `group:"view" help:"Show only what is below this ref." placeholder:"REF"`
	AllRefs         bool   `group:"view" help:"Give every line a ref, not only what can be acted upon."`
}

func (f viewFlags) view() *observerv1.View {
	v := &observerv1.View{InteractiveOnly: f.InteractiveOnly, MaxDepth: f.MaxDepth, ScopeRef: f.Scope}
	if f.AllRefs {
		v.Refs = observerv1.RefPolicy_REF_POLICY_ALL
	}
	return v
}
