package peer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Framing says how a reader finds the end of a message. tsserver reads lines and writes headers.
type Framing int

const (
	Lines   Framing = iota // a message is a line
	Headers                // a header with the message's length comes before the message, as in LSP
)

// maxMessage bounds a message that is read; a plan for a large project may have megabytes.
const maxMessage = 1 << 30 // 1 GiB

func (f Framing) write(w io.Writer, message []byte) error {
	if f == Headers {
		if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(message)); err != nil {
			return err
		}
		_, err := w.Write(message)
		return err
	}
	_, err := w.Write(append(message, '\n'))
	return err
}

func (f Framing) read(r *bufio.Reader) ([]byte, error) {
	if f == Headers {
		return readHeaders(r)
	}
	return r.ReadBytes('\n')
}

func readHeaders(r *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			if length < 0 {
				return nil, errors.New("message without Content-Length")
			}
			message := make([]byte, length)
			_, err := io.ReadFull(r, message)
			return message, err
		}
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		length, err = strconv.Atoi(strings.TrimSpace(value))
		if err != nil || length < 0 || length > maxMessage {
			return nil, fmt.Errorf("Content-Length is %q", value)
		}
	}
}
