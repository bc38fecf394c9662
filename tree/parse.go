package tree

import "errors"

// ParseLine reads a line as Node.Line writes it.
func ParseLine(line string) (*Node, error) { return nil, errors.ErrUnsupported }

// ParseText reads a text as AppendText writes it, without its markers. The nodes have no ids.
func ParseText(text string) ([]Entry, error) { return nil, errors.ErrUnsupported }
