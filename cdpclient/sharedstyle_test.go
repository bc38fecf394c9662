package cdpclient

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apartRule is a rule that means nothing on the page and keeps the agent from sharing styles, because what holds in a
// container cannot be told from selectors.
const apartRule = "@container (min-width: 999999px) { x-none { color: red } }"

// stylish is a random page whose sheets tell equal elements apart in many ways.
func stylish(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	tag := func() string { return pick("div", "p", "span", "button", "a", "li", "input", "section", "label") }
	class := func() string { return pick("a", "b", "c", "sm:d", "E", "1b", "w-[2px]") }
	simple := func() string {
		name := strings.NewReplacer(":", `\:`, "1b", `\31 b`, "[", `\[`, "]", `\]`).Replace(class())
		return pick(tag(), "."+name, "."+name, tag()+"."+name, "#i"+fmt.Sprint(r.IntN(6)), "[data-x]", `[data-x="1"]`, "[title]", ":is(."+name+", p)") +
			pick("", "", "", ":first-child", ":nth-child(2n)", ":last-of-type", ":not(.b)", ":not(:first-child)", ":has(+ .c)", ":empty", ":checked",
				":disabled", ":focus", ":hover", ":only-child", ":target", ":focus-within")
	}
	selector := func() string {
		s := simple()
		for range r.IntN(3) {
			s += pick(" ", " > ", " + ", " ~ ") + simple()
		}
		return s
	}
	declaration := func() string {
		return pick("display:none", "display:inline", "display:block", "display:flex", "visibility:hidden", "visibility:visible", "cursor:pointer",
			"cursor:auto", "text-transform:uppercase", "white-space:pre", "pointer-events:none", "position:absolute", "position:fixed",
			"overflow:auto;height:20px", "content-visibility:hidden")
	}
	var b strings.Builder
	b.WriteString("<!doctype html><title>s</title><style>")
	for range 3 + r.IntN(12) {
		body := declaration()
		if r.IntN(5) == 0 {
			body += ";" + pick("&", "& > ", "+ ", "") + simple() + "{" + declaration() + "}"
		}
		fmt.Fprintf(&b, "%s,%s{%s}\n", selector(), selector(), body)
	}
	b.WriteString("</style><body>")
	var grow func(depth int)
	grow = func(depth int) {
		for i := range 1 + r.IntN(5) {
			name := tag()
			fmt.Fprintf(&b, "<%s class='%s %s'", name, class(), pick("", class()))
			b.WriteString(pick("", "", " data-x=1", " title=t", " hidden", " style='display:block'", fmt.Sprintf(" id=i%d", r.IntN(6)), " disabled", " tabindex=0",
				" href=#i1", " type=checkbox", " type=checkbox checked"))
			fmt.Fprintf(&b, ">text %d", i)
			if depth > 0 {
				grow(depth - 1)
			}
			if name != "input" {
				b.WriteString("</" + name + ">")
			}
		}
	}
	grow(3)
	b.WriteString("<script>document.querySelector('[tabindex]')?.focus()</script>")
	return b.String()
}

func TestSharingStylesShowsWhatEachElementsOwnStyleShows(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var seed uint64
		_, _ = fmt.Sscan(r.URL.Query().Get("seed"), &seed)
		page := stylish(seed)
		if r.URL.Query().Has("apart") {
			page = strings.Replace(page, "</style>", "</style><style>"+apartRule+"</style>", 1)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page)
	}))
	t.Cleanup(s.Close)
	tab := newTestTab(t, ContextOptions{})
	first, programs, lines := number("FIRST", 0), number("PROGRAMS", 60), 0
	for seed := first; seed < first+programs; seed++ {
		mustNavigate(t, tab, fmt.Sprintf("%s/?seed=%d#i1", s.URL, seed))
		together := shown(t, tab, PageEngine)
		mustNavigate(t, tab, fmt.Sprintf("%s/?seed=%d&apart#i1", s.URL, seed))
		require.Equal(t, shown(t, tab, PageEngine), together, "seed %d", seed)
		lines += strings.Count(together, "\n")
	}
	t.Logf("%d pages, %d nodes compared", programs, lines)
}

func TestEscapesDoNotHideWhomASelectorMeans(t *testing.T) {
	for class, selector := range map[string]string{"1b": `.\31 b`, "w-[2px]": `.w-\[2px\]`, "w-(a,b)": `.w-\(a\,b\)`, "sm:w-1.5": `.sm\:w-1\.5`, "a>b": `.a\>b`} {
		t.Run(class, func(t *testing.T) {
			s := pages(t, map[string]string{"/": `<!doctype html><style>li` + selector + `:first-child { display: none }</style>
				<ul><li class="` + class + `">First</li><li class="` + class + `">Second</li></ul>`})
			tab := newTestTab(t, ContextOptions{})
			mustNavigate(t, tab, s.URL)
			got := shown(t, tab, PageEngine)
			require.NotContains(t, got, "First")
			require.Contains(t, got, "Second")
		})
	}
}

func TestFormsThatLookTheSameDifferByWhatIsInThem(t *testing.T) {
	form := `<form><input required aria-label=F value="%s"><p class=hint>Fill %s</p></form>`
	s := pages(t, map[string]string{"/": `<!doctype html><style>.hint { display: none } form:invalid .hint { display: block }</style>` +
		fmt.Sprintf(form, "x", "full") + fmt.Sprintf(form, "", "empty")})
	tab := newTestTab(t, ContextOptions{})
	mustNavigate(t, tab, s.URL)
	got := shown(t, tab, PageEngine)
	require.NotContains(t, got, "Fill full")
	require.Contains(t, got, "Fill empty")
}
