package plan_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"testing"

	"tsplan/tools/plan"
)

func TestEdit(t *testing.T) {
	for _, c := range []struct {
		name  string
		data  string
		spans []plan.Span
		want  string
		at    []string // the ranges, as line:character-line:character
	}{
		{"no edits", "a", nil, "a", nil},
		{"into an empty file", "", []plan.Span{{0, 0, "a\n"}}, "a\n", []string{"0:0-0:0"}},
		{"sorted", "foo(foo, foo)",
			[]plan.Span{{9, 3, "c"}, {0, 3, "a"}, {4, 3, "b"}}, "a(b, c)",
			[]string{"0:0-0:3", "0:4-0:7", "0:9-0:12"}},
		{"adjacent replacements", "abcd", []plan.Span{{2, 2, "y"}, {0, 2, "x"}}, "xy",
			[]string{"0:0-0:2", "0:2-0:4"}},
		{"insertion after a replacement", "abcd", []plan.Span{{0, 2, "x"}, {2, 0, "y"}}, "xycd",
			[]string{"0:0-0:2", "0:2-0:2"}},
		{"identical edits count once", "abcd",
			[]plan.Span{{1, 1, "x"}, {3, 0, "i"}, {1, 1, "x"}, {3, 0, "i"}}, "axcid",
			[]string{"0:1-0:2", "0:3-0:3"}},
		{"byte order mark stays", "\uFEFFfoo\n", []plan.Span{{0, 3, "bar"}}, "\uFEFFbar\n",
			[]string{"0:0-0:3"}},
		{"insertion at the start stays behind the mark", "\uFEFFa", []plan.Span{{0, 0, "b"}},
			"\uFEFFba", []string{"0:0-0:0"}},
		{"crlf stays", "a\r\nfoo\r\nb", []plan.Span{{3, 3, "bar"}}, "a\r\nbar\r\nb",
			[]string{"1:0-1:3"}},
		{"a whole line break", "a\r\nb", []plan.Span{{1, 2, "\n"}}, "a\nb", []string{"0:1-1:0"}},
		{"cr stays", "a\rfoo\rb", []plan.Span{{2, 3, "bar"}}, "a\rbar\rb", []string{"1:0-1:3"}},
		{"after astral characters", "/*😀*/foo", []plan.Span{{6, 3, "bar"}}, "/*😀*/bar",
			[]string{"0:6-0:9"}},
		{"a whole astral character", "😀", []plan.Span{{0, 2, "𝒳y"}}, "𝒳y", []string{"0:0-0:2"}},
		{"after U+2028", "a\u2028foo\n", []plan.Span{{2, 3, "bar"}}, "a\u2028bar\n",
			[]string{"0:2-0:5"}},
		{"at the end of the file", "a\n", []plan.Span{{2, 0, "b"}}, "a\nb", []string{"1:0-1:0"}},
		{"last line without newline", "a\nfoo", []plan.Span{{2, 3, "bar"}}, "a\nbar",
			[]string{"1:0-1:3"}},
		{"on an empty line", "a\n\nb", []plan.Span{{2, 0, "x"}}, "a\nx\nb", []string{"1:0-1:0"}},
		{"delete everything", "a\nb\n", []plan.Span{{0, 4, ""}}, "", []string{"0:0-2:0"}},
		{"tabs and line breaks may be new", "a", []plan.Span{{1, 0, "\t\v\f\r\n"}}, "a\t\v\f\r\n",
			[]string{"0:1-0:1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, after, err := plan.Edit("src/a.ts", []byte(c.data), c.spans)
			if err != nil {
				t.Fatal(err)
			}
			if string(after) != c.want {
				t.Errorf("after = %q; want %q", after, c.want)
			}
			if at := ranges(got); strings.Join(at, " ") != strings.Join(c.at, " ") {
				t.Errorf("ranges = %v; want %v", at, c.at)
			}
			if got.FilePath != "src/a.ts" || got.TextEdits == nil ||
				got.SHA256 != sum(c.data) || got.SHA256After != sum(c.want) ||
				got.BOM != strings.HasPrefix(c.data, "\uFEFF") {
				t.Errorf("%+v", got)
			}
			if again, err := plan.Apply(got, []byte(c.data)); string(again) != c.want || err != nil {
				t.Errorf("Apply = %q, %v; want %q", again, err, c.want)
			}
		})
	}
}

// A corrupted guest claims whatever it likes. Each lie has its own answer.
func TestEditHostileClaims(t *testing.T) {
	const file = "a😀b\r\nfoo\n" // offsets: a 0, 😀 1 2, b 3, \r 4, \n 5, foo 6 to 8, \n 9
	for _, c := range []struct {
		name  string
		path  string
		data  string
		spans []plan.Span
		want  error
	}{
		{"overlap", "a.ts", file, []plan.Span{{6, 3, "x"}, {7, 1, "y"}}, plan.ErrOverlap},
		{"overlap, given backwards", "a.ts", file, []plan.Span{{8, 2, "x"}, {6, 3, "y"}}, plan.ErrOverlap},
		{"one inside another", "a.ts", file, []plan.Span{{0, 10, "x"}, {3, 1, "y"}}, plan.ErrOverlap},
		{"insertion inside a replacement", "a.ts", file, []plan.Span{{6, 3, "x"}, {7, 0, "y"}}, plan.ErrOverlap},
		{"insertion where a replacement starts", "a.ts", file, []plan.Span{{6, 3, "x"}, {6, 0, "y"}}, plan.ErrOverlap},
		{"two insertions at one place", "a.ts", file, []plan.Span{{6, 0, "x"}, {6, 0, "y"}}, plan.ErrOverlap},
		{"two texts for one span", "a.ts", file, []plan.Span{{6, 3, "x"}, {6, 3, "y"}}, plan.ErrOverlap},
		{"start past the end", "a.ts", file, []plan.Span{{11, 0, ""}}, plan.ErrPastEnd},
		{"end past the end", "a.ts", file, []plan.Span{{6, 5, ""}}, plan.ErrPastEnd},
		{"end that overflows", "a.ts", file, []plan.Span{{6, math.MaxInt, ""}}, plan.ErrPastEnd},
		{"start and end that overflow", "a.ts", file, []plan.Span{{math.MaxInt, math.MaxInt, ""}}, plan.ErrPastEnd},
		{"negative start", "a.ts", file, []plan.Span{{-1, 2, ""}}, plan.ErrNegative},
		{"negative length", "a.ts", file, []plan.Span{{6, -3, ""}}, plan.ErrNegative},
		{"most negative", "a.ts", file, []plan.Span{{math.MinInt, math.MinInt, ""}}, plan.ErrNegative},
		{"start inside a surrogate pair", "a.ts", file, []plan.Span{{2, 2, ""}}, plan.ErrSurrogate},
		{"end inside a surrogate pair", "a.ts", file, []plan.Span{{0, 2, ""}}, plan.ErrSurrogate},
		{"start inside a line break", "a.ts", file, []plan.Span{{5, 1, ""}}, plan.ErrLineBreak},
		{"end inside a line break", "a.ts", file, []plan.Span{{3, 2, ""}}, plan.ErrLineBreak},
		{"NUL in the text", "a.ts", file, []plan.Span{{6, 3, "a\x00b"}}, plan.ErrNUL},
		{"escape sequence", "a.ts", file, []plan.Span{{6, 3, "\x1b]52;c;aGk=\a"}}, plan.ErrControl},
		{"C1 control", "a.ts", file, []plan.Span{{6, 3, "\u009b31m"}}, plan.ErrControl},
		{"bidirectional override", "a.ts", file, []plan.Span{{6, 3, "\u202eoof"}}, plan.ErrControl},
		{"bidirectional isolate", "a.ts", file, []plan.Span{{6, 3, "\u2066foo"}}, plan.ErrControl},
		{"invalid text", "a.ts", file, []plan.Span{{6, 3, "\xFF"}}, plan.ErrNewText},
		{"half a surrogate pair as text", "a.ts", file, []plan.Span{{6, 3, "\xED\xA0\xBD"}}, plan.ErrNewText},
		{"too large", "a.ts", "a", []plan.Span{{0, 0, strings.Repeat("x", 64<<20)}}, plan.ErrTooLarge},
		{"too large together", "a.ts", "a", []plan.Span{{0, 0, strings.Repeat("x", 32<<20)},
			{1, 0, strings.Repeat("y", 32<<20)}}, plan.ErrTooLarge},
		{"UTF-16 file", "a.ts", "\xFF\xFEa\x00", []plan.Span{{0, 1, "b"}}, plan.ErrEncoding},
		{"invalid file", "a.ts", "a\xFF", []plan.Span{{0, 1, "b"}}, plan.ErrEncoding},
		{"file outside", "../a.ts", file, nil, plan.ErrOutside},
		{"file in node_modules", "node_modules/p/i.d.ts", file, nil, plan.ErrProtected},
		{"no file", "", file, nil, plan.ErrName},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, after, err := plan.Edit(c.path, []byte(c.data), c.spans)
			if !errors.Is(err, c.want) {
				t.Fatalf("%v; want %v", err, c.want)
			}
			if got.TextEdits != nil || after != nil {
				t.Errorf("a refused edit comes with %v and %q", got, after)
			}
			if c.path != "" && !strings.Contains(err.Error(), c.path) {
				t.Errorf("%v does not name the file", err)
			}
			for _, other := range refusals {
				if other != c.want && errors.Is(err, other) {
					t.Errorf("%v is also %v", err, other)
				}
			}
		})
	}
}

var refusals = []error{
	plan.ErrOverlap, plan.ErrPastEnd, plan.ErrNegative, plan.ErrSurrogate, plan.ErrLineBreak,
	plan.ErrNUL, plan.ErrControl, plan.ErrNewText, plan.ErrTooLarge, plan.ErrEncoding,
	plan.ErrOutside, plan.ErrProtected, plan.ErrName, plan.ErrStale, plan.ErrResult,
	plan.ErrMoveSame, plan.ErrMoveCase, plan.ErrMoveInside, plan.ErrMoveTwice, plan.ErrMoveClash,
	plan.ErrMoveMissing, plan.ErrMoveExists,
}

func TestEditNamesTheClaim(t *testing.T) {
	_, _, err := plan.Edit("src/a.ts", []byte("abc"), []plan.Span{{0, 2, "x"}, {1, 1, "y"}})
	const want = "src/a.ts: edits at offset 0, length 2, and offset 1, length 1: two edits overlap"
	if err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	_, _, err = plan.Edit("src/a.ts", []byte("abc"), []plan.Span{{2, 2, "x"}})
	if err == nil || err.Error() != "src/a.ts: edit at offset 2, length 2: past the end of the file" {
		t.Error(err)
	}
}

func TestApplyRefusals(t *testing.T) {
	data := []byte("let foo = 1\n")
	good, _, err := plan.Edit("a.ts", data, []plan.Span{{4, 3, "bar"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		data   string
		change func(*plan.FileTextEdits)
		want   error
	}{
		{"the file changed", "let foo = 2\n", func(*plan.FileTextEdits) {}, plan.ErrStale},
		{"no hash", string(data), func(f *plan.FileTextEdits) { f.SHA256 = "" }, plan.ErrStale},
		{"another text", string(data), func(f *plan.FileTextEdits) { f.TextEdits[0].NewText = "baz" }, plan.ErrResult},
		{"an edit dropped", string(data), func(f *plan.FileTextEdits) { f.TextEdits = nil }, plan.ErrResult},
		{"an edit shifted", string(data), func(f *plan.FileTextEdits) { f.TextEdits[0].Range.End.Character++ }, plan.ErrResult},
		{"an edit turned round", string(data), func(f *plan.FileTextEdits) {
			r := &f.TextEdits[0].Range
			r.Start, r.End = r.End, r.Start
		}, plan.ErrNegative},
		{"UTF-16", "\xFF\xFEa\x00", func(f *plan.FileTextEdits) { f.SHA256 = sum("\xFF\xFEa\x00") }, plan.ErrEncoding},
		{"path outside", string(data), func(f *plan.FileTextEdits) { f.FilePath = "/etc/passwd" }, plan.ErrOutside},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := good
			f.TextEdits = []plan.TextEdit{good.TextEdits[0]}
			c.change(&f)
			if after, err := plan.Apply(f, []byte(c.data)); !errors.Is(err, c.want) || after != nil {
				t.Errorf("%q, %v; want %v", after, err, c.want)
			}
		})
	}
	for _, r := range []plan.Range{{Start: plan.Position{Line: 9}}, {End: plan.Position{Line: 9}}} {
		f := good
		f.TextEdits = []plan.TextEdit{{Range: r}}
		var line *plan.LineError
		if _, err := plan.Apply(f, data); !errors.As(err, &line) || line.Line != 9 || line.Lines != 2 {
			t.Errorf("%v: %v", r, err)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add([]byte("let foo = foo\r\n"), 4, 3, "bar", 10, 3, "bar", 0, 0, "/**/")
	f.Add([]byte("\uFEFFa😀b\rc"), 0, 1, "", 1, 2, "𝒳", 5, 0, "\n")
	f.Add([]byte("a\u2028\r\n"), 2, 2, "\x1b", 2, 2, "x", 2, 0, "x")
	f.Add([]byte("\xFF\xFE"), -1, -1, "\xFF", 0, 0, "\x00", 9, 9, "")
	f.Fuzz(func(t *testing.T, data []byte, start1, length1 int, text1 string,
		start2, length2 int, text2 string, start3, length3 int, text3 string) {
		spans := []plan.Span{near(string(data), start1, length1, text1),
			near(string(data), start2, length2, text2), near(string(data), start3, length3, text3)}
		got, after, err := plan.Edit("a.ts", data, spans)
		if errors.Is(err, plan.ErrEncoding) {
			return
		}
		want, wantErr := newReference(data).edit(spans)
		if (err == nil) != (wantErr == nil) || string(after) != string(want) {
			t.Fatalf("Edit(%q, %+v) = %q, %v; want %q, %v", data, spans, after, err, want, wantErr)
		}
		if err != nil {
			return
		}
		if again, err := plan.Apply(got, data); string(again) != string(want) || err != nil {
			t.Fatalf("Apply(%+v, %q) = %q, %v; want %q", got, data, again, err, want)
		}
	})
}

// near brings a random span close enough to the text that many are accepted.
func near(data string, start, length int, text string) plan.Span {
	fold := func(n int) int {
		if n < -1 || n > len(data)+1 {
			return int(uint(n) % uint(len(data)+2))
		}
		return n
	}
	return plan.Span{Start: fold(start), Length: fold(length), NewText: text}
}

func sum(data string) string {
	s := sha256.Sum256([]byte(data))
	return hex.EncodeToString(s[:])
}
