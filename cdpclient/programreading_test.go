package cdpclient

import (
	"context"
	"fmt"
	"strings"

	"github.com/mafredri/cdp/protocol/page"
	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/tree"
)

// difference is what two readings do not agree in.
type difference struct {
	between   string
	want, got string
}

func (s *stage) compare(between, want, got string) *difference {
	s.count.captures++
	s.count.nodes += strings.Count(want, "\n")
	if want == got {
		return nil
	}
	return &difference{between, want, got}
}

// exact compares what is read incrementally with what agents tell that have seen nothing before.
func (s *stage) exact() *difference {
	if s.silent && !s.calm() {
		return &difference{between: "an agent that comes to rest (-) and one that stays in doubt (+)", got: glanced(s.t, s.tab)}
	}
	s.silent = false
	ours := shown(s.t, s.tab, PageEngine)
	return s.compare("a fresh reading (-) and the exact incremental one (+)", s.afresh(), ours)
}

// calm glances until nothing is in doubt, and reports whether it came to that.
func (s *stage) calm() bool {
	for range mostDoubtfulLooks {
		wasCertain := isCertain(s.tab)
		glanced(s.t, s.tab)
		if wasCertain && isCertain(s.tab) {
			return true
		}
		settle(s.t, s.tab)
	}
	return false
}

// reasoned are oddities that are read differently, by the names that the pages give them.
var reasoned = map[string]string{
	"optionRole":     "an option of a list that drops down is picked as one, whatever role a page calls it by, which HTML does not allow; the tree repeats the role",
	"pictureInLabel": "of a button in a label that a picture in it names, the tree tells no name and the utilities of the same browser the right one",
	"optionInside":   "HTML does not allow a fieldset, details or dialog in a list of options; the browser offers the options in it all the same, and the tree leaves them out",
	"hiddenOwner":    "the tree shows what an element owns that is hidden or inert at the place of that, the page shows it where it stands",
	"leafOwner":      "what can have no children owns nothing; the tree loses what such an element claims to own, or shows it at the place of that",
	"ownedPopover":   "whether the tree shows a popover at the place of its owner depends on when the tree was read before",
	"revealed":       "the tree does not notice that a text in an element without a box becomes visible, and would have it if the page were loaded like that",
	"indexedRows":    "HTML does not allow a tabindex that is no number; the rows of a table that have one are a group of rows to the utilities, and generic to the tree",
	"twoOwners":      "of two elements that own the same one, which WAI-ARIA forbids, the tree lets the one keep it that had it first, the page the first in the document",
	"roleWithoutBox": "of an element without a box the utilities tell no role, so one that is valid in certain places only is taken as the page gives it",
	"unseenRoot":     unseenRoot,
	"wasSecret":      wasSecret,
}

// Those that a fresh reading tells differently, too.
const (
	wasSecret  = "what was in a field that has been a password field stays masked; a fresh reading does not know"
	unseenRoot = "no script can tell that an element, unless it is a custom one, has a closed shadow root if it has content or is as large as it was without"
)

// isOdd reports whether something is on the page for which two readings may differ, and counts it.
func (s *stage) isOdd(besideReference bool) bool {
	found := false
	for name := range strings.SplitSeq(mustEvaluate(s.t, s.tab, "odd()"), ",") {
		why := reasoned[name]
		if name == "" || besideReference && why != unseenRoot && why != wasSecret {
			continue
		}
		require.NotEmpty(s.t, why, name)
		s.count.odd[name]++
		found = true
	}
	return found
}

// reference compares what is read incrementally with the accessibility tree.
func (s *stage) reference() *difference {
	ours := shown(s.t, s.tab, PageEngine)
	return s.compare("the accessibility tree (-) and the page engine (+)", shown(s.t, s.tab, AXEngine), ours)
}

// mostDoubtfulLooks is how often a quiet page is looked at until its agents must have come to rest.
const mostDoubtfulLooks = 200

// certainRounds is how often a reading must stay as it is while the agents are certain until it is their
// last word: what leaves no trace at all they find by looking around, part by part.
const certainRounds = 8

// watched lets the bells lead to the state of a fresh reading.
func (s *stage) watched() *difference {
	ctx := patience(s.t)
	var last *difference
	for rounds := 0; rounds < certainRounds; {
		ours := glanced(s.t, s.tab)
		d := s.compare("a fresh reading (-) and what the bells lead to (+)", s.afresh(), ours)
		if d == nil {
			return nil
		}
		if last != nil && *last == *d && isCertain(s.tab) {
			rounds++
		} else {
			rounds = 0
		}
		last = d
		select {
		case <-s.tab.Bell():
		case <-ctx.Done():
			return d
		}
	}
	return last
}

// afresh is the text of all frames as agents tell it that have seen nothing before.
func (s *stage) afresh() string {
	s.t.Helper()
	for ctx := patience(s.t); ; {
		frames, err := s.freshFrames(ctx)
		if err == nil {
			return text(frames)
		}
		if ctx.Err() != nil {
			require.NoError(s.t, err)
		}
	}
}

func (s *stage) freshFrames(ctx context.Context) ([]tree.Frame, error) {
	s.count.worlds++
	mirrors := map[tree.FrameID]*mirror{}
	var frames []tree.Frame
	for _, f := range s.tab.frames() {
		f, err := s.tab.world(ctx, f.id)
		if err != nil {
			return nil, err
		}
		world, err := page.NewClient(f.session.conn).CreateIsolatedWorld(ctx,
			page.NewCreateIsolatedWorldArgs(page.FrameID(f.id)).SetWorldName(fmt.Sprint("afresh ", s.count.worlds)))
		if err != nil {
			return nil, err
		}
		f.world = world.ExecutionContextID
		m := &mirror{engine: s.tab.agent.(*engine), frame: f.id, busy: make(chan struct{}, 1)}
		mirrors[f.id] = m
		read, _, err := m.read(ctx, f, look{exact: true})
		if err != nil {
			return nil, err
		}
		if up := mirrors[f.parent]; up != nil {
			read.Owner = up.owner(ctx, f.id)
		}
		frames = append(frames, read)
	}
	return frames, nil
}
