package tree

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// settle gives a node what is in it: without what its name says already, its first text as its
// value, and a name where it needs one. lines is how many lines there are below it.
func (n *Node) settle(r *Raw, kids []*Node, lines int) {
	kids = n.withoutOwnText(r, kids)
	kids = n.unrepeat(r, kids)
	const crowd = 40 // lines; what holds more is not called by the first of them
	if n.Name == "" && lines+len(kids) <= crowd && (n.nameable(r) || n.Role == genericRole && len(kids) == 0) {
		kids = n.giveName(kids)
		n.nameByHint(kids)
	}
	if !n.HasValue && n.beginsWithText(r, kids) {
		n.setValue(kids[0].Said())
		kids = kids[1:]
	}
	if len(kids) > 0 {
		n.Children = kids
	}
}

// withoutOwnText drops the texts in a field, which are its value once more.
func (n *Node) withoutOwnText(r *Raw, kids []*Node) []*Node {
	if r.Tag == "input" || r.Tag == "textarea" {
		return nil
	}
	if r.Tag != "select" && !(fieldRoles.has(n.Role) && n.HasValue) {
		return kids
	}
	kept := kids[:0]
	for _, kid := range kids {
		if kid.Role != textRole {
			kept = append(kept, kid)
		}
	}
	return kept
}

// unrepeat drops what the name says already, or the name where it only repeats what is below it.
func (n *Node) unrepeat(r *Raw, kids []*Node) []*Node {
	if n.Name == "" || len(kids) == 0 {
		return kids
	}
	if !contentNamed.has(n.Role) && n.Role != genericRole {
		return dropTexts(kids, func(text string) bool { return text == n.Name })
	}
	if says(kids, n.fullName(r)) {
		switch {
		case len(n.Name) > maxContentName:
			n.Name = ""
			return kids
		case n.Role != "row" && allPlain(kids) && !sayMore(kids):
			n.absorbLevel(kids)
			return nil
		case !n.Actionable && !hasText(kids):
			n.Name = ""
			return kids
		}
	}
	if n.Role == "row" && repeats(n.Name, kids) {
		n.Name = ""
		return kids
	}
	pos := 0
	return dropTexts(kids, func(text string) bool { return containsWords(n.Name, text, &pos) })
}

// fullName returns the name before it was shortened.
func (n *Node) fullName(r *Raw) string {
	if len(n.Name) <= maxName {
		return n.Name
	}
	return tidy(r.Name)
}

// repeats reports whether every word of a name is in the lines below. Rows are named from their
// cells, but not in a way that reads the same everywhere.
func repeats(name string, kids []*Node) bool {
	said := make(map[string]bool, len(kids))
	for _, kid := range kids {
		addWords(said, kid)
	}
	for word := range strings.FieldsSeq(name) {
		if !said[word] {
			return false
		}
	}
	return true
}

func addWords(said map[string]bool, n *Node) {
	for word := range strings.FieldsSeq(n.Name) {
		said[word] = true
	}
	for word := range strings.FieldsSeq(n.Value) {
		said[word] = true
	}
	for _, kid := range n.Children {
		addWords(said, kid)
	}
}

// dropTexts drops the texts for which said is true.
func dropTexts(kids []*Node, said func(text string) bool) []*Node {
	kept := kids[:0]
	for _, kid := range kids {
		if kid.Role == textRole && said(kid.Name) {
			continue
		}
		kept = append(kept, kid)
	}
	return kept
}

// beginsWithText reports whether the first line in an element is to be its value: a text, or a
// paragraph that is all there is. The paragraphs of an editor stay what they are.
func (n *Node) beginsWithText(r *Raw, kids []*Node) bool {
	if len(kids) == 0 {
		return false
	}
	return kids[0].Role == textRole || len(kids) == 1 && r.Flags&EditHost == 0 && kids[0].isPlainParagraph()
}

// isPlainParagraph reports whether a line is a paragraph with nothing but text.
func (n *Node) isPlainParagraph() bool {
	return n.Role == "paragraph" && n.Name == "" && allPlain([]*Node{n}) && len(n.Children) == 0
}

func hasText(kids []*Node) bool {
	for _, kid := range kids {
		if kid.Role == textRole {
			return true
		}
	}
	return false
}

// absorbLevel takes over the level of the one heading that is all there is in a link or button.
func (n *Node) absorbLevel(kids []*Node) {
	if len(kids) == 1 && kids[0].Role == "heading" && n.States.Level == 0 {
		n.States.Level = kids[0].States.Level
	}
}

// allPlain reports whether lines tell nothing but their text: nothing can be acted upon or has a
// state.
func allPlain(kids []*Node) bool {
	for _, kid := range kids {
		if kid.Actionable || kid.Role == iframeRole {
			return false
		}
		s := kid.States
		s.Level = 0
		if s.say(kid.Role) || !allPlain(kid.Children) {
			return false
		}
	}
	return true
}

// sayMore reports whether something in lines with a name says what the name does not, such as the rows
// of a table that is named by its caption.
func sayMore(kids []*Node) bool {
	for _, kid := range kids {
		if kid.Name != "" && (kid.HasValue || len(kid.Children) > 0) || sayMore(kid.Children) {
			return true
		}
	}
	return false
}

// says reports whether lines read together are exactly a text, white space and the punctuation
// between lines aside.
func says(kids []*Node, text string) bool {
	rest, ok := saying(kids, text)
	return ok && strings.TrimLeft(rest, separators) == ""
}

// saying takes what the lines say from the beginning of a text; false when they say something else.
func saying(kids []*Node, text string) (rest string, ok bool) {
	for _, kid := range kids {
		if kid.Name != "" {
			if text, ok = cutSaid(text, kid.Name); !ok {
				return "", false
			}
			continue
		}
		if kid.HasValue {
			if text, ok = cutSaid(text, kid.Value); !ok {
				return "", false
			}
		}
		if text, ok = saying(kid.Children, text); !ok {
			return "", false
		}
	}
	return text, true
}

// cutSaid is strings.CutPrefix for which spaces do not count, nor does punctuation before the prefix.
func cutSaid(text, said string) (rest string, ok bool) {
	i := 0
	if bare := strings.TrimLeft(text, separators); said != "" && bare != "" && bare[0] == said[0] {
		text = bare
	}
	for j := range len(said) {
		if said[j] == ' ' {
			continue
		}
		for i < len(text) && text[i] == ' ' {
			i++
		}
		if i == len(text) || text[i] != said[j] {
			return "", false
		}
		i++
	}
	return text[i:], true
}

// containsWords reports whether a name holds a text as whole words at or after a position, and moves
// the position behind it.
func containsWords(name, text string, pos *int) bool {
	if text == "" || len(text) > len(name)-*pos {
		return false
	}
	for from := *pos; ; {
		i := strings.Index(name[from:], text)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(text)
		if wordEnds(name[:i], text) && wordEnds(text, name[end:]) {
			*pos = end
			return true
		}
		from = i + 1
	}
}

// wordEnds reports whether the border between two strings is not in the middle of a word.
func wordEnds(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return !isWord(last) || !isWord(first)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
