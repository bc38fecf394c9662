package transport

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Transport carries whole messages. Read has one caller at a time, and so has Write; Close may be
// called at any time, ends both, and may be called again.
type Transport interface {
	Read() ([]byte, error)
	Write(message []byte) error
	Close() error
}

// pipeReadBuffer is larger than most messages, and as large as a pipe of the kernel.
const pipeReadBuffer = 64 << 10

type pipe struct {
	r   io.ReadCloser
	w   io.WriteCloser
	buf *bufio.Reader
}

// Pipe returns the transport of a browser started with --remote-debugging-pipe: messages end in
// a zero byte.
func Pipe(r io.ReadCloser, w io.WriteCloser) Transport {
	return &pipe{r: r, w: w, buf: bufio.NewReaderSize(r, pipeReadBuffer)}
}

// Read returns the next message.
func (p *pipe) Read() ([]byte, error) {
	b, err := p.buf.ReadBytes(0)
	if err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b, []byte{0}), nil
}

// Write sends a message.
func (p *pipe) Write(b []byte) error {
	_, err := p.w.Write(append(b, 0))
	return err
}

// Close closes both ends.
func (p *pipe) Close() error {
	return errors.Join(ignoreClosed(p.w.Close()), ignoreClosed(p.r.Close()))
}
