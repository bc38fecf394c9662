// Package wire turns nodes and operations into their form in the public contract and back.
//
// A tree that goes there and back has the same lines, and so the same digest, as before. What comes
// from the wire is checked: malformed messages give ErrMalformed and never a panic.
package wire
