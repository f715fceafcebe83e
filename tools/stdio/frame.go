package stdio

import (
	"bufio"
	"errors"
	"io"
)

// errTooLong says that a line was longer than it may be. The line has been consumed.
var errTooLong = errors.New("stdio: line too long")

// lines splits a stream into lines of at most max bytes each, not counting the line feed.
type lines struct {
	r   *bufio.Reader
	max int
}

// next returns the next line without its line feed, in memory of its own. A line that is too long is read to its end, not kept in memory,
// and reported as errTooLong. The text after the last line feed is a line too, unless it is empty. After the last line next returns io.EOF.
func (l *lines) next() ([]byte, error) {
	var line []byte
	var tooLong, started bool
	for {
		chunk, err := l.r.ReadSlice('\n')
		ended := err == nil
		started = started || len(chunk) > 0
		if ended {
			chunk = chunk[:len(chunk)-1]
		}
		if tooLong = tooLong || len(line)+len(chunk) > l.max; tooLong {
			line = nil
		} else {
			line = append(line, chunk...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || !started):
			return nil, err
		case tooLong:
			return nil, errTooLong
		}
		return line, nil
	}
}
