package cdpclient

// mostTries is how many programs are tried to find a short one.
const mostTries = 80

// shrink finds a shorter program with the same difference, and leaves its page on the stage.
func (s *stage) shrink(p program, d *difference) (program, *difference) {
	tries := 0
	without := func(list []int, from, n int) []int { return append(append([]int{}, list[:from]...), list[from+n:]...) }
	attempt := func(candidate program) bool {
		tries++
		found := s.run(candidate)
		if found == nil || found.between != d.between {
			return false
		}
		p, d = candidate, found
		return true
	}
	for changed := true; changed && tries < mostTries; {
		changed = false
		for size := max(len(p.steps), len(p.parts)); size > 0; size /= 2 {
			for from := 0; from < len(p.steps) && tries < mostTries; from += size {
				if c := p; attempt(program{c.seed, c.parts, without(c.steps, from, min(size, len(c.steps)-from))}) {
					changed = true
					from -= size
				}
			}
			for from := 0; from < len(p.parts) && tries < mostTries; from += size {
				if c := p; attempt(program{c.seed, without(c.parts, from, min(size, len(c.parts)-from)), c.steps}) {
					changed = true
					from -= size
				}
			}
		}
	}
	if again := s.run(p); again != nil {
		d = again
	}
	return p, d
}
