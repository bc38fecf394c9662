package tree

import "testing"

const pointer = CursorPointer

func checkbox(name string, parts ...any) *Raw {
	return el("input checkbox", name, append(parts, Attrs{Checked: False})...)
}

func button(name string, parts ...any) *Raw {
	return el("button button", name, append(parts, name)...)
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		title string
		root  *Raw
		want  string
	}{
		{"unnamed containers vanish and their children stay",
			body(el("div", "", el("div", "", el("div", "", button("Go"))))), `
			- button "Go" [ref=e1]
			`},
		{"text joins across inline elements as a reader sees it",
			body(el("p paragraph", "", el("b strong", "", "Hello"), " ", el("i emphasis", "", "big"), el("span", "", " world"), "!"),
				el("p paragraph", "", "was ", el("del deletion", "", "30"), " now ", el("ins insertion", "", "20")),
				el("p paragraph", "", "Total:", el("span", "", "\u00a0"), el("strong strong", "", "19"), " kr")), `
			- paragraph: "Hello big world!"
			- paragraph: "was 30 now 20"
			- paragraph: "Total: 19 kr"
			`},
		{"blocks and br separate texts",
			body("Hello", el("br", ""), "world", el("div", "", "one"), el("div", "", "two"), el("span", "", "th", el("b", "", "ree"))), `
			- text: "Hello"
			- text: "world"
			- text: "one"
			- text: "two"
			- text: "three"
			`},
		{"white space collapses, soft hyphens and zero width spaces go, no-break spaces are spaces",
			body(el("p paragraph", "", "  a\n\t b\u00a0\u00a0c\u00add\u200be  ")), `
			- paragraph: "a b cde"
			`},
		{"a text that its parent's name says is not repeated",
			body(el("h1 heading", "Files", Attrs{Level: 1}, "Files"), el("a link", "New reports", Attrs{URL: "#x"}, pseudo("::before", "New "), el("span", "", "reports")),
				el("button button", "Add new row", el("span", "", el("svg img", ""), el("span", "", "Add new"), el("span", "", " row")))), `
			- heading "Files" [level=1]
			- link "New reports" [ref=e1] [url=#x]
			- button "Add new row" [ref=e2]
			`},
		{"a text that its parent's name does not hold stays",
			body(el("button button", "Close panel", "x"), el("div progressbar", "Upload of the file", Attrs{HasValue: true, Value: "50"}, "half done")), `
			- button "Close panel" [ref=e1]: "x"
			- progressbar "Upload of the file": "50"
			  - text: "half done"
			`},
		{"what is in a part that gives a cell or link its name stays",
			body(el("table table", "Outer", el("tr row", "", el("td cell", "Inner",
				el("table table", "Inner", el("caption caption", "", "Inner"), el("tr row", "", el("th rowheader", "x", "x"), el("td cell", "in", "in"))))),
				el("tr row", "", el("td cell", "Tags", el("ul list", "Tags", el("li listitem", "", "red"), el("li listitem", "", "blue"))), el("td cell", "2", "2"))),
				el("a link", "Card", Attrs{URL: "#c"}, el("div", "", el("div group", "Card", el("p paragraph", "", "9 pages"))))), `
			- table "Outer"
			  - row
			    - table "Inner"
			      - row
			        - rowheader "x"
			        - cell "in"
			  - row
			    - list "Tags"
			      - listitem: "red"
			      - listitem: "blue"
			    - cell "2"
			- link "Card" [ref=e1] [url=#c]
			  - group "Card": "9 pages"
			`},
		{"a heading that wraps a link leaves the name to the link",
			body(el("h2 heading", "Docs", Attrs{Level: 2}, el("span", "", el("a link", "Docs", Attrs{URL: "/d"}, "Docs")))), `
			- heading [level=2]
			  - link "Docs" [ref=e1] [url=/d]
			`},
		{"a link around one heading has its level",
			body(el("a link", "Docs", Attrs{URL: "/d"}, el("h2 heading", "Docs", Attrs{Level: 2}, "Docs"))), `
			- link "Docs" [ref=e1] [level=2] [url=/d]
			`},
		{"a clickable card is called by its first text and keeps its heading",
			body(el("div", "", pointer|Listener, el("h3 heading", "River map", Attrs{Level: 3}, "River map"), el("span", "", "4 pages"))), `
			- generic "River map" [ref=e1] [cursor=pointer]
			  - heading "River map" [level=3]
			  - text: "4 pages"
			`},
		{"a clickable with controls in it is one entry, and so are they",
			body(el("div", "", pointer|Listener, el("p paragraph", "", "Open story"), button("Like"), el("a link", "Author page", Attrs{URL: "#a"}, "Author page"))), `
			- generic "Open story" [ref=e1] [cursor=pointer]
			  - button "Like" [ref=e2]
			  - link "Author page" [ref=e3] [url=#a]
			`},
		{"a clickable icon is called by its tooltip",
			body(el("span", "", pointer, Attrs{Description: "Upvote"}, el("svg img", "")), el("i", "", Listener, Attrs{Description: "Remove the row"}, el("img img", "Bin")),
				el("div", "", Focusable, Attrs{Description: "Only a tooltip"}, "Text")), `
			- generic "Upvote" [ref=e1] [cursor=pointer]
			- generic "Bin" [ref=e2] [clickable] [description="Remove the row"]
			  - img "Bin"
			- generic "Text" [ref=e3] [description="Only a tooltip"]
			`},
		{"a clickable leaf is called by its text",
			body(el("div", "", Listener, "Scan code"), el("div", "", pointer, "Open card")), `
			- generic "Scan code" [ref=e1] [clickable]
			- generic "Open card" [ref=e2] [cursor=pointer]
			`},
		{"what cannot receive the pointer is listed without a ref",
			body(el("div", "", NoPointer, el("button button", "No", NoPointer, "No"), button("Yes"))), `
			- button "No"
			- button "Yes" [ref=e1]
			`},
		{"labels say what their control is called and are not repeated",
			body(el("label", "", checkbox("Remember me"), " Remember me"), el("label", "", "User ", el("input textbox", "User", Attrs{HasValue: true, Value: "ada"})),
				el("div", "", el("label", "", pointer, "City *"), el("input textbox", "City *"))), `
			- checkbox "Remember me" [ref=e1]
			- textbox "User" [ref=e2]: "ada"
			- textbox "City *" [ref=e3]
			`},
		{"a label that stands for a hidden control has the role and state of that",
			body(el("label", "Slow", Attrs{InputType: "radio", Checked: True}, "Slow"), el("label", "", Attrs{InputType: "file"}, "Attach receipt")), `
			- radio "Slow" [ref=e1] [checked]
			- generic "Attach receipt" [ref=e2] [clickable]
			`},
		{"a radio that cannot be hit leaves the ref to its label",
			body(el("label", "", pointer, el("input radio", "Slow", NoPointer, Attrs{Checked: True}), "Slow")), `
			- generic "Slow" [ref=e1] [cursor=pointer]
			  - radio "Slow" [checked]
			`},
		{"options of a collapsed select have no ref, those of a listbox do",
			body(el("select combobox", "Plan", Attrs{HasValue: true, Value: "Basic", HasPopup: "menu"}, el("option option", "Basic", Attrs{Selected: True}, "Basic"), el("option option", "Gold", "Gold")),
				el("select listbox", "Top", Multiselectable, el("optgroup group", "Cheese", el("option option", "Brie", Attrs{Selected: True}, "Brie")))), `
			- combobox "Plan" [ref=e1]: "Basic"
			  - option "Basic" [selected]
			  - option "Gold"
			- listbox "Top" [ref=e2] [multiselectable]
			  - group "Cheese"
			    - option "Brie" [ref=e3] [selected]
			`},
		{"rows and cells: a wrapper of one line gives way, names that repeat cells go",
			body(el("table table", "Stock", el("caption caption", "", "Stock"), el("tbody rowgroup", "",
				el("tr row", "Rope 12 Order", el("th rowheader", "Rope", "Rope"), el("td cell", "12", Listener|pointer, "12"), el("td cell", "edit | drop", el("a link", "edit", "edit"), " | ", el("a link", "drop", "drop")), el("td cell", "Order", button("Order")), el("td cell", "")),
				el("tr row", "a b", el("td cell", "a", "a"), el("td cell", "b", "b"))))), `
			- table "Stock"
			  - row
			    - rowheader "Rope"
			    - cell "12" [ref=e1] [cursor=pointer]
			    - cell
			      - link "edit" [ref=e2]
			      - link "drop" [ref=e3]
			    - button "Order" [ref=e4]
			    - cell
			  - row
			    - cell "a"
			    - cell "b"
			`},
		{"list items: bullets go, numbers stay, an item around one link gives way",
			body(el("ul list", "my list", el("li listitem", "", pseudo("::marker", "• "), "one"), el("li listitem", "", pseudo("::marker", "• "), el("a link", "Home", Attrs{URL: "/"}, "Home"))),
				el("ol list", "", el("li listitem", "", pseudo("::marker", "1. "), "first")), el("ul list", "", el("li none", "", "flat"))), `
			- list "my list"
			  - listitem: "one"
			  - link "Home" [ref=e1] [url=/]
			- list
			  - listitem: "1. first"
			- list: "flat"
			`},
		{"a field shows its live value, not the text in it, and never the value of a checkbox",
			body(el("textarea textbox", "Note", Attrs{HasValue: true, Value: "new\nline"}, "old"), el("input checkbox", "On", Attrs{HasValue: true, Value: "on", Checked: Mixed})), `
			- textbox "Note" [ref=e1]: "new\nline"
			- checkbox "On" [ref=e2] [checked=mixed]
			`},
		{"a secret is not shown, whatever the engine sent",
			body(el("input textbox", "PIN", Masked, Attrs{HasValue: true, Value: "hunter"}, "hunter"), el("div textbox", "Code", Masked|EditHost, el("p paragraph", "", "773311"))), `
			- textbox "PIN" [ref=e1] [masked]
			- textbox "Code" [ref=e2] [masked]
			`},
		{"an editor is one editable with its paragraphs",
			body(el("div", "", EditHost, el("p paragraph", "", "First paragraph"), el("p paragraph", "", "Second"))), `
			- generic [ref=e1] [editable]
			  - paragraph: "First paragraph"
			  - paragraph: "Second"
			`},
		{"nameless pictures are dropped unless they can be clicked",
			body(el("img img", ""), el("img img", "Logo"), el("img img", "", pointer), el("svg img", "", Listener), el("a link", "", Attrs{URL: "/x"}, el("img img", ""))), `
			- img "Logo"
			- img [ref=e1] [cursor=pointer]
			- img [ref=e2] [clickable]
			- link [ref=e3] [url=/x]
			`},
		{"a hidden element says nothing, what is visible in it does",
			body(el("div", "", Hidden, "secret text", button("Inner visible"), el("button button", "Inner hidden", Hidden, "Inner hidden"))), `
			- button "Inner visible" [ref=e1]
			`},
		{"placeholder and description are shown where they add something",
			body(el("input textbox", "Mail", Attrs{Placeholder: "Mail"}), el("input textbox", "Mail", Attrs{Placeholder: "ann@example.org", Description: "Work only"})), `
			- textbox "Mail" [ref=e1]
			- textbox "Mail" [ref=e2] [placeholder="ann@example.org"] [description="Work only"]
			`},
		{"a details element is its summary and its content",
			body(el("details group", "", el("summary DisclosureTriangle", "When?", Attrs{Expanded: False}, "When?"))), `
			- summary "When?" [ref=e1] [expanded=false]
			`},
		{"punctuation between links is dropped, a dash of its own is not",
			body(el("p paragraph", "", el("a link", "A", Attrs{URL: "#"}, "A"), " · ", el("a link", "B", Attrs{URL: "#"}, "B"), "."), el("div", "", "—")), `
			- paragraph
			  - link "A" [ref=e1] [url=#]
			  - link "B" [ref=e2] [url=#]
			- text: "—"
			`},
		{"a generic that is named or scrolls is kept",
			body(el("div", "hint", "text"), el("div", "", Attrs{Scroll: Scroll{Above: 5, Below: 1200}}, el("p paragraph", "", "long"))), `
			- generic "hint": "text"
			- generic [ref=e1] [scroll above=5 below=1200]: "long"
			`},
		{"only the top of what is off-screen is marked, and only where something can be acted upon",
			body(el("table table", "T", el("tr row", "", Offscreen, el("td cell", "", Offscreen, el("button button", "B", Offscreen, "B"), el("button button", "C", Offscreen, "C"))), el("tr row", "", Offscreen, el("td cell", "x", Offscreen, "x"))),
				el("ul list", "", el("li listitem", "", Offscreen, "t", el("a link", "L", Offscreen, Attrs{URL: "#"}, "L")))), `
			- table "T"
			  - row [offscreen]
			    - cell
			      - button "B" [ref=e1]
			      - button "C" [ref=e2]
			  - row
			    - cell "x"
			- list
			  - listitem: "t"
			    - link "L" [ref=e3] [offscreen] [url=#]
			`},
		{"a row whose controls are all off-screen says so once",
			body(el("table table", "T", el("tr row", "", el("td cell", "", checkbox("Pick", Offscreen)), el("td cell", "", el("a link", "L", Offscreen, Attrs{URL: "#"}, "L"))),
				el("tr row", "", el("td cell", "", checkbox("Pick")), el("td cell", "", el("a link", "L", Offscreen, Attrs{URL: "#"}, "L"))))), `
			- table "T"
			  - row [offscreen]
			    - checkbox "Pick" [ref=e1]
			    - link "L" [ref=e2] [url=#]
			  - row
			    - checkbox "Pick" [ref=e3]
			    - link "L" [ref=e4] [offscreen] [url=#]
			`},
		{"an object without a frame shows what stands in for it",
			body(el("object object", "", FrameOwner, el("p paragraph", "", "no viewer")), el("embed embed", "", FrameOwner), el("iframe iframe", "Ad", FrameOwner|NoPointer)), `
			- object: "no viewer"
			- iframe "Ad"
			`},
		{"a heading keeps a name that says something else than its text",
			body(el("h2 heading", "Opening hours", Attrs{Level: 2}, "Hours")), `
			- heading "Opening hours" [level=2]: "Hours"
			`},
		{"a heading with text and a link says its name once and keeps the link",
			body(el("h2 heading", "See the docs", Attrs{Level: 2}, "See ", el("a link", "the docs", Attrs{URL: "/d"}, "the docs"))), `
			- heading "See the docs" [level=2]
			  - link "the docs" [ref=e1] [url=/d]
			`},
		{"abbreviations and bold text are part of the text, a block in an item is a line",
			body(el("ul list", "", el("li listitem", "", el("b strong", "", "3"), " ", el("abbr", "bedrooms", "bds")), el("li listitem", "", "3", el("div", "", "beds")))), `
			- list
			  - listitem: "3 bds"
			  - listitem: "3"
			    - text: "beds"
			`},
		{"a picture between texts separates them, a span does not",
			body(el("p paragraph", "", "big", el("img img", ""), "ger"), el("p paragraph", "", "big", el("span", ""), "ger")), `
			- paragraph: "big ger"
			- paragraph: "bigger"
			`},
		{"a block before-text is a line, an inline one is part of the text",
			body(el("p paragraph", "", pseudo("::before", "world"), "hello", pseudo("::after", " bye")), el("p paragraph", "", pseudo("::before", "Note", Block), "hello")), `
			- paragraph: "worldhello bye"
			- paragraph: "Note"
			  - text: "hello"
			`},
		{"an element at the top that listens for all of the page is no control",
			body(el("div", "", el("div", "", Listener, el("div", "", Focusable, largePage(4).Kids[0].Kids))), el("div", "", Listener, button("Small"))), `
			- heading "Rows" [level=1]
			- table "Rows"
			  - row
			    - checkbox "Pick 0" [ref=e1]
			    - link "Name 0" [ref=e2] [url=/t?r=0]
			    - cell "1234"
			    - cell "some words"
			    - button "Edit 0" [ref=e3]
			  - row
			    - checkbox "Pick 1" [ref=e4]
			    - link "Name 1" [ref=e5] [url=/t?r=1]
			    - cell "1234"
			    - cell "some words"
			    - button "Edit 1" [ref=e6]
			  - row
			    - checkbox "Pick 2" [ref=e7]
			    - link "Name 2" [ref=e8] [url=/t?r=2]
			    - cell "1234"
			    - cell "some words"
			    - button "Edit 2" [ref=e9]
			  - row
			    - checkbox "Pick 3" [ref=e10]
			    - link "Name 3" [ref=e11] [url=/t?r=3]
			    - cell "1234"
			    - cell "some words"
			    - button "Edit 3" [ref=e12]
			- generic [ref=e13] [clickable]
			  - button "Small" [ref=e14]
			`},
		{"fields for dates, times and colours say which, a time element is text",
			body(el("input textbox", "Day", Attrs{InputType: "date", HasValue: true, Value: "2026-11-30"}), el("input", "Hour", Attrs{InputType: "time"}), el("input ColorWell", "Hue", Attrs{InputType: "color"}),
				el("div", "", el("label", "", "Attachment"), el("input button", "Attachment: No file chosen", Attrs{InputType: "file"})), el("p paragraph", "", "at ", el("time time", "", "noon"))), `
			- date "Day" [ref=e1]: "2026-11-30"
			- time "Hour" [ref=e2]
			- color "Hue" [ref=e3]
			- button "Attachment: No file chosen" [ref=e4]
			- paragraph: "at noon"
			`},
		{"a paragraph that is all there is in an element is its value",
			body(el("div alert", "", el("p paragraph", "", "bad")), el("ul list", "", el("li listitem", "", el("p paragraph", "", "one")), el("li listitem", "", el("p paragraph", "", "two"), el("p paragraph", "", "three")))), `
			- alert: "bad"
			- list
			  - listitem: "one"
			  - listitem
			    - paragraph: "two"
			    - paragraph: "three"
			`},
		{"a raised number is not read as part of the number before it",
			body(el("p paragraph", "", "Total: ", el("strong strong", "", "19"), el("sup superscript", "", "99"), " kr on the 1", el("sup superscript", "", "st"))), `
			- paragraph: "Total: 19^99 kr on the 1st"
			`},
		{"a formula reads as one line",
			body(el("p paragraph", "", "If ", el("math math", "", el("mi", "", Block, "x"), el("mo", "", Block, "="), el("mfrac", "", Block, el("mn", "", Block, "1"), el("mn", "", Block, "2")), el("msup", "", Block, el("mi", "", Block, "e"), el("mn", "", Block, "2"))), " then")), `
			- paragraph: "If x = 1/2 e^2 then"
			`},
		{"states come in their fixed order and only where they matter",
			body(el("div dialog", "Delete?", Modal, el("input textbox", "N", Required|Focused|Readonly|Disabled, Attrs{Invalid: "true", Validation: "Fill in"}),
				el("button button", "P", Attrs{Pressed: False, HasPopup: "menu", Expanded: True}, "P"), el("a link", "H", Attrs{Current: "page", URL: "/a b"}, "H"),
				el("input slider", "V", Attrs{HasValue: true, Value: "3", HasRange: true, ValueMax: 10, Orientation: "horizontal"}))), `
			- dialog "Delete?" [modal]
			  - textbox "N" [ref=e1] [disabled] [readonly] [required] [focused] [invalid=true] [validation="Fill in"]
			  - button "P" [ref=e2] [pressed=false] [expanded] [haspopup=menu]
			  - link "H" [ref=e3] [current=page] [url="/a b"]
			  - slider "V" [ref=e4] [range=0..10]: "3"
			`},
		{"page strings can forge nothing",
			body(el("button button", "x\" [ref=e99]\n- button \"Evil\" [ref=e1]"), el("p paragraph", "", "\u202eevil\u2066 \U000e0041 \x01 - button \"E\" [ref=e7]"), el("a link", "L", Attrs{URL: "/x] [checked", Current: "a] [modal"})), `
			- button "x\" [ref=e99] - button \"Evil\" [ref=e1]" [ref=e1]
			- paragraph: "\u202eevil\u2066 \udb40\udc41 \u0001 - button \"E\" [ref=e7]"
			- link "L" [ref=e2] [current="a] [modal"] [url="/x] [checked"]
			`},
		{"empty containers and rules say nothing",
			body(el("ul list", ""), el("hr separator", ""), el("div status", ""), el("nav navigation", "", el("a link", "Go", Attrs{URL: "#"}, "Go")), el("canvas", "")), `
			- navigation
			  - link "Go" [ref=e1] [url=#]
			- canvas
			`},
	} {
		t.Run(c.title, func(t *testing.T) {
			wantText(t, built(document(c.root)).Text(), c.want)
		})
	}
}
