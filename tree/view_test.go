package tree

import (
	"fmt"
	"regexp"
	"testing"
)

// shop is a page with named and unnamed containers, texts and controls.
func shop() *Tree {
	return built(document(body(
		el("h1 heading", "Shop", Attrs{Level: 1}, "Shop"),
		el("nav navigation", "Main", el("ul list", "", el("li listitem", "", el("a link", "Home", Attrs{URL: "/"}, "Home")), el("li listitem", "", "you: ", el("a link", "Cart", Attrs{URL: "/cart"}, "Cart")))),
		el("section region", "Offers", el("p paragraph", "", "Cheap"), el("ul list", "", el("li listitem", "", "Lamp", button("Buy lamp")), el("li listitem", "", "Rope", button("Buy rope")))),
		el("section region", "Reading", el("p paragraph", "", "Nothing to do here")),
		el("div dialog", "Terms", el("p paragraph", "", "Text"), el("div group", "Choice", button("Accept"), button("Decline"))))))
}

func TestViewer(t *testing.T) {
	offers := shop().Root.Children[2].ID
	for _, c := range []struct {
		title string
		view  View
		want  string
	}{
		{"interactive only keeps named ancestors and says how much it left out", View{InteractiveOnly: true}, `
			- navigation "Main"
			  - link "Home" [ref=e1] [url=/]
			  - link "Cart" [ref=e2] [url=/cart]
			- region "Offers"
			  - button "Buy lamp" [ref=e3]
			  - button "Buy rope" [ref=e4]
			- dialog "Terms"
			  - group "Choice"
			    - button "Accept" [ref=e5]
			    - button "Decline" [ref=e6]
			… 9 nodes without a ref left out, texts among them; interactive_only false shows them
			`},
		{"a depth cut says what is deeper", View{MaxDepth: 1}, `
			- heading "Shop" [level=1]
			- navigation "Main"
			  … 4 nodes deeper; a larger max_depth shows them
			- region "Offers"
			  … 6 nodes deeper; a larger max_depth shows them
			- region "Reading": "Nothing to do here"
			- dialog "Terms"
			  … 4 nodes deeper; a larger max_depth shows them
			`},
		{"a scope is the node and what is in it", View{Scope: offers}, `
			- region "Offers"
			  - paragraph: "Cheap"
			  - list
			    - listitem: "Lamp"
			      - button "Buy lamp" [ref=e3]
			    - listitem: "Rope"
			      - button "Buy rope" [ref=e4]
			`},
		{"depth counts from the scope", View{Scope: offers, MaxDepth: 1}, `
			- region "Offers"
			  - paragraph: "Cheap"
			  - list
			    … 4 nodes deeper; a larger max_depth shows them
			`},
		{"a scope that is gone is empty", View{Scope: 12345}, ``},
		{"depth counts what an interactive view shows", View{InteractiveOnly: true, MaxDepth: 2}, `
			- navigation "Main"
			  - link "Home" [ref=e1] [url=/]
			  - link "Cart" [ref=e2] [url=/cart]
			- region "Offers"
			  - button "Buy lamp" [ref=e3]
			  - button "Buy rope" [ref=e4]
			- dialog "Terms"
			  - group "Choice"
			    … 2 nodes deeper; a larger max_depth shows them
			… 9 nodes without a ref left out, texts among them; interactive_only false shows them
			`},
		{"refs for all elements", View{AllRefs: true, Scope: offers, MaxDepth: 1}, `
			- region "Offers" [ref=e1003]
			  - paragraph: "Cheap" [ref=e1004]
			`},
	} {
		t.Run(c.title, func(t *testing.T) {
			next := Ref(1000)
			seen := map[ID]Ref{}
			refOf := func(id ID) Ref {
				if seen[id] == 0 {
					next++
					seen[id] = next
				}
				return seen[id]
			}
			got := NewViewer(c.view, refOf).Apply(shop())
			if c.view.AllRefs {
				got.Walk(func(e Entry) bool {
					if e.Node.Ref == 0 {
						t.Errorf("%q has no ref", e.Node.Line())
					}
					return true
				})
				return
			}
			wantText(t, got.Text(), c.want)
			assertReadsBackWithoutLines(t, got)
		})
	}
}

// assertReadsBackWithoutLines is assertReadsBack for a text with markers.
func assertReadsBackWithoutLines(t *testing.T, tree *Tree) {
	t.Helper()
	assertReadsBack(t, tree, tree.Text())
}

func TestViewerSharesWhatDidNotChange(t *testing.T) {
	for _, view := range []View{{InteractiveOnly: true}, {MaxDepth: 3}, {InteractiveOnly: true, MaxDepth: 2}, {AllRefs: true}} {
		t.Run(fmt.Sprintf("%+v", view), func(t *testing.T) {
			tree := built(document(largePage(50)))
			v := NewViewer(view, func(id ID) Ref { return Ref(id) + 1000 })
			before := v.Apply(tree)
			if v.Apply(tree).Root != before.Root {
				t.Fatal("the same tree twice gives two roots")
			}
			table := tree.Root.Children[1]
			row := table.Children[7]
			cells := append([]*Node(nil), row.Children...)
			cells[1] = cells[1].WithChildren(nil)
			cells[1].Name, cells[1].line = "renamed", ""
			rows := append([]*Node(nil), table.Children...)
			rows[7] = row.WithChildren(cells)
			changed := *tree
			changed.Root = &Node{Children: []*Node{tree.Root.Children[0], table.WithChildren(rows)}}
			changed.Root.Seal()
			after := v.Apply(&changed)
			old := nodes(before)
			fresh := 0
			after.Walk(func(e Entry) bool {
				if !old[e.Node] {
					fresh++
				}
				return true
			})
			if fresh == 0 || fresh > 3 {
				t.Errorf("%d nodes of the view are new, want those on the path of the change", fresh)
			}
			anew := NewViewer(view, func(id ID) Ref { return Ref(id) + 1000 }).Apply(&changed)
			if anew.Text() != after.Text() || anew.Root.Digest() != after.Root.Digest() {
				t.Error("the view differs from one that is made anew")
			}
		})
	}
}

func TestViewerForgetsWhatIsGone(t *testing.T) {
	v := NewViewer(View{InteractiveOnly: true}, nil)
	const rows = 100
	for range 100 {
		v.Apply(built(document(largePage(rows))))
	}
	if size := built(document(largePage(rows))).Root.Size(); len(v.memo) > 3*size+1024 {
		t.Errorf("the viewer remembers %d nodes of trees with %d", len(v.memo), size)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		title   string
		query   Query
		matches int
		want    string
	}{
		{"text is found regardless of case, with its ancestors", Query{Text: "buy ROPE"}, 1, `
			- region "Offers"
			  - list
			    - listitem: "Rope"
			      - button "Buy rope" [ref=e4]
			… 15 nodes not shown: they do not match find; scope_ref with a ref from here, or no find, shows them
			`},
		{"text is found in values", Query{Text: "nothing"}, 1, `
			- region "Reading": "Nothing to do here"
			… 18 nodes not shown: they do not match find; scope_ref with a ref from here, or no find, shows them
			`},
		{"a regular expression matches the line, case counts", Query{Regex: regexp.MustCompile(`^button "(Buy|accept)`)}, 2, `
			- region "Offers"
			  - list
			    - listitem: "Lamp"
			      - button "Buy lamp" [ref=e3]
			    - listitem: "Rope"
			      - button "Buy rope" [ref=e4]
			… 13 nodes not shown: they do not match find; scope_ref with a ref from here, or no find, shows them
			`},
		{"matches beyond the most to show are counted", Query{Regex: regexp.MustCompile(`^button`), Max: 1}, 4, `
			- region "Offers"
			  - list
			    - listitem: "Lamp"
			      - button "Buy lamp" [ref=e3]
			… 15 nodes not shown, 3 that match find among them; a larger max_matches, or no find, shows them
			`},
		{"nothing is found", Query{Text: "zebra"}, 0, `
			… 19 nodes not shown: they do not match find; scope_ref with a ref from here, or no find, shows them
			`},
	} {
		t.Run(c.title, func(t *testing.T) {
			got, matches := Find(shop(), c.query)
			if matches != c.matches {
				t.Errorf("%d matches, want %d", matches, c.matches)
			}
			wantText(t, got.Text(), c.want)
		})
	}
}
