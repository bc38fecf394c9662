package service

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// sealer makes opaque tokens that only a holder of the same key can make or read the truth of.
// Tokens are authenticated, not secret.
type sealer struct{ key []byte }

// macSize is how many bytes of the HMAC-SHA-256 a token carries.
const macSize = 16

// The kinds of tokens. A token of one kind is never taken for another.
const (
	kindResume byte = 'r'
	kindCursor byte = 'c'
)

var errToken = errors.New("the token is malformed or was altered")

// seal returns a token of a kind that holds the fields.
func (s sealer) seal(kind byte, fields ...any) []byte {
	b := []byte{kind}
	for _, f := range fields {
		switch f := f.(type) {
		case uint64:
			b = binary.AppendUvarint(b, f)
		case string:
			b = binary.AppendUvarint(b, uint64(len(f)))
			b = append(b, f...)
		}
	}
	return append(b, s.mac(b)...)
}

// open reads a token of a kind into pointers to the fields it was sealed with.
func (s sealer) open(kind byte, token []byte, fields ...any) error {
	if len(token) < 1+macSize || token[0] != kind {
		return errToken
	}
	body, mac := token[:len(token)-macSize], token[len(token)-macSize:]
	if !hmac.Equal(mac, s.mac(body)) {
		return errToken
	}
	rest := body[1:]
	for _, f := range fields {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			return errToken
		}
		rest = rest[size:]
		switch f := f.(type) {
		case *uint64:
			*f = n
		case *string:
			if n > uint64(len(rest)) {
				return errToken
			}
			*f, rest = string(rest[:n]), rest[n:]
		}
	}
	if len(rest) > 0 {
		return errToken
	}
	return nil
}

func (s sealer) mac(body []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(body)
	return h.Sum(nil)[:macSize]
}
