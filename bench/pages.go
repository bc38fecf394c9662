package main

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// script holds the mutations that the scenarios trigger. Each returns the wall clock in
// milliseconds at which it changed the page.
const script = `
const now = () => performance.timeOrigin + performance.now();
let n = 0;
const row = i => '<td>' + i + '</td><td><a href="/item/' + i + '">Item ' + i + '</a></td>' +
  '<td><button id="b' + i + '">Edit ' + i + '</button></td>' +
  '<td><input type="checkbox" aria-label="Pick ' + i + '"></td><td>note ' + i + '</td>';
const mutations = {
  text() { const t = now(); document.getElementById('line').textContent = 'count ' + (++n); return t; },
  state() { const t = now(); document.getElementById('toggle').setAttribute('aria-pressed', String(!!(++n % 2))); return t; },
  row() { const t = now(); const tr = document.createElement('tr'); tr.innerHTML = row(1e6 + ++n); document.getElementById('rows').append(tr); return t; },
};
function probe(kind) {
  return { text: 'line', state: 'toggle', row: 'rows' }[kind];
}
function frames(ms) {
  return new Promise(done => {
    let k = 0; const end = performance.now() + ms;
    const tick = () => { k++; if (performance.now() >= end) done(k * 1000 / ms); else requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  });
}
function noise(ms) {
  const list = document.getElementById('list'), end = performance.now() + ms;
  const tick = () => {
    document.getElementById('line').textContent = 'count ' + (++n);
    list.scrollTop = (list.scrollTop + 7) % (list.scrollHeight - list.clientHeight);
    if (performance.now() < end) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
let beats = 0, beating;
function beat(every) {
  beating = setInterval(() => { document.getElementById('line').textContent = 'beat ' + (++beats) + ' at ' + now(); }, every);
}
function rest() { clearInterval(beating); return beats; }
document.getElementById('bump').addEventListener('click', () => { document.getElementById('line').textContent = 'count ' + (++n); });
`

// table returns a page of about the given number of elements: rows of five cells with a link, a
// button and a checkbox, nine elements each.
func table(elements int) string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Table</title>` +
		`<style>td{border:1px solid #ccc}#list{height:200px;overflow:auto}</style><h1>Stock</h1>` +
		`<button id="bump">Bump</button> <button id="toggle" aria-pressed="false">Toggle</button><p id="line">count 0</p>`)
	if elements >= 500 && elements < 2000 {
		b.WriteString(`<div id="list"><ul>`)
		for i := range 100 {
			fmt.Fprintf(&b, "<li>entry %d</li>", i)
		}
		b.WriteString(`</ul></div>`)
		elements -= 100
	}
	b.WriteString(`<table><tbody id="rows">`)
	for i := range elements / 9 {
		fmt.Fprintf(&b, `<tr><td>%[1]d</td><td><a href="/item/%[1]d">Item %[1]d</a></td><td><button id="b%[1]d">Edit %[1]d</button></td>`+
			`<td><input type="checkbox" aria-label="Pick %[1]d"></td><td>note %[1]d</td></tr>`, i)
	}
	b.WriteString(`</tbody></table><script>` + script + `</script>`)
	return b.String()
}

// list returns the page of the noisy scenario: one changing line and a scrolling list of 1,000 rows.
func list() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Noise</title>` +
		`<style>#list{height:300px;overflow:auto}</style><button id="bump">Bump</button><p id="line">count 0</p><div id="list"><ul>`)
	for i := range 1000 {
		fmt.Fprintf(&b, "<li>entry %d</li>", i)
	}
	b.WriteString(`</ul></div><script>` + script + `</script>`)
	return b.String()
}

// pages serves the bench's pages on loopback: /table?n=10000 and /list. With &beat=200 a table
// changes a line every 200 ms, which then says which change it is and when it was made.
func pages() (*http.Server, string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it listens at once or not at all
	if err != nil {
		return nil, "", err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/table", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.URL.Query().Get("n"))
		if err != nil {
			http.Error(w, "n is not a number", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, table(n))
		if every, err := strconv.Atoi(r.URL.Query().Get("beat")); err == nil {
			fmt.Fprintf(w, "<script>beat(%d)</script>", every)
		}
	})
	mux.HandleFunc("/tokens", serveTokenPage)
	mux.HandleFunc("/list", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, list())
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go s.Serve(l) //nolint:errcheck // it ends with the rig, which is no error
	return s, "http://" + l.Addr().String(), nil
}
