package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func readAll(t *testing.T, r io.Reader, size, limit int) (got []string) {
	l := &lines{r: bufio.NewReaderSize(r, size), max: limit}
	for {
		line, err := l.next()
		switch {
		case errors.Is(err, errTooLong):
			got = append(got, "TOO LONG")
		case errors.Is(err, io.EOF):
			return got
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, string(line))
		}
	}
}

func TestLines(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     string
	}{
		{"empty", "", ""},
		{"one", "abc\n", "abc"},
		{"last without line feed", "a\nbc", "a|bc"},
		{"blank", "\n\na\n", "||a"},
		{"as long as it may be", strings.Repeat("x", 20) + "\na\n", strings.Repeat("x", 20) + "|a"},
		{"one too many", strings.Repeat("x", 21) + "\na\n", "TOO LONG|a"},
		{"much too long", strings.Repeat("x", 999) + "\na\n", "TOO LONG|a"},
		{"too long at the end", "a\n" + strings.Repeat("x", 999), "a|TOO LONG"},
		{"carriage return stays", "a\r\n", "a\r"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(readAll(t, strings.NewReader(test.in), 16, 20), "|")
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestLinesReadError(t *testing.T) {
	broken := errors.New("broken")
	l := &lines{r: bufio.NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken))), max: 20}
	if line, err := l.next(); string(line) != "a" || err != nil {
		t.Errorf("got %q, %v", line, err)
	}
	if line, err := l.next(); line != nil || !errors.Is(err, broken) {
		t.Errorf("a line cut off by an error came out as %q, %v", line, err)
	}
}

// FuzzLines compares with splitting everything at once, however the bytes arrive.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbc\n\nd"), 3, false)
	f.Add([]byte("0123456789\n01234567890\n"), 10, true)
	f.Fuzz(func(t *testing.T, in []byte, limit int, slow bool) {
		limit = min(max(limit, 0), 1<<10)
		var want []string
		for i, line := range bytes.Split(in, []byte("\n")) {
			switch {
			case len(line) > limit:
				want = append(want, "TOO LONG")
			case len(line) > 0 || i < bytes.Count(in, []byte("\n")):
				want = append(want, string(line))
			}
		}
		var r io.Reader = bytes.NewReader(in)
		if slow {
			r = iotest.OneByteReader(r)
		}
		got := readAll(t, r, 16, limit)
		if len(got) != len(want) {
			t.Fatalf("got %q, want %q", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	})
}
