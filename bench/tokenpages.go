package main

import (
	"fmt"
	"net/http"
	"strings"
)

// tokenPages are pages of the kinds that are read most, by name, as their bodies.
func tokenPages() map[string]string {
	return map[string]string{
		"form":      `<h1>Sign up</h1><form>` + repeat(20, `<div><label for="f%[1]d">Field number %[1]d</label><input id="f%[1]d" value="value %[1]d"></div><label><input type="checkbox"> Option %[1]d</label>`) + `<label>Plan <select><option>Basic<option selected>Gold</select></label><button>Send</button></form>`,
		"article":   `<article><h1>Rivers</h1>` + repeat(30, `<h2>Chapter %[1]d</h2><p>A river of the <em>upland</em> runs past <a href="/p/%[1]d">harbor %[1]d</a>, a mill and the orchard, and then on to the sea.</p>`) + `</article>`,
		"dashboard": `<nav aria-label="Sections"><ul>` + repeat(24, `<li><a href="/s/%[1]d">Section %[1]d</a></li>`) + `</ul></nav>` + repeat(12, `<div class="card"><h3>Card %[1]d</h3><div><span>%[1]d00</span> <span>units</span></div><button>Open %[1]d</button> <button>Hide %[1]d</button></div>`) + rowsOf(100),
		"iframes":   `<h1>Frames</h1>` + repeat(3, `<iframe title="Frame %[1]d" srcdoc="&lt;h2&gt;Inside %[1]d&lt;/h2&gt;&lt;label&gt;Name &lt;input&gt;&lt;/label&gt;&lt;button&gt;Send %[1]d&lt;/button&gt;"></iframe>`),
		"shadow":    repeat(200, `<div><template shadowrootmode="open"><h3>Card %[1]d</h3><p><slot></slot></p><label><input type="checkbox"> Keep %[1]d</label> <button>Take %[1]d</button></template>words in the light</div>`),
		"spa":       `<p>Counter: 0</p><ul>` + repeat(200, `<li><span>Item amber %[1]d</span> <button>Edit item %[1]d</button> <label><input type="checkbox" aria-label="Mark %[1]d"></label></li>`) + `</ul>`,
		"table1k":   rowsOf(1000),
	}
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}

func rowsOf(n int) string {
	return `<table aria-label="Rows"><thead><tr><th>Pick</th><th>Name</th><th>Value</th><th>Note</th><th>Action</th></tr></thead><tbody>` +
		repeat(n, `<tr><td><input type="checkbox" aria-label="Pick %[1]d"></td><td><a href="/t?r=%[1]d">River %[1]d</a></td><td>4%[1]d</td><td><span>two words</span></td><td><button>Edit %[1]d</button></td></tr>`) + `</tbody></table>`
}

// serveTokenPage answers /tokens?page=form and the like.
func serveTokenPage(w http.ResponseWriter, r *http.Request) {
	body, ok := tokenPages()[r.URL.Query().Get("page")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = w.Write([]byte(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tokens</title>` + body))
}
