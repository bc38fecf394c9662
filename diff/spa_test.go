package diff_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/diff"
	"github.com/observer-svc/observer-svc/tree"
)

// spa is a page that renders a list of 200 items again with each click: every item is a new element,
// one item, the counter and the status read differently, and a toast appears.
func spa(clicks int) *tree.Tree {
	next, ref := tree.Key(100+clicks*10_000), tree.Ref(2)
	el := func(role, name, value string, kids ...*tree.Node) *tree.Node {
		next++
		n := &tree.Node{ID: tree.NewID(1, next), Role: role, Name: name, Value: value, HasValue: value != "", Children: kids}
		if role == "checkbox" {
			n.States.Checked = tree.False
		}
		if role == "button" || role == "checkbox" {
			ref++
			n.Actionable, n.Ref = true, ref
		}
		return n
	}
	fixed := func(key tree.Key, ref tree.Ref, n *tree.Node) *tree.Node {
		n.ID, n.Ref = tree.NewID(1, key), ref
		return n
	}
	words := []string{"amber", "basin", "cedar", "delta", "ember", "fjord", "grove", "harbor", "island"}
	status := "Status: ready"
	if clicks > 0 {
		status = fmt.Sprint("Status: bumped ", clicks)
	}
	root := &tree.Node{}
	banner := fixed(1, 0, el("banner", "", ""))
	banner.Children = []*tree.Node{
		fixed(2, 0, el("heading", "Single page app", "")),
		fixed(3, 1, el("button", "Bump counter", "")),
		fixed(4, 2, el("button", "Arm timer", "")),
		fixed(5, 0, el("paragraph", "", status)),
		fixed(6, 0, el("paragraph", "", "Timer: idle")),
	}
	list := fixed(9, 0, el("list", "", ""))
	ref = 2
	for i := range 200 {
		label := fmt.Sprintf("Item %s %d", words[i%len(words)], i+1)
		if clicks > 0 && i == 7 {
			label += " (updated 1)"
		}
		list.Children = append(list.Children, el("listitem", "", label,
			el("button", fmt.Sprint("Edit item ", i+1), ""), el("checkbox", fmt.Sprint("Mark ", i+1), "")))
	}
	page := fixed(7, 0, el("main", "", ""))
	page.Children = []*tree.Node{fixed(8, 0, el("paragraph", "", fmt.Sprint("Counter: ", clicks))), list}
	if clicks > 0 {
		page.Children = append(page.Children, el("alert", "", fmt.Sprint("Toast: saved ", clicks)))
	}
	root.Children = []*tree.Node{banner, page}
	root.Seal()
	return &tree.Tree{Root: root}
}

func TestAClickThatRendersAListOf200ItemsAgainTakesFewTokens(t *testing.T) {
	old, now := spa(0), spa(1)
	d := diff.Between(old, now)
	got := diff.Text(old, now, d, diff.DefaultContext)
	t.Logf("%d tokens\n%s", tokens(t, got), got)
	require.Equal(t, 4, d.Added)
	require.Equal(t, 3, d.Removed)
	require.LessOrEqual(t, tokens(t, got), 200)
	requireTurnsInto(t, old, now, 0)
}
