package refstore

import "github.com/observer-svc/observer-svc/tree"

// Fork is one commit in preparation. It is used by one goroutine.
type Fork struct {
	store   *Store
	main    tree.FrameID
	asked   bool
	loaders map[tree.FrameID]string
	docs    map[tree.FrameID]tree.Doc

	generation uint64
}

// Fork begins a commit.
func (s *Store) Fork() *Fork {
	return &Fork{store: s, loaders: map[tree.FrameID]string{}, docs: map[tree.FrameID]tree.Doc{}}
}

// Doc returns the number of the document that a frame shows. The first frame asked for is the main
// frame of the tab. A number that a dropped fork gave to a new document is not used again.
func (f *Fork) Doc(frame tree.FrameID, loaderID string) tree.Doc {
	if !f.asked {
		f.main, f.asked = frame, true
	}
	if doc, ok := f.docs[frame]; ok && f.loaders[frame] == loaderID {
		return doc
	}
	doc := f.store.number(frame, loaderID)
	f.docs[frame], f.loaders[frame] = doc, loaderID
	return doc
}

// Generation says how many documents the main frame has shown, where the producer knows: documents
// that were never captured count too. Without it the store counts those it was given.
func (f *Fork) Generation(n uint64) { f.generation = n }

// number returns the number of a document, a new one when the document was never committed.
func (s *Store) number(frame tree.FrameID, loaderID string) tree.Doc {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doc, ok := s.docs.find(frame, loaderID); ok {
		return doc
	}
	s.docs.last++
	return s.docs.last
}
