package tree

import "strconv"

// render writes the line of a node: role, name, ref, marks, value. The order of the marks is that of
// appendMarks and part of the contract.
func (n *Node) render() string {
	if n.Role == "" && n.ID == 0 {
		return ""
	}
	dst := make([]byte, 0, len(n.Role)+len(n.Name)+len(n.Value)+len(n.States.URL)+32)
	dst = appendRole(dst, n.Role)
	if n.Name != "" && n.Role != textRole {
		dst = append(dst, ' ')
		dst = appendQuoted(dst, n.Name)
	}
	if n.Ref != 0 {
		dst = append(dst, " [ref=e"...)
		dst = strconv.AppendUint(dst, uint64(n.Ref), 10)
		dst = append(dst, ']')
	}
	dst = appendMarks(dst, &n.States, n.Role)
	switch {
	case n.Role == textRole:
		dst = append(dst, ": "...)
		dst = appendQuoted(dst, n.Name)
	case n.HasValue:
		dst = append(dst, ": "...)
		dst = appendQuoted(dst, n.Value)
	}
	return string(dst)
}

// appendRole appends a role. Whatever is not a word is "generic", so that a role can forge nothing.
func appendRole(dst []byte, role string) []byte {
	if !validRole(role) {
		role = genericRole
	}
	return append(dst, role...)
}

// validRole reports whether a role is a word of ASCII letters, digits and dashes.
func validRole(role string) bool {
	for i := range len(role) {
		c := role[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return role != ""
}
