package tree

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

var errLine = errors.New("tree: not a line of a tree")

// ParseLine reads a line as Node.Line writes it. The node has no id, and is Actionable when it has a
// ref.
func ParseLine(line string) (*Node, error) {
	end := strings.IndexAny(line, " :")
	if end < 0 {
		end = len(line)
	}
	n := &Node{Role: line[:end]}
	if !validRole(n.Role) || !utf8.ValidString(line) {
		return nil, errLine
	}
	n.States.Checked, n.States.Selected = checkedDefault(n.Role), selectedDefault(n.Role)
	var err error
	rest := line[end:]
	if after, ok := strings.CutPrefix(rest, ` "`); ok {
		if n.Name, rest, err = unquote(`"` + after); err != nil {
			return nil, err
		}
	}
	for strings.HasPrefix(rest, " [") {
		if rest, err = n.parseBracket(rest[2:]); err != nil {
			return nil, err
		}
	}
	if after, ok := strings.CutPrefix(rest, ": "); ok {
		if n.Value, rest, err = unquote(after); err != nil {
			return nil, err
		}
		n.HasValue = true
	}
	if rest != "" {
		return nil, errLine
	}
	if n.Role == textRole {
		n.Name, n.Value, n.HasValue = n.Value, "", false
	}
	n.Actionable = n.Ref != 0
	return n, nil
}

// parseBracket reads a mark after its "[" and returns what follows its "]".
func (n *Node) parseBracket(s string) (rest string, err error) {
	if after, ok := strings.CutPrefix(s, "scroll "); ok {
		inside, rest, ok := strings.Cut(after, "]")
		if !ok {
			return "", errLine
		}
		return rest, parseScroll(inside, &n.States.Scroll)
	}
	end := strings.IndexAny(s, "=]")
	if end < 0 {
		return "", errLine
	}
	key, s := s[:end], s[end:]
	if s[0] == ']' {
		return s[1:], n.parseMark(key, "", false)
	}
	value, s := "", s[1:]
	if strings.HasPrefix(s, `"`) {
		if value, s, err = unquote(s); err != nil {
			return "", err
		}
	} else if end = strings.IndexByte(s, ']'); end >= 0 {
		value, s = s[:end], s[end:]
	}
	if !strings.HasPrefix(s, "]") {
		return "", errLine
	}
	return s[1:], n.parseMark(key, value, true)
}

// ParseText reads a text as AppendText and Slice write it. Markers are passed over; Line counts
// them. The nodes have no ids and no children; Depth tells how they nest.
func ParseText(text string) ([]Entry, error) {
	var entries []Entry
	number := -1
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		if strings.HasPrefix(body, markerSign) {
			continue
		}
		body, ok := strings.CutPrefix(body, "- ")
		if !ok || indent%2 != 0 {
			return nil, fmt.Errorf("line %d: %w", number+1, errLine)
		}
		n, err := ParseLine(body)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
		entries = append(entries, Entry{Node: n, Depth: indent / 2, Line: number})
	}
	return entries, nil
}
