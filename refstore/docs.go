package refstore

import (
	"slices"

	"github.com/observer-svc/observer-svc/tree"
)

// document is one document of one frame: a navigation generation of that frame.
type document struct {
	doc    tree.Doc
	frame  tree.FrameID
	loader string
}

// documents numbers the documents of a tab and knows which of them are shown.
type documents struct {
	last     tree.Doc // the highest number given out, also to forks that were dropped
	main     tree.FrameID
	mainDoc  tree.Doc
	mainSeen uint64 // how many documents the main frame has shown
	shown    map[tree.FrameID]document
	byDoc    map[tree.Doc]document // those shown
	// away are frames that are not in the tree now and may come back with the same document, such as
	// frames of hidden elements; order is the order in which they went, also those that are back.
	away  map[tree.FrameID]departed
	order []departed
	left  uint64 // how often a frame went
}

// departed is one time that a frame went.
type departed struct {
	document
	time uint64 // how many went before and with it
}

// maxAway is how many frames that went away are remembered.
const maxAway = 1024

func newDocuments() *documents {
	return &documents{
		shown: map[tree.FrameID]document{},
		byDoc: map[tree.Doc]document{},
		away:  map[tree.FrameID]departed{},
	}
}

// find returns the number that a frame's document already has.
func (d *documents) find(frame tree.FrameID, loader string) (tree.Doc, bool) {
	known, ok := d.shown[frame]
	if !ok {
		known, ok = d.away[frame].document, d.away[frame].time > 0
	}
	if !ok || known.loader != loader {
		return 0, false
	}
	return known.doc, true
}

// show makes the documents of a commit the ones that are shown.
func (d *documents) show(main tree.FrameID, docs map[tree.FrameID]tree.Doc, loader func(tree.FrameID) string) {
	for frame, known := range d.shown {
		if _, still := docs[frame]; !still {
			d.leave(frame, known)
		}
	}
	clear(d.byDoc)
	for frame, doc := range docs {
		known, ok := d.shown[frame]
		if !ok || known.doc != doc {
			known = document{doc, frame, loader(frame)}
			d.shown[frame] = known
			delete(d.away, frame)
		}
		d.byDoc[doc] = known
	}
	if doc, ok := docs[main]; ok && (main != d.main || doc != d.mainDoc) {
		d.main, d.mainDoc = main, doc
		d.mainSeen++
	}
}

// leave remembers a frame that is not shown any more, and forgets the first that went of too many.
func (d *documents) leave(frame tree.FrameID, known document) {
	d.left++
	gone := departed{known, d.left}
	delete(d.shown, frame)
	d.away[frame] = gone
	d.order = append(d.order, gone)
	for len(d.away) > maxAway {
		if first := d.order[0]; !d.outdated(first) {
			delete(d.away, first.frame)
		}
		d.order = d.order[1:]
	}
	if len(d.order) > 2*maxAway {
		d.order = slices.DeleteFunc(d.order, d.outdated)
	}
}

// outdated reports whether a frame came back after it went.
func (d *documents) outdated(gone departed) bool { return d.away[gone.frame].time != gone.time }
