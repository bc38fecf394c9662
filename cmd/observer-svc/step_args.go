package main

import (
	"errors"
	"fmt"
	"regexp"
)

var refPattern = regexp.MustCompile(`^(@|ref=)?e[0-9]+$`)

func isRef(w word) bool { return !w.quoted && refPattern.MatchString(w.text) }

// takeRef takes the ref that args must begin with.
func takeRef(args []word) (ref string, rest []word, err error) {
	if len(args) == 0 || !isRef(args[0]) {
		return "", nil, errors.New("a ref such as e5 is missing")
	}
	return args[0].text, args[1:], nil
}

// takeOptionalRef takes a ref when args begin with one.
func takeOptionalRef(args []word) (ref string, rest []word) {
	if len(args) > 0 && isRef(args[0]) {
		return args[0].text, args[1:]
	}
	return "", args
}

func none(args []word) error {
	if len(args) > 0 {
		return fmt.Errorf("%q is one word too many", args[0].text)
	}
	return nil
}

func one(args []word, what string) (string, error) {
	if len(args) == 0 {
		return "", fmt.Errorf("%s is missing", what)
	}
	return args[0].text, none(args[1:])
}
