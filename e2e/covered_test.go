package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// coveredPage has all ways to be covered, and what only looks so. FRAME is of another site.
const coveredPage = `<!doctype html><title>Covered</title><style>body { margin: 0 } .row { height: 30px; position: relative } .over { position: absolute; inset: 0; background: #fff }
iframe { width: 300px; height: 60px; border: 0; display: block } button { position: absolute; left: 0; top: 0; width: 100px; height: 20px }</style>
<div class=row><button>free</button></div>
<div class=row><button>under a plain box</button><div class=over>box</div></div>
<div class=row><button>under a link</button><a href=#x class=over>link</a></div>
<div class=row><button>under text in a link</button><a href=#y class=over><b>bold</b></a></div>
<div class=row><button>under what lets through</button><div class=over style="pointer-events: none">glass</div></div>
<div class=row><button>half under</button><div class=over style="left: 60px">box</div></div>
<div class=row><button style="pointer-events: none">no pointer</button><div class=over>box</div></div>
<div class=row><button><span class=over>own content</span></button></div>
<div class=row><label><input type=checkbox> labelled<span class=over></span></label></div>
<div class=row><shadow-over></shadow-over></div>
<iframe title=Free src="FRAME"></iframe>
<div style="position: relative; height: 60px"><iframe title=Under src="FRAME"></iframe><button class=over style="width: auto; height: auto">frame cover</button></div>
<div style="height: 2000px"></div><div class=row><button>far below</button><div class=over>box</div></div>
<script>customElements.define('shadow-over', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML = '<button style="position:absolute">under in a shadow</button><div tabindex=0 style="position:absolute;inset:0;background:#fff">shade</div>'; } });</script>`

func TestCoveredElementsAreMarkedOnRequestWithTheRefOfWhatCoversThem(t *testing.T) {
	var frame string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/inner" {
			fmt.Fprint(w, `<!doctype html><button>in a frame</button>`)
			return
		}
		fmt.Fprint(w, strings.ReplaceAll(coveredPage, "FRAME", frame))
	}))
	t.Cleanup(s.Close)
	conn := startService(t)
	for _, origin := range []string{s.URL, strings.Replace(s.URL, "127.0.0.1", "localhost", 1)} {
		frame = origin + "/inner"
		for name, engine := range engines {
			t.Run(name+"/"+origin[:strings.LastIndex(origin, ":")], func(t *testing.T) {
				d := &driver{conn: conn, engine: engine}
				visit(t, d, s.URL)
				plain := settled(t, d)
				assert.NotContains(t, plain.text, "[covered")
				marked := mustObserve(t, d, markCovered)
				assert.Equal(t, strings.Count(plain.text, "\n"), strings.Count(marked.text, "\n"))
				assertCovers(t, marked)
				assertLinesAreNodes(t, marked)
				again := mustObserve(t, d, markCovered, func(r *observerv1.ObserveRequest) { r.SnapshotId = marked.header.GetSnapshotId() })
				assert.Equal(t, marked.text, again.text, "the snapshot is read as it was found")
			})
		}
	}
}

func markCovered(r *observerv1.ObserveRequest) {
	if r.View == nil {
		r.View = &observerv1.View{}
	}
	r.View.MarkCovered = true
}

func assertCovers(t *testing.T, s *snapshot) {
	t.Helper()
	want := map[string]string{ // by the name of the covered: the name of what covers, "" when it has no ref, "-" when not covered
		"free": "-", "under a plain box": "", "under a link": "link", "under text in a link": "bold", "under what lets through": "-",
		"half under": "-", "no pointer": "-", "own content": "-", "labelled": "-", "under in a shadow": "shade", "far below": "-",
		"in a frame": "-", "Under": "frame cover", "Free": "-", "frame cover": "-",
	}
	name := map[string]string{}
	for _, n := range s.nodes {
		if n.GetRef() != "" {
			name[n.GetRef()] = n.GetName()
		}
	}
	frames := 0
	for _, n := range s.nodes {
		by, known := want[n.GetName()]
		if n.GetName() == "in a frame" {
			if frames++; frames == 2 {
				by = "frame cover"
			}
		}
		if !known || n.GetRole() == "text" {
			continue
		}
		assert.Equal(t, by != "-", n.GetStates().GetCovered(), "%s in\n%s", n.GetName(), s.text)
		if n.GetStates().GetCovered() {
			assert.Equal(t, by, name[n.GetStates().GetCoveredBy()], n.GetName())
			if by != "" {
				assert.Contains(t, s.text, fmt.Sprintf("[ref=%s] [covered=%s]", n.GetRef(), n.GetStates().GetCoveredBy()))
			}
		}
	}
	assert.Equal(t, 2, frames)
}

func TestWhatIsCoveredIsWhatAClickIsRefusedFor(t *testing.T) {
	d := &driver{conn: startService(t)}
	visit(t, d, site(t, map[string]string{"/": strings.ReplaceAll(coveredPage, "FRAME", "about:blank")}).URL)
	s := mustObserve(t, d, markCovered)
	tried := 0
	for _, n := range s.nodes {
		if n.GetRole() != "button" || n.GetStates().GetOffscreen() || n.GetName() == "no pointer" || n.GetName() == "frame cover" {
			continue
		}
		a := d.act(t.Context(), click(n.GetRef()), stepTimeout/4)
		assert.Equal(t, n.GetStates().GetCovered(), a.reason() == "COVERED", "%s: %s", n.GetName(), a)
		tried++
	}
	require.Greater(t, tried, 6)
}

func TestMarksOfWhatIsCoveredGoWithTheCursorAndAreRefusedElsewhere(t *testing.T) {
	d := &driver{conn: startService(t)}
	page := `<!doctype html><div style="position:fixed;inset:0;z-index:2" onclick="1">Cookies</div>` + strings.Repeat("<a href=#x>link with a name</a> ", 100)
	visit(t, d, site(t, map[string]string{"/": page}).URL)
	whole := mustObserve(t, d, markCovered)
	require.Greater(t, strings.Count(whole.text, "[covered=e"), 90)
	parts, text := readByCursor(t, d, markCovered, budget(600))
	assert.Greater(t, parts, 5)
	assert.Equal(t, whole.text, text)
	_, err := d.observe(t.Context(), markCovered, func(r *observerv1.ObserveRequest) { r.SinceSnapshotId = whole.header.GetSnapshotId() })
	require.ErrorContains(t, err, "mark_covered")
	stream, err := d.observer().Act(t.Context(), &observerv1.ActRequest{SessionId: d.session, View: &observerv1.View{MarkCovered: true},
		Steps: []*observerv1.Step{click("e1")}})
	require.NoError(t, err)
	_, err = stream.Recv()
	assert.ErrorContains(t, err, "mark_covered")
}
