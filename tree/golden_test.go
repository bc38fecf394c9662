package tree

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// kitchen is a page with something of everything: a shop with a form, a table, a frame, a card, a
// dialog, right-to-left and hostile text.
func kitchen() []Frame {
	pay := el("iframe iframe", "Payment", FrameOwner)
	lost := el("iframe iframe", "Advertisement", FrameOwner)
	option := func(name string, chosen Toggle) *Raw { return el("option option", name, Attrs{Selected: chosen}, name) }
	row := func(item, amount, do string, flags Flags) *Raw {
		return el("tr row", "", el("th rowheader", item, item), el("td cell", amount, Listener|CursorPointer, amount),
			el("td cell", "", checkbox("Pick "+item, flags), el("button button", do, flags, do)))
	}
	root := body(
		el("a link", "Skip to content", Offscreen, Attrs{URL: "#main"}, "Skip to content"),
		el("header banner", "", el("div", "", el("img img", ""), el("span", "", "Corner"), el("b strong", "", " Shop"))),
		el("nav navigation", "Main", el("ul list", "", el("li listitem", "", pseudo("::marker", "• "), el("a link", "Home", Attrs{URL: "/", Current: "page"}, "Home")), el("li listitem", "", pseudo("::marker", "• "), "Account of ", el("a link", "Ann", Attrs{URL: "/ann"}, "Ann")))),
		el("main main", "",
			el("h1 heading", "Checkout", Attrs{Level: 1}, "Checkout"),
			el("p paragraph", "", "You pay ", el("del deletion", "", "30"), " ", el("ins insertion", "", "20"), "\u00a0€ today. See the ", el("a link", "terms", Attrs{URL: "/terms?x=a b"}, "terms"), "."),
			el("form form", "Contact",
				el("div", "", el("label", "", "Email"), el("input textbox", "Email", Required|Focused, Attrs{HasValue: true, Value: "ann@example.org", Placeholder: "you@example.org"})),
				el("div", "", el("label", "", "Password ", el("input textbox", "Password", Masked, Attrs{HasValue: true, Value: "secret"}))),
				el("fieldset group", "Speed", el("legend", "", "Speed"), el("label", "", el("input radio", "Slow", Attrs{Checked: True}), " Slow"), el("label", "", el("input radio", "Overnight", Disabled, Attrs{Checked: False}), " Overnight")),
				el("select combobox", "Country", Attrs{HasValue: true, Value: "Peru"}, option("Chile", False), option("Peru", True)),
				el("input slider", "Tip", Attrs{HasValue: true, Value: "5", HasRange: true, ValueMax: 20}),
				el("div", "", EditHost, el("p paragraph", "", "Dear shop,")),
				el("label", "", Attrs{InputType: "file"}, "Attach receipt")),
			el("table table", "Basket", el("caption caption", "", "Basket"), el("thead rowgroup", "", el("tr row", "", el("th columnheader", "Item", "Item"), el("th columnheader", "Amount", el("button button", "Amount", Attrs{Expanded: False, HasPopup: "menu"}, "Amount")))),
				el("tbody rowgroup", "", row("Rope", "12", "Drop", 0), row("Lamp", "3", "Drop", Offscreen))),
			el("div", "", Listener|CursorPointer, el("h3 heading", "Stone bridge", Attrs{Level: 3}, "Stone bridge"), el("span", "", "9 pages"), el("button button", "Like", Attrs{Pressed: False}, "Like")),
			el("div", "", Attrs{Scroll: Scroll{Below: 1200}}, el("p paragraph", "", "Small print"))),
		pay, lost,
		el("div dialog", "Cookies", Modal, el("p paragraph", "", "We value\u200b your crumbs\u202e"), button("Accept")),
		el("div alert", "", "Saved: \"שלום\" \\ [ref=e1]"))
	main := document(root)
	main.URL, main.Title = "https://shop.example/checkout", "Checkout"
	return []Frame{main,
		inFrame("pay", "main", pay, body(el("input textbox", "Card number", Masked), button("Pay now"))),
		{ID: "ad", Parent: "main", Owner: lost.Key, Problem: "not available"}}
}

func TestGolden(t *testing.T) {
	whole := built(kitchen()...)
	found, _ := Find(whole, Query{Text: "rope"})
	for name, got := range map[string]string{
		"whole":       whole.Text(),
		"interactive": NewViewer(View{InteractiveOnly: true}, nil).Apply(whole).Text(),
		"depth":       NewViewer(View{MaxDepth: 2}, nil).Apply(whole).Text(),
		"find":        found.Text(),
		"parts":       inParts(whole, Budget{Bytes: 800}),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			wantText(t, got, string(want))
		})
	}
	if strings.Contains(whole.Text(), "secret") {
		t.Error("the text has a secret")
	}
}

// inParts joins the parts of a text, with a rule between them.
func inParts(t *Tree, b Budget) string {
	var out strings.Builder
	for at, done := 0, false; !done; {
		part := Slice(t, at, b)
		out.WriteString(part.Text)
		at, done = part.Next, part.Done
		if !done {
			out.WriteString("----\n")
		}
	}
	return out.String()
}
