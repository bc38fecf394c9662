package main

import (
	_ "embed"
	"net/http"
	"net/http/httptest"
	"strings"
)

//go:embed page.html
var pageSource string

//go:embed frame.html
var frameSource string

// startSite serves the bundled page from 127.0.0.1 and its frame from localhost. To a browser these
// are two sites, so the frame runs in a process of its own, as an embedded payment form would.
func startSite() *httptest.Server {
	mux := http.NewServeMux()
	site := httptest.NewServer(mux)
	frame := strings.Replace(site.URL, "127.0.0.1", "localhost", 1) + "/frame"
	html := func(source string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(source)) // a browser that went away needs no answer
		}
	}
	mux.HandleFunc("GET /{$}", html(strings.Replace(pageSource, "FRAME", frame, 1)))
	mux.HandleFunc("GET /frame", html(frameSource))
	return site
}
